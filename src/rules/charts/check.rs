//! What the types of the charts cannot express: bounds within which the rules work.

use std::fmt::Display;

use super::{ChartFault, GunRow, RuleSource, RuleSources, Rules};
use crate::rules::charge::{ChargeChart, ImpactChart};
use crate::rules::dice::MOST_DICE;
use crate::rules::fire::FireChart;
use crate::rules::leader::LeaderChart;
use crate::rules::morale::MoraleChart;
use crate::rules::movement::MovementChart;
use crate::rules::muster::MusterChart;
use crate::rules::named::Named;
use crate::rules::scale::{ByScale, ScaleChart};
use crate::rules::works::WorksChart;

/// The best benefit of a leader that answers take.
const MOST_BENEFIT: u32 = 9;

/// Collects the faults of one file.
struct Checks<'a> {
    source: &'a RuleSource,
    faults: &'a mut Vec<ChartFault>,
}

impl Checks<'_> {
    fn fault(&mut self, field: impl Display, what: impl Display) {
        self.faults.push(ChartFault {
            file: self.source.file.clone(),
            place: None,
            what: format!("{field}: {what}"),
        });
    }

    fn need(&mut self, good: bool, field: impl Display, value: impl Display, allowed: &str) {
        if !good {
            self.fault(
                field,
                format!("{value} is out of bounds; allowed: {allowed}"),
            );
        }
    }

    fn within<T: PartialOrd + Display>(
        &mut self,
        field: impl Display,
        value: T,
        least: T,
        most: T,
    ) {
        let good = least <= value && value <= most;
        self.need(good, field, value, &format!("{least} to {most}"));
    }

    fn at_least<T: PartialOrd + Display>(&mut self, field: impl Display, value: T, least: T) {
        let good = value >= least;
        self.need(good, field, value, &format!("{least} or more"));
    }

    fn positive(&mut self, field: impl Display, value: f32) {
        self.need(value > 0.0, field, value, "more than 0");
    }

    /// A part of a whole.
    fn part(&mut self, field: impl Display, value: f32) {
        let good = value > 0.0 && value <= 1.0;
        self.need(good, field, value, "more than 0, up to 1");
    }

    fn dice(&mut self, field: impl Display, count: u32) {
        self.within(field, count, 1, MOST_DICE);
    }

    /// Each value at or above the one before.
    fn rising<T: PartialOrd>(&mut self, field: impl Display, values: &[T], what: &str) {
        if values.windows(2).any(|pair| pair[0] > pair[1]) {
            self.fault(field, what);
        }
    }

    fn pair<T: PartialOrd + Copy>(&mut self, field: impl Display, (least, most): (T, T)) {
        self.rising(field, &[least, most], "the fewest are above the most");
    }

    fn positive_by_scale(&mut self, field: impl Display, values: &ByScale<f32>) {
        for (scale, &value) in by_scale(values) {
            self.positive(format!("{field}.{scale}"), value);
        }
    }

    /// More figures never mean less firepower.
    fn firepower(&mut self, field: impl Display, row: &[u32]) {
        if row.iter().any(|&points| points > 99) {
            self.fault(&field, "firepower above 99");
        }
        let what = "firepower falls although the strength rises";
        self.rising(&field, row, what);
    }

    fn gun<R>(&mut self, field: &str, row: &GunRow<R>) {
        self.firepower(field, &row.union);
        self.firepower(field, &row.confederate);
    }
}

fn by_scale<T>(values: &ByScale<T>) -> [(&'static str, &T); 3] {
    [
        ("mm10", &values.mm10),
        ("mm15", &values.mm15),
        ("mm25", &values.mm25),
    ]
}

impl Rules {
    /// Adds every fault of the charts.
    pub(super) fn check(&self, sources: &RuleSources, faults: &mut Vec<ChartFault>) {
        let mut of = |source, check: &dyn Fn(&mut Checks)| check(&mut Checks { source, faults });
        of(&sources.scales, &|to| check_scales(&self.scales, to));
        of(&sources.infantry, &|to| {
            for (weapon, row) in self.infantry.firepower.iter() {
                let field = format!("firepower.{weapon}");
                to.firepower(&field, &row.figures);
                to.positive_by_scale(format!("{field}.range"), &row.range);
            }
        });
        of(&sources.cavalry, &|to| {
            for (weapon, row) in self.cavalry.firepower.iter() {
                let field = format!("firepower.{weapon}");
                to.firepower(&field, &row.figures);
                to.positive_by_scale(format!("{field}.range"), &row.range);
            }
        });
        of(&sources.artillery, &|to| {
            for (gun, row) in self.artillery.guns.iter() {
                let field = format!("guns.{}", gun.name());
                to.gun(&field, row);
                to.positive_by_scale(format!("{field}.range"), &row.range);
            }
        });
        of(&sources.heavy, &|to| self.check_heavy(to));
        of(&sources.fire, &|to| check_fire(&self.fire, to));
        of(&sources.morale, &|to| check_morale(&self.morale, to));
        of(&sources.charge, &|to| check_charge(&self.charge, to));
        of(&sources.movement, &|to| check_movement(&self.movement, to));
        of(&sources.leaders, &|to| check_leaders(&self.leaders, to));
        of(&sources.works, &|to| check_works(&self.works, to));
        of(&sources.muster, &|to| check_muster(&self.muster, to));
    }

    fn check_heavy(&self, to: &mut Checks) {
        for (gun, row) in self.heavy.guns.iter() {
            let field = format!("guns.{}", gun.name());
            to.gun(&field, row);
            for (scale, range) in by_scale(&row.range) {
                let field = format!("{field}.range.{scale}");
                to.positive(format!("{field}.point_blank"), range.point_blank);
                to.positive(format!("{field}.canister"), range.canister);
                to.positive(format!("{field}.normal"), range.normal);
                let bands = [range.point_blank, range.canister, range.normal];
                let what = "must rise from point_blank over canister to normal";
                to.rising(field, &bands, what);
            }
        }
    }
}

fn check_scales(scales: &ByScale<ScaleChart>, to: &mut Checks) {
    for (scale, chart) in by_scale(scales) {
        for (field, value) in [
            ("square", chart.square),
            ("primary_zone", chart.primary_zone),
            ("canister", chart.canister),
            ("near", chart.near),
            ("near_doubled", chart.near_doubled),
            ("yards_per_inch", chart.yards_per_inch.0),
        ] {
            to.positive(format!("{scale}.{field}"), value);
        }
        for (field, value) in [
            ("support.open", chart.support.open),
            ("support.broken", chart.support.broken),
            ("support.close", chart.support.close),
            ("command_radius", chart.command_radius),
            ("reaction_radius", chart.reaction_radius),
            ("pass_through.small_arms", chart.pass_through.small_arms),
            ("pass_through.artillery", chart.pass_through.artillery),
        ] {
            to.at_least(format!("{scale}.{field}"), value, 0.0);
        }
        let factor = chart.mounted_fall_back;
        to.at_least(format!("{scale}.mounted_fall_back"), factor, 1);
        to.pair(format!("{scale}.yards_per_inch"), chart.yards_per_inch);
    }
}

fn check_fire(chart: &FireChart, to: &mut Checks) {
    check_dice(chart, to);
    for (firer, cap) in [
        ("infantry", chart.infantry.cap),
        ("cavalry", chart.cavalry.cap),
        ("field_guns", chart.field_guns.cap),
        ("heavy_guns", chart.heavy_guns.cap),
    ] {
        to.at_least(format!("{firer}.cap.strength"), cap.strength, 1);
        to.at_least(format!("{firer}.cap.firepower"), cap.firepower, 1);
        to.at_least(format!("{firer}.cap.units"), cap.units.unwrap_or(1), 1);
    }
    to.at_least("long_range", chart.long_range, 1.0);
    to.at_least("heavy_guns.siege_long", chart.heavy_guns.siege_long, 1.0);
    let fortress = chart.heavy_guns.fortress_long;
    to.at_least("heavy_guns.fortress_long", fortress, 1.0);
    let shots = chart.heavy_guns.consecutive_shots;
    to.at_least("heavy_guns.consecutive_shots", shots, 0);
    to.part("gun_short_range", chart.gun_short_range);
    to.at_least("least_firepower", chart.least_firepower, 1);
    for (place, &check) in chart.hit_checks.iter().enumerate() {
        to.within(format!("hit_checks[{place}]"), check, 0, 9);
    }
    let results = &chart.results;
    for (line, row) in [
        ("infantry", &results.infantry),
        ("artillery", &results.artillery),
        ("cavalry", &results.cavalry),
    ] {
        let what = "each result must begin at or after the one before";
        to.rising(format!("results.{line}"), &row.thresholds(), what);
    }
}

fn check_dice(chart: &FireChart, to: &mut Checks) {
    let small_arms = [("infantry", &chart.infantry), ("cavalry", &chart.cavalry)];
    for (arm, chart) in small_arms {
        let dice = &chart.dice;
        for (band, count) in [
            ("long", dice.long),
            ("normal", dice.normal),
            ("short", dice.short),
            ("point_blank", dice.point_blank),
            ("melee", dice.melee),
            ("desperation", dice.desperation),
        ] {
            to.dice(format!("{arm}.dice.{band}"), count);
        }
    }
    let (field, heavy) = (&chart.field_guns.dice, &chart.heavy_guns.dice);
    for (band, count) in [
        ("field_guns.dice.long", field.long),
        ("field_guns.dice.normal", field.normal),
        ("field_guns.dice.short", field.short),
        (
            "field_guns.dice.canister.smoothbore",
            field.canister.smoothbore,
        ),
        ("field_guns.dice.canister.rifled", field.canister.rifled),
        (
            "field_guns.dice.point_blank.smoothbore",
            field.point_blank.smoothbore,
        ),
        (
            "field_guns.dice.point_blank.rifled",
            field.point_blank.rifled,
        ),
        ("field_guns.dice.desperation", field.desperation),
        ("field_guns.dice.prolonge", field.prolonge),
        ("heavy_guns.dice.long", heavy.long),
        ("heavy_guns.dice.normal", heavy.normal),
        ("heavy_guns.dice.short", heavy.short),
        ("heavy_guns.dice.canister", heavy.canister),
        ("heavy_guns.dice.point_blank", heavy.point_blank),
        ("sharpshooter_long_dice", chart.sharpshooter_long_dice),
    ] {
        to.dice(band, count);
    }
}

fn check_morale(chart: &MoraleChart, to: &mut Checks) {
    for (quality, row) in chart.basic.iter() {
        for (stands, points) in [("two", &row.two[..]), ("three", &row.three[..])] {
            let field = format!("basic.{quality}.{stands}");
            for (place, &bmp) in points.iter().enumerate() {
                to.within(format!("{field}[{place}]"), bmp, 1, 30);
            }
            to.rising(field, points, "falls although stands are lost");
        }
    }
    let levels: Vec<_> = chart.level.iter().map(|(_, &value)| value).collect();
    for (level, &value) in chart.level.iter() {
        to.within(format!("level.{level}"), value, 0, 12);
    }
    to.rising("level", &levels, "falls although the level gets worse");
    to.within("highest", chart.highest, 1, 20);
    to.at_least("section_lost", chart.section_lost, 0);
    let factor = chart.unsupported_battery_factor;
    to.at_least("unsupported_battery_factor", factor, 1);
    let limit = chart.bad.lost_elements_limit;
    to.at_least("bad.lost_elements_limit", limit, 0);
    to.at_least("results.big_margin", chart.results.big_margin, 1);
}

fn check_charge(chart: &ChargeChart, to: &mut Checks) {
    check_impact("infantry", &chart.infantry, to);
    check_impact("cavalry_on_infantry", &chart.cavalry_on_infantry, to);
    check_impact("cavalry_on_cavalry", &chart.cavalry_on_cavalry, to);
    let value = &chart.impact_value;
    to.at_least("impact_value.field_section", value.field_section, 1);
    to.at_least("impact_value.heavy_section", value.heavy_section, 1);
    let bounds = [value.least, value.most];
    to.rising("impact_value", &bounds, "least is above most");
    to.positive("fear_distance_mounted", chart.fear_distance_mounted);
    let pip = chart.stopped_short_inches_per_pip;
    to.at_least("stopped_short_inches_per_pip", pip, 0.0);
    to.at_least("melee_rounds", chart.melee_rounds, 1);
    to.at_least("advance_less", chart.advance_less, 0.0);
}

fn check_impact(field: &str, table: &ImpactChart, to: &mut Checks) {
    let begins = table.melee_up_to.saturating_add(1);
    let lines = [
        begins,
        table.disorder,
        table.shaken,
        table.routed,
        table.surrender,
    ];
    let what = "each line must begin right where the one before ends";
    if table.stopped_short.unwrap_or(table.disorder) == begins {
        to.rising(field, &lines, what);
    } else {
        to.fault(field, what);
    }
    let repulse = &table.losing_attacker;
    let field = format!("{field}.losing_attacker");
    to.at_least(format!("{field}.fall_back"), repulse.fall_back, 0.0);
    let dice = repulse.extra_fall_back_dice;
    to.within(format!("{field}.extra_fall_back_dice"), dice, 0, MOST_DICE);
}

fn check_movement(chart: &MovementChart, to: &mut Checks) {
    to.part("formation_change", chart.formation_change);
    to.part("limber", chart.limber);
    to.part("mount", chart.mount);
    to.part("backward", chart.backward);
    to.part("prolonge", chart.prolonge);
    to.part("one_horse_left", chart.one_horse_left);
    to.at_least("about_face", chart.about_face, 0.0);
    to.at_least("attack_column_turn", chart.attack_column_turn, 0.0);
    to.at_least("obstacle", chart.obstacle, 0.0);
    to.positive("least_move", chart.least_move);
    to.at_least("disengage_factor", chart.disengage_factor, 1.0);
    to.at_least("battery_horses", chart.battery_horses, 1);
    to.at_least("siege_limber_actions", chart.siege_limber_actions, 1);
    to.at_least("siege_fire_actions", chart.siege_fire_actions, 1);
    to.at_least("out_of_command_actions", chart.out_of_command_actions, 1);
}

fn check_leaders(chart: &LeaderChart, to: &mut Checks) {
    to.within("killed_on", chart.killed_on, 1, 6);
    to.within("highest_benefit", chart.highest_benefit, 0, MOST_BENEFIT);
    let generic = &chart.generic;
    for (rank, benefit) in [
        ("brigade", generic.brigade),
        ("division", generic.division),
        ("corps", generic.corps),
    ] {
        to.within(format!("generic.{rank}"), benefit, 0, chart.highest_benefit);
    }
}

fn check_works(chart: &WorksChart, to: &mut Checks) {
    for (works, row) in chart.works.iter() {
        to.at_least(format!("works.{works}.hits"), row.hits, 1);
    }
    to.positive_by_scale("stretch", &chart.stretch);
    let factor = chart.obstacle_engineers_factor;
    to.part("obstacle_engineers_factor", factor);
    let pontoon = &chart.pontoon;
    to.positive_by_scale("pontoon.stretch", &pontoon.stretch);
    let factor = pontoon.confederate_factor;
    to.at_least("pontoon.confederate_factor", factor, 1);
    to.at_least("pontoon.hits_destroy_all", pontoon.hits_destroy_all, 1);
}

fn check_muster(chart: &MusterChart, to: &mut Checks) {
    to.pair("brigade.regiments", chart.brigade.regiments);
    to.pair("brigade.batteries", chart.brigade.batteries);
    to.pair("division.brigades", chart.division.brigades);
    let batteries = &chart.batteries;
    to.pair("batteries.union_sections", batteries.union_sections);
    let confederate = batteries.confederate_sections;
    to.pair("batteries.confederate_sections", confederate);
}
