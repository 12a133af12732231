//! What should have come of a step, held against what has.

use super::deed::{Names, formation};
use super::file::Expect;
use super::tell;
use crate::army::{Blow, Fact, Presence, UnitId};
use crate::battle::Battle;
use crate::rules::fire::FireResult;
use crate::rules::impact::ImpactWinner;
use crate::rules::named::Word;
use crate::rules::{Morale, Named, unknown_name};

/// What is not as the lesson says, after a step that began when so many facts were known.
pub(super) fn faults(expect: &Expect, battle: &Battle, since: usize) -> Vec<String> {
    let mut held = Held {
        battle,
        facts: battle.facts().get(since..).unwrap_or_default(),
        faults: Vec::new(),
    };
    if let Err(what) = held.hold(expect) {
        held.faults.push(what);
    }
    held.faults
}

struct Held<'a> {
    battle: &'a Battle,
    /// Of this step.
    facts: &'a [Fact],
    faults: Vec<String>,
}

impl Held<'_> {
    fn same<T: PartialEq + ToString>(&mut self, what: &str, says: Option<T>, is: T) {
        if let Some(says) = says
            && says != is
        {
            let (says, is) = (says.to_string(), is.to_string());
            self.faults
                .push(format!("{what}: it is {is}, the lesson says {says}"));
        }
    }

    fn level(&mut self, what: &str, says: &Option<Word<Morale>>, is: Morale) -> Result<(), String> {
        if let Some(word) = says {
            let level = word
                .known()
                .ok_or_else(|| word.fault().unwrap_or_default())?;
            self.same(what, Some(level), is);
        }
        Ok(())
    }

    fn near(&mut self, what: &str, says: f32, is: f32) {
        if (says - is).abs() > 0.1 {
            self.faults
                .push(format!("{what}: it is {is:.2}, the lesson says {says}"));
        }
    }

    fn hold(&mut self, expect: &Expect) -> Result<(), String> {
        let names = Names(self.battle.scenario());
        let now = self.battle.now();
        let army = self.battle.army();
        match expect {
            Expect::Unit {
                unit,
                strength,
                morale,
                at,
                formation: form,
                gone,
                reacted,
            } => {
                let id = names.unit(unit)?;
                let there = army.on_table(id);
                if *gone == there {
                    let is = if there { "on the table" } else { "gone" };
                    return Err(format!("{unit} is {is}"));
                }
                let is = army.unit(id);
                self.same(&format!("the strength of {unit}"), *strength, is.strength);
                self.level(&format!("the morale of {unit}"), morale, is.morale)?;
                if let Some((x, y)) = at {
                    let place = army.placement(id).at;
                    self.near(&format!("inches of {unit} from the west"), *x, place.x);
                    self.near(&format!("inches of {unit} from the south"), *y, place.y);
                }
                if let Some(form) = form {
                    let wanted = formation(is, form)?.of(is);
                    if wanted != *is {
                        self.faults.push(format!("{unit} is not in {form}"));
                    }
                }
                let has = army.record(id).reacted;
                self.same(&format!("whether {unit} has reacted"), *reacted, has);
            }
            Expect::Fire {
                number,
                total,
                firepower,
                drm,
                result,
            } => {
                let fires: Vec<_> = self
                    .facts
                    .iter()
                    .filter_map(|fact| match fact {
                        Fact::Fired { volley, .. } => Some(volley),
                        _ => None,
                    })
                    .collect();
                let at = number.map_or(fires.len(), |number| number).checked_sub(1);
                let volley = at
                    .and_then(|at| fires.get(at))
                    .ok_or_else(|| format!("there are {} fires in this step", fires.len()))?;
                let terms = &volley.terms;
                self.same("the total of the fire", *total, terms.total(&volley.dice));
                self.same("its firepower", *firepower, terms.firepower);
                self.same("its modifiers", *drm, terms.drm);
                if let Some(name) = result {
                    let wanted = FireResult::from_name(name)
                        .ok_or_else(|| unknown_name::<FireResult>(name))?;
                    self.same("its result", Some(wanted), volley.result);
                }
            }
            Expect::Check { unit, mmp, after } => {
                let id = names.unit(unit)?;
                let found = self.facts.iter().rev().find_map(|fact| match fact {
                    Fact::Checked {
                        unit,
                        points,
                        outcome,
                        ..
                    } if *unit == id => Some((points.mmp, outcome.after)),
                    _ => None,
                });
                let (is, level) =
                    found.ok_or_else(|| format!("{unit} checks no morale in this step"))?;
                self.same(&format!("the MMP of {unit}"), *mmp, is);
                if after.is_some() {
                    let level = level.ok_or_else(|| format!("nothing is left of {unit}"))?;
                    self.level(
                        &format!("the level of {unit} after its check"),
                        after,
                        level,
                    )?;
                }
            }
            Expect::Impact {
                attacker,
                defender,
                lead,
            } => {
                let found = self.facts.iter().rev().find_map(|fact| match fact {
                    Fact::Impact { terms, result, .. } => Some((terms, result)),
                    _ => None,
                });
                let (terms, result) = found.ok_or("there is no impact in this step")?;
                self.same("the attacker's value", *attacker, terms.attacker_value);
                self.same("the defender's value", *defender, terms.defender_value);
                let by = result.by as i32;
                let by = if result.winner == ImpactWinner::Defender {
                    -by
                } else {
                    by
                };
                self.same("the attacker's lead", *lead, by);
            }
            Expect::Charged {
                inches,
                disorder_point,
            } => {
                let found = self.facts.iter().rev().find_map(|fact| match fact {
                    Fact::Charge {
                        inches,
                        disorder_point,
                        ..
                    } => Some((*inches, *disorder_point)),
                    _ => None,
                });
                let (far, point) = found.ok_or("nobody charges in this step")?;
                self.near("how far the charge can go", *inches, far);
                if let Some(says) = disorder_point {
                    self.near("from where on it is in disorder", *says, point);
                }
            }
            Expect::Test { unit, passed } => {
                let id = names.unit(unit)?;
                let found = self.facts.iter().rev().find_map(|fact| match fact {
                    Fact::Tested { unit, passed, .. } if *unit == id => Some(*passed),
                    _ => None,
                });
                let is = found.ok_or_else(|| format!("{unit} takes no test in this step"))?;
                self.same(&format!("whether {unit} passes"), Some(*passed), is);
            }
            Expect::Asked { kind, side } => {
                let decision = self.battle.decision().ok_or("the battle is over")?;
                self.same(
                    "what is asked",
                    Some(kind.clone()),
                    decision.kind().to_owned(),
                );
                let side = side
                    .known()
                    .ok_or_else(|| side.fault().unwrap_or_default())?;
                self.same("whom", Some(side), decision.side());
            }
            Expect::May(deed) => {
                tell::ready(deed, self.battle)
                    .map_err(|why| format!("it may not be done: {why}"))?;
            }
            Expect::MayNot { deed, rule } => match tell::ready(deed, self.battle) {
                Ok(_) => return Err("it may be done".to_owned()),
                Err(why) => {
                    if let Some(rule) = rule
                        && !why.contains(&format!("({rule})"))
                    {
                        return Err(format!("not by {rule}, but: {why}"));
                    }
                }
            },
            Expect::Sees { unit, other, sees } => {
                let (one, two) = (names.unit(unit)?, names.unit(other)?);
                let is = now.sees(one, two);
                self.same(&format!("whether {unit} sees {other}"), Some(*sees), is);
            }
            Expect::Apart(one, other, inches) => {
                let is = tell::gap(self.battle, names.unit(one)?, names.unit(other)?);
                self.near(&format!("inches between {one} and {other}"), *inches, is);
            }
            Expect::Mmp(unit, mmp) => {
                let id: UnitId = names.unit(unit)?;
                if army.presence(id) != Presence::OnTable {
                    return Err(format!("{unit} is not on the table"));
                }
                let is = now.morale_now(id).mmp;
                self.same(&format!("the MMP of {unit}"), Some(*mmp), is);
            }
        }
        Ok(())
    }
}

/// All that was rolled since so many facts were known, for whoever writes a lesson.
pub(super) fn rolled(battle: &Battle, since: usize) -> Vec<String> {
    let army = battle.army();
    let name = |id: UnitId| army.name(id).to_owned();
    let shown = |dice: &[u8]| {
        let dice: Vec<_> = dice.iter().map(ToString::to_string).collect();
        dice.join(" ")
    };
    let facts = battle.facts().get(since..).unwrap_or_default().iter();
    let told = facts.filter_map(|fact| {
        Some(match fact {
            Fact::Fired {
                firers,
                target,
                volley,
                ..
            } => format!(
                "{} fires at {}: {} firepower, {:+}, dice {}: total {}, {}",
                name(*firers.first()?),
                name(*target),
                volley.terms.firepower,
                volley.terms.drm,
                shown(&volley.dice),
                volley.terms.total(&volley.dice),
                volley.result
            ),
            Fact::Checked {
                unit,
                points,
                dice,
                outcome,
                ..
            } => format!(
                "{} checks against {}: dice {}: {}",
                name(*unit),
                points.mmp,
                shown(dice),
                outcome.after.map_or("removed", Named::name)
            ),
            Fact::Charge {
                lead,
                dice,
                inches,
                disorder_point,
                ..
            } => format!(
                "{} charges: dice {}: {inches} inches, in disorder from {disorder_point} on",
                name(*lead),
                shown(dice)
            ),
            Fact::Impact {
                terms,
                dice,
                result,
                ..
            } => format!(
                "impact {} to {}: dice {} and {}: {} by {}",
                terms.attacker_value,
                terms.defender_value,
                shown(&dice.0),
                shown(&dice.1),
                result.winner.name(),
                result.by
            ),
            Fact::Melee {
                round,
                by_attacker,
                by_defender,
                ..
            } => {
                let struck = |by: &Blow| {
                    let firepower = by.terms.as_ref().map_or(0, |terms| terms.firepower);
                    format!(
                        "{firepower} firepower, dice {}: {}",
                        shown(&by.dice),
                        by.result
                    )
                };
                let (one, other) = (struck(by_attacker), struck(by_defender));
                format!("melee, round {round}: {one}; against {other}")
            }
            Fact::Countercharge {
                unit, dice, inches, ..
            } => format!(
                "{} countercharges: dice {}: {inches} inches",
                name(*unit),
                shown(dice)
            ),
            Fact::StoppedShort { unit, die, inches } => {
                format!("{} stops short: die {die}: {inches} inches", name(*unit))
            }
            Fact::Ran { unit, dice, .. } => format!("{} runs: dice {}", name(*unit), shown(dice)),
            Fact::Tested { unit, die, passed } => {
                let passed = if *passed { "passed" } else { "failed" };
                format!("{} is tested: die {die}: {passed}", name(*unit))
            }
            Fact::LeaderRolled {
                leader,
                dice,
                killed,
            } => {
                let fate = if *killed { "killed" } else { "unhurt" };
                let name = &army.leader_identity(*leader).name;
                format!("{name} under fire: dice {}: {fate}", shown(dice))
            }
            fact if fact.rolled() => serde_json::to_string(fact).ok()?,
            _ => return None,
        })
    });
    told.collect()
}
