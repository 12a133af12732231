//! A lesson as a handout for a club's table: one page of HTML with a picture for each step.

use std::fmt::Write;
use std::sync::Arc;

use super::chances::Chances;
use super::file::Step;
use super::guide::Guide;
use super::load::Lesson;
use crate::army::{LeaderId, UnitId};
use crate::battle::Battle;
use crate::print::map;
use crate::rules::index::RulebookIndex;
use crate::scenario::{Deployment, FileFault};

/// One step of a handout.
#[derive(Clone, Debug)]
pub struct Leaf {
    step: Step,
    odds: Vec<Chances>,
    /// A picture of the table, as a PNG.
    picture: Option<Vec<u8>>,
}

/// Goes through a lesson and has a picture made of the table at every step, as the learner has it
/// before him when he is to do something. `picture` is shown the battle and the number of the step.
pub fn leaves(
    lesson: &Arc<Lesson>,
    mut picture: impl FnMut(&Battle, usize) -> Option<Vec<u8>>,
) -> Result<Vec<Leaf>, FileFault> {
    let (mut session, mut guide) = Guide::begin(Arc::clone(lesson))?;
    let mut leaves = Vec::new();
    loop {
        leaves.push(Leaf {
            step: guide.step().clone(),
            odds: guide.odds().to_vec(),
            picture: picture(session.battle(), guide.number()),
        });
        if guide.is_last() {
            return Ok(leaves);
        }
        guide.act(&mut session)?;
        guide.next(&mut session)?;
    }
}

/// The plan of the table as it stands now, for pictures where nothing can be drawn in space.
pub fn plan(battle: &Battle) -> String {
    let army = battle.army();
    let mut now = battle.scenario().clone();
    for (number, setup) in now.units.iter_mut().enumerate() {
        let id = UnitId(number as u32);
        setup.unit = *army.unit(id);
        if let Deployment::At { placement, .. } = &mut setup.deployment {
            *placement = army.placement(id);
        }
    }
    for (number, leader) in now.leaders.iter_mut().enumerate() {
        leader.at = army.leader(LeaderId(number as u32)).at;
    }
    let gone = |number: usize| !army.on_table(UnitId(number as u32));
    let mut number = 0;
    now.units.retain(|_| {
        number += 1;
        !gone(number - 1)
    });
    map::svg(&now)
}

/// The handout as a whole page.
pub fn html(lesson: &Lesson, leaves: &[Leaf]) -> String {
    let mut page = String::new();
    let title = escape(&lesson.file.title);
    let _ = write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p class=\"about\">{}</p>\n",
        escape(&lesson.file.about)
    );
    for (number, leaf) in leaves.iter().enumerate() {
        step(&mut page, number + 1, leaf);
    }
    rules(&mut page, lesson);
    page.push_str("<p class=\"foot\">Deadly Field, an unofficial companion for owners of Across a Deadly Field.</p>\n</body>\n</html>\n");
    page
}

const STYLE: &str = "body{font:16px/1.45 Georgia,serif;max-width:46em;margin:2em auto;padding:0 1em;color:#2b2620}h1{font-size:1.9em;margin-bottom:.2em}.about{font-style:italic}.step{break-inside:avoid;border-top:1px solid #b9a87f;padding-top:.8em;margin-top:1em}.step img,.step svg{width:100%;height:auto;max-height:26em;object-fit:contain}.task{font-weight:bold}.task:before{content:\"\\2192\\00a0\"}.odds{border-collapse:collapse;font-size:.9em;margin:.4em 0}.odds td{padding:0 .6em 0 0}.odds .bar{display:inline-block;height:.6em;background:#8c2f1b}.right{font-weight:bold}.rules{font-size:.85em}.foot{font-size:.8em;color:#776}";

fn step(page: &mut String, number: usize, leaf: &Leaf) {
    let _ = writeln!(page, "<div class=\"step\">\n<h2>{number}</h2>");
    if let Some(bytes) = &leaf.picture {
        let _ = writeln!(
            page,
            "<img alt=\"the table in step {number}\" src=\"data:image/png;base64,{}\">",
            base64(bytes)
        );
    }
    let step = &leaf.step;
    let _ = writeln!(page, "<p>{}</p>", escape(&step.say));
    if !step.task.is_empty() {
        let _ = writeln!(page, "<p class=\"task\">{}</p>", escape(&step.task));
    }
    if let Some(ask) = &step.ask {
        let _ = writeln!(
            page,
            "<p class=\"task\">{}</p>\n<ul>",
            escape(&ask.question)
        );
        for answer in &ask.answers {
            let class = if answer.right { " class=\"right\"" } else { "" };
            let _ = writeln!(
                page,
                "<li{class}>{} <i>{}</i></li>",
                escape(&answer.text),
                escape(&answer.why)
            );
        }
        page.push_str("</ul>\n");
    }
    if !step.dice.is_empty() {
        let dice: Vec<_> = step.dice.iter().map(ToString::to_string).collect();
        let _ = writeln!(page, "<p>The dice show {}.</p>", dice.join(", "));
    }
    for odds in &leaf.odds {
        let _ = writeln!(
            page,
            "<table class=\"odds\"><caption>{} <i>{}</i></caption>",
            escape(&odds.label),
            escape(&odds.note)
        );
        for bar in &odds.bars {
            let percent = bar.chance * 100.0;
            let _ = writeln!(
                page,
                "<tr><td>{}</td><td>{percent:.1}&nbsp;%</td><td><span class=\"bar\" style=\"width:{:.0}px\"></span></td></tr>",
                escape(&bar.what),
                percent * 2.0
            );
        }
        page.push_str("</table>\n");
    }
    if !step.then.is_empty() {
        let _ = writeln!(page, "<p>{}</p>", escape(&step.then));
    }
    page.push_str("</div>\n");
}

/// The rules of the lesson in our short wording.
fn rules(page: &mut String, lesson: &Lesson) {
    page.push_str("<div class=\"step rules\"><h2>The rules</h2>\n<dl>\n");
    let index = RulebookIndex::book();
    for entry in lesson.file.teaches.iter().filter_map(|id| index.get(id)) {
        let _ = writeln!(
            page,
            "<dt><b>{}</b> ({}, about page {})</dt><dd>{}</dd>",
            escape(&entry.title),
            escape(&entry.id),
            entry.page,
            escape(&entry.text)
        );
    }
    page.push_str("</dl></div>\n");
}

fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            letter => safe.push(letter),
        }
    }
    safe
}

/// Bytes as letters that any page can hold.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let whole = three.iter().enumerate().fold(0u32, |whole, (at, byte)| {
            whole | u32::from(*byte) << (16 - 8 * at)
        });
        for at in 0..4 {
            if at <= three.len() {
                text.push(char::from(LETTERS[(whole >> (18 - 6 * at)) as usize & 63]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_as_everybody_reads_them() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn nothing_of_a_text_is_taken_for_a_tag() {
        assert_eq!(escape("<b> & \"c\""), "&lt;b&gt; &amp; &quot;c&quot;");
    }
}
