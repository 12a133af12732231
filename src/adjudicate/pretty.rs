//! Answers for people at a table.

use std::io::{self, Write};

use super::answer::{AllowedFire, Answer, FireAnswer, ImpactAnswer, MoraleAnswer};
use crate::rules::fire::Band;
use crate::rules::impact::ImpactOutcome;
use crate::rules::modifier::Cut;
use crate::rules::{Modifiers, Morale, Named};

/// Width of the column that says what a modifier is for.
const WHAT: usize = 40;
/// Cells of a full bar.
const BAR: f64 = 30.0;

pub(super) fn write(out: &mut impl Write, number: usize, answer: &Answer) -> io::Result<()> {
    match answer {
        Answer::Fire(FireAnswer::Refused { why, .. }) => {
            writeln!(out, "{number}. Fire\n   Not allowed: {why}")?;
        }
        Answer::Fire(FireAnswer::Allowed(fire)) => write_fire(out, number, fire)?,
        Answer::Morale(morale) => write_morale(out, number, morale)?,
        Answer::Impact(impact) => write_impact(out, number, impact)?,
    }
    writeln!(out)
}

fn write_fire(out: &mut impl Write, number: usize, fire: &AllowedFire) -> io::Result<()> {
    let band = match fire.band {
        Band::Long => "at long range",
        Band::Normal => "at normal range",
        Band::Short => "at short range",
        Band::Canister => "with canister",
        Band::PointBlank => "at point blank",
        Band::Desperation => "in desperation",
        Band::Melee => "in melee",
    };
    writeln!(out, "{number}. Fire {band}")?;
    writeln!(
        out,
        "   roll {}D6 + {} FP {}",
        fire.dice,
        fire.fp,
        signed_words(fire.drm)
    )?;
    write_modifiers(out, &fire.modifiers)?;
    writeln!(out, "   {:<WHAT$} {:>+4}", "DRM", fire.drm)?;
    let chances: Vec<_> = fire
        .odds
        .iter()
        .map(|(result, chance)| (result.name(), chance))
        .collect();
    write_odds(out, &chances)?;
    if let Some(rolled) = &fire.rolled {
        writeln!(out, "   total {}: {}", rolled.total, rolled.result)?;
    }
    Ok(())
}

fn write_morale(out: &mut impl Write, number: usize, morale: &MoraleAnswer) -> io::Result<()> {
    writeln!(
        out,
        "{number}. Morale: roll 2D6 against an MMP of {}",
        morale.mmp
    )?;
    let bmp = (morale.bmp, morale.bmp_factor);
    write_points(out, bmp, &morale.modifiers, morale.held, morale.mmp)?;
    let mut chances: Vec<_> = Morale::ALL
        .iter()
        .map(|&level| (words(level.name()), morale.odds.of(level)))
        .collect();
    if morale.odds.removed > 0.0 {
        chances.push(("disintegrates", morale.odds.removed));
    }
    write_odds(out, &chances)?;
    if let Some(rolled) = &morale.rolled {
        write!(out, "   now {}", words(rolled.after))?;
        let inches = if rolled.falls_back == 1 {
            "inch"
        } else {
            "inches"
        };
        if rolled.falls_back > 0 {
            write!(out, ", falls back {} {inches}", rolled.falls_back)?;
        }
        if rolled.loses > 0 {
            write!(out, ", loses {}", rolled.loses)?;
        }
        if rolled.recovers > 0 {
            write!(out, ", {} that was lost returns", rolled.recovers)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn write_impact(out: &mut impl Write, number: usize, impact: &ImpactAnswer) -> io::Result<()> {
    let terms = &impact.terms;
    let sides = [
        (
            "Attacker",
            &terms.attacker,
            terms.strengths.0,
            impact.attacker_value,
            terms.leaders.0,
            1,
        ),
        (
            "Defender",
            &terms.defender,
            terms.strengths.1,
            impact.defender_value,
            terms.leaders.1,
            impact.defender_bmp_factor,
        ),
    ];
    writeln!(out, "{number}. Impact")?;
    for (name, points, strength, value, leader, bmp_factor) in sides {
        let leader = if leader == 0 {
            String::new()
        } else {
            format!(" + {leader} for its leader")
        };
        writeln!(out, "   {name} rolls 2D6 + {value}{leader}")?;
        let held = (points.held_before, points.held_after);
        let bmp = (points.bmp, bmp_factor);
        write_points(out, bmp, &points.modifiers, held, points.mmp)?;
        let bounds = if value == strength - points.mmp {
            ""
        } else {
            "  kept between 0 and 12"
        };
        let sum = format!("strength {strength} less MMP {}", points.mmp);
        writeln!(out, "   {sum:<WHAT$} {value:>4}{bounds}")?;
    }
    let chances = [
        ("attacker wins", impact.odds.attacker_wins),
        ("melee", impact.odds.tie),
        ("defender wins", impact.odds.defender_wins),
    ];
    write_odds(out, &chances)?;
    if let Some(rolled) = &impact.rolled {
        let outcome = match rolled.outcome {
            ImpactOutcome::Melee => "hand to hand",
            ImpactOutcome::StoppedShort => "the attacker stops short and both sides fire",
            ImpactOutcome::Disorder => "the losers fall back in disorder",
            ImpactOutcome::Shaken => "the losers fall back shaken",
            ImpactOutcome::Routed => "the losers rout",
            ImpactOutcome::Surrender => "the losers surrender",
            ImpactOutcome::GunsLost => "the guns are taken",
        };
        writeln!(out, "   {} by {}: {outcome}", rolled.winner, rolled.by)?;
    }
    Ok(())
}

fn write_modifiers(out: &mut impl Write, modifiers: &Modifiers) -> io::Result<()> {
    for modifier in modifiers.iter() {
        let note = match modifier.cut {
            None => "",
            Some(Cut::TwoAndTwo) => "  cut off by the two-and-two limit",
            Some(Cut::VillageAlone) => "  a farm or village stands alone",
        };
        writeln!(
            out,
            "   {:<WHAT$} {:>+4}{note}",
            modifier.what, modifier.value
        )?;
    }
    Ok(())
}

/// From the BMP and what it was multiplied by to the MMP, so that the column adds up.
fn write_points(
    out: &mut impl Write,
    (bmp, factor): (i32, i32),
    modifiers: &Modifiers,
    held: (i32, i32),
    mmp: i32,
) -> io::Result<()> {
    let what = match factor {
        1 => "basic morale point".to_owned(),
        2 => "basic morale point, doubled: no support".to_owned(),
        _ => format!("basic morale point, times {factor}: no support"),
    };
    writeln!(out, "   {what:<WHAT$} {bmp:>4}")?;
    write_modifiers(out, modifiers)?;
    if held.0 != 0 {
        writeln!(
            out,
            "   {:<WHAT$} {:>+4}",
            "quality and level count 12 at most", held.0
        )?;
    }
    if held.1 != 0 {
        writeln!(
            out,
            "   {:<WHAT$} {:>+4}",
            "an MMP stays between 0 and 12", held.1
        )?;
    }
    writeln!(out, "   {:<WHAT$} {mmp:>4}", "MMP")
}

fn write_odds(out: &mut impl Write, chances: &[(&str, f64)]) -> io::Result<()> {
    let width = chances
        .iter()
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or(0);
    for (name, chance) in chances {
        let line = format!(
            "   {name:<width$}  {:>5.1} %  {}",
            chance * 100.0,
            bar(*chance)
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// A bar in eighths of a cell.
fn bar(chance: f64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (chance * BAR * 8.0).round() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

fn signed_words(drm: i32) -> String {
    match drm {
        0 => "with no modifier".to_owned(),
        1.. => format!("+ {drm}"),
        _ => format!("- {}", -drm),
    }
}

/// Names as people say them.
fn words(name: &'static str) -> &'static str {
    match name {
        "good_order" => "good order",
        "removed" => "gone: the unit disintegrates",
        other => other,
    }
}
