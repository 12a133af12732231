//! A battle played tersely: every answer names the dice it rolls, and no others may be rolled.

use std::sync::Arc;

use bevy::math::Vec2;
use deadly_field::adjudicate::Answer as Judged;
use deadly_field::army::*;
use deadly_field::battle::*;
use deadly_field::field::moves::Leg;
use deadly_field::field::{Facing, Placement};
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::*;
use deadly_field::scenario::Scenario;

use crate::invariants;
use crate::stage::origin;

/// The seed of the dice that nobody should ever see.
const SEED: u64 = 1863;

/// A battle under way on a stage.
pub struct Play {
    pub battle: Battle,
    scenario: Arc<Scenario>,
    rules: Arc<Rules>,
    given: usize,
    /// Everything that happened, with the army right before it.
    told: Vec<(Army, Fact)>,
}

impl Play {
    /// A battle of a whole scenario, with the dice it begins with.
    pub fn of(scenario: Scenario, dice: &[u8]) -> Self {
        Self::by(Rules::book().clone(), scenario, dice)
    }

    /// The same by other rules.
    pub fn by(rules: Rules, scenario: Scenario, dice: &[u8]) -> Self {
        let (scenario, rules) = (Arc::new(scenario), Arc::new(rules));
        let roller = Roller::given(dice, SEED);
        let mut battle = Battle::with_dice(scenario.clone(), rules.clone(), roller);
        // Everybody begins where the scenario has him.
        while matches!(battle.decision(), Some(Decision::SetUp { .. })) {
            battle.answer(Answer::READY).expect("always allowed");
        }
        let mut army = Army::muster(&scenario);
        let mut told = Vec::new();
        for fact in battle.facts() {
            told.push((army.clone(), fact.clone()));
            army.apply(fact);
        }
        Self {
            battle,
            scenario,
            rules,
            given: 0,
            told,
        }
    }

    /// A battle that has been begun with the dice that nobody should ever see.
    pub fn on(scenario: Scenario, set_up: &[Answer]) -> Self {
        let (scenario, rules) = (Arc::new(scenario), Arc::new(Rules::book().clone()));
        let roller = Roller::given(&[], SEED);
        let mut battle = Battle::with_dice(scenario.clone(), rules.clone(), roller);
        for answer in set_up {
            battle.answer(answer.clone()).expect("a set-up");
        }
        let mut play = Self {
            battle,
            scenario,
            rules,
            given: 0,
            told: Vec::new(),
        };
        let mut army = play.battle.first().clone();
        for fact in play.battle.facts() {
            play.told.push((army.clone(), fact.clone()));
            army.apply(fact);
        }
        play
    }

    /// Both armies before anything happened.
    pub fn first(&self) -> &Army {
        &self.told.first().expect("something happens").0
    }

    /// Leaders stay where they are.
    pub fn leaders_stay(&mut self) -> &mut Self {
        while matches!(self.battle.decision(), Some(Decision::Leader { .. })) {
            self.answer(Answer::Stay);
        }
        self
    }

    /// Changes the battle as plain data.
    fn edit(&mut self, change: impl FnOnce(&mut serde_json::Value)) {
        let mut data = serde_json::to_value(self.battle.snapshot()).expect("written");
        change(&mut data);
        let read = serde_json::from_value(data).expect("read");
        self.battle = Battle::restore(self.scenario.clone(), self.rules.clone(), read);
    }

    /// The dice of the next answer.
    pub fn roll(&mut self, dice: &[u8]) -> &mut Self {
        let roller = serde_json::to_value(Roller::given(dice, SEED)).expect("written");
        self.edit(|data| data["dice"] = roller);
        self.given = dice.len();
        self
    }

    /// It has fired before in this battle.
    pub fn has_fired(&mut self, unit: UnitId) -> &mut Self {
        self.note(unit, "has_fired", true.into())
    }

    /// It has had its reaction already.
    pub fn has_reacted(&mut self, unit: UnitId) -> &mut Self {
        self.note(unit, "reacted", true.into())
    }

    /// Changes a unit's record.
    pub fn note(&mut self, unit: UnitId, what: &str, value: serde_json::Value) -> &mut Self {
        self.edit(|data| data["army"]["records"][unit.0 as usize][what] = value);
        self
    }

    /// Puts a unit on another level of morale.
    pub fn set_level(&mut self, unit: UnitId, level: Morale) -> &mut Self {
        let level = serde_json::to_value(level).expect("written");
        self.edit(|data| data["army"]["units"][unit.0 as usize]["morale"] = level);
        self
    }

    /// Puts a unit elsewhere, in inches from the corner of the table.
    pub fn place(&mut self, unit: UnitId, x: f32, y: f32, facing: f32) -> &mut Self {
        let place = Placement {
            at: Vec2::new(x, y),
            facing: Facing::degrees(facing),
        };
        let place = serde_json::to_value(place).expect("written");
        self.edit(|data| data["army"]["positions"][unit.0 as usize] = place);
        self
    }

    /// A unit has left the battle.
    pub fn is_gone(&mut self, unit: UnitId, fate: Fate) -> &mut Self {
        let gone = serde_json::to_value(Presence::Gone(fate)).expect("written");
        self.edit(|data| data["army"]["presences"][unit.0 as usize] = gone);
        self
    }

    /// A leader is no more.
    pub fn falls(&mut self, leader: LeaderId) -> &mut Self {
        self.edit(|data| {
            let state = &mut data["army"]["leaders"][leader.0 as usize];
            state["fallen"] = true.into();
            state["missed"] = true.into();
        });
        self
    }

    /// Answers, rolling exactly the dice named.
    #[track_caller]
    pub fn answer(&mut self, answer: Answer) -> &mut Self {
        let asked = format!("{:?}", self.battle.decision());
        let before = self.battle.facts().len();
        let mut army = self.battle.army().clone();
        if let Err(refusal) = self.battle.answer(answer.clone()) {
            panic!("{answer:?} is refused: {refusal:?}\n{asked}");
        }
        for fact in &self.battle.facts()[before..] {
            self.told.push((army.clone(), fact.clone()));
            army.apply(fact);
        }
        let data = serde_json::to_value(self.battle.snapshot()).expect("written");
        let fresh = serde_json::to_value(Roller::given(&[], SEED)).expect("written");
        let exact = data["dice"] == fresh;
        let new: Vec<_> = self.battle.facts()[before..].iter().map(brief).collect();
        assert!(
            exact,
            "not exactly the {} dice named were rolled:\n{}\nleft {}, now {}",
            self.given,
            new.join("\n"),
            data["dice"]["given"],
            self.asks(),
        );
        self.given = 0;
        invariants::check(&self.battle, "on the stage");
        self
    }

    /// What the battle says of an answer.
    #[track_caller]
    pub fn refuses(&self, answer: Answer) -> &Self {
        assert!(self.battle.check(&answer).is_err(), "{answer:?} is allowed");
        self
    }

    #[track_caller]
    pub fn activate(&mut self, unit: UnitId) -> &mut Self {
        self.answer(Answer::Activate(unit))
    }

    #[track_caller]
    pub fn group(&mut self, units: &[UnitId], plan: [Deed; 2]) -> &mut Self {
        let units = units.to_vec();
        self.answer(Answer::ActivateGroup { units, plan })
    }

    #[track_caller]
    pub fn order(&mut self, order: Order) -> &mut Self {
        self.answer(Answer::Order(order))
    }

    #[track_caller]
    pub fn hold(&mut self) -> &mut Self {
        self.order(Order::Hold)
    }

    /// Nobody else does anything until the next own player turn.
    #[track_caller]
    pub fn next_turn(&mut self) -> &mut Self {
        let (side, turn) = (Side::Union, self.battle.army().clock().turn);
        self.turn_of(side, turn + 1)
    }

    /// Nobody does anything until a side's player turn.
    #[track_caller]
    pub fn turn_of(&mut self, side: Side, turn: u32) -> &mut Self {
        loop {
            let clock = self.battle.army().clock();
            let here = (clock.turn, clock.active) == (turn, side);
            let answer = match self.battle.decision() {
                Some(Decision::Activate { .. }) if here => return self,
                Some(Decision::Activate { .. }) => Answer::EndTurn,
                Some(Decision::Leader { .. }) => Answer::Stay,
                Some(Decision::Act { .. }) => Answer::Order(Order::Hold),
                Some(_) => Answer::Decline,
                None => panic!("the battle is over"),
            };
            self.answer(answer);
        }
    }

    #[track_caller]
    pub fn end_turn(&mut self) -> &mut Self {
        self.answer(Answer::EndTurn)
    }

    #[track_caller]
    pub fn fire(&mut self, units: &[UnitId], target: UnitId) -> &mut Self {
        self.order(Order::Fire {
            units: units.to_vec(),
            target,
            kind: FireKind::Normal,
        })
    }

    /// Straight ahead.
    #[track_caller]
    pub fn walk(&mut self, inches: f32) -> &mut Self {
        self.order(walk(inches))
    }

    #[track_caller]
    pub fn charge(&mut self, unit: UnitId, target: UnitId) -> &mut Self {
        self.charge_all(unit, &[(unit, target)])
    }

    #[track_caller]
    pub fn charge_all(&mut self, lead: UnitId, assaults: &[(UnitId, UnitId)]) -> &mut Self {
        self.order(charge(lead, assaults))
    }

    #[track_caller]
    pub fn react(&mut self, reaction: Reaction) -> &mut Self {
        self.answer(Answer::React(reaction))
    }

    #[track_caller]
    pub fn react_fire(&mut self, units: &[UnitId], target: UnitId) -> &mut Self {
        self.react(fire(units, target, FireKind::Normal))
    }

    #[track_caller]
    pub fn decline(&mut self) -> &mut Self {
        self.answer(Answer::Decline)
    }

    /// Lets so many chances to react pass.
    #[track_caller]
    pub fn pass(&mut self, times: u32) -> &mut Self {
        for _ in 0..times {
            self.reactions();
            self.decline();
        }
        self
    }

    /// Lets the chances to react pass until an enemy is so near.
    #[track_caller]
    pub fn pass_until_gap(&mut self, one: UnitId, other: UnitId, gap: f32) -> &mut Self {
        while self.gap(one, other) > gap + 0.01 {
            self.reactions();
            self.decline();
        }
        self
    }

    /// Reactions that are open now.
    #[track_caller]
    pub fn reactions(&self) -> &[Reaction] {
        match self.battle.decision() {
            Some(Decision::React { reactions, .. }) => reactions,
            other => panic!("no reaction is asked for: {other:?}"),
        }
    }

    /// Whether a reaction is offered.
    pub fn offers(&self, reaction: &Reaction) -> bool {
        matches!(self.battle.decision(), Some(Decision::React { reactions, .. })
            if reactions.contains(reaction))
    }

    /// Asserts that nothing but this may be answered.
    #[track_caller]
    pub fn offers_only(&self, reaction: &Reaction) -> &Self {
        assert_eq!(self.reactions(), std::slice::from_ref(reaction));
        self
    }

    /// Orders that are open now.
    #[track_caller]
    pub fn orders(&self) -> &[Order] {
        match self.battle.decision() {
            Some(Decision::Act { orders, .. }) => orders,
            other => panic!("no order is asked for: {other:?}"),
        }
    }

    /// Units that may act next.
    #[track_caller]
    pub fn ready(&self) -> &[UnitId] {
        match self.battle.decision() {
            Some(Decision::Activate { units, .. }) => units,
            other => panic!("no activation is asked for: {other:?}"),
        }
    }

    /// Inches between the edges of two units.
    pub fn gap(&self, one: UnitId, other: UnitId) -> f32 {
        let army = self.battle.army();
        army.footprint(one).distance(army.footprint(other))
    }

    /// Where a unit stands.
    pub fn at(&self, unit: UnitId) -> (f32, f32) {
        let at = self.battle.army().placement(unit).at - origin(self.scenario.field.scale);
        (at.x, at.y)
    }

    /// Asserts a unit's place.
    #[track_caller]
    pub fn stands_at(&self, unit: UnitId, x: f32, y: f32) -> &Self {
        let (is_x, is_y) = self.at(unit);
        let near = (is_x - x).abs() < 0.06 && (is_y - y).abs() < 0.06;
        assert!(near, "at ({is_x}, {is_y}) instead of ({x}, {y})");
        self
    }

    pub fn unit(&self, unit: UnitId) -> &Unit {
        self.battle.army().unit(unit)
    }

    pub fn record(&self, unit: UnitId) -> &Record {
        self.battle.army().record(unit)
    }

    pub fn fate(&self, unit: UnitId) -> Option<Fate> {
        match self.battle.army().presence(unit) {
            Presence::Gone(fate) => Some(fate),
            _ => None,
        }
    }

    /// Asserts figures and morale of a unit.
    #[track_caller]
    pub fn is(&self, unit: UnitId, figures: u32, morale: Morale) -> &Self {
        let now = self.unit(unit);
        assert_eq!((now.strength, now.morale), (figures, morale));
        assert!(self.battle.army().on_table(unit), "it is gone");
        self
    }

    /// Facts, the newest first.
    fn newest(&self) -> impl Iterator<Item = &Fact> {
        self.told.iter().rev().map(|(_, fact)| fact)
    }

    /// Everything that happened.
    pub fn facts(&self) -> Vec<Fact> {
        self.told.iter().map(|(_, fact)| fact.clone()).collect()
    }

    /// What the adjudicator says of a fact.
    fn judged(&self, (army, fact): &(Army, Fact)) -> serde_json::Value {
        let scale = self.scenario.field.scale;
        let request = request_of(scale, army, fact).expect("a request");
        let answer = Judged::to(&self.rules, &request).expect("a good request");
        let data = serde_json::to_value(answer).expect("written");
        match data {
            serde_json::Value::Object(kinds) => kinds.into_iter().next().expect("a kind").1,
            other => other,
        }
    }

    /// The MMP of a unit's last check.
    #[track_caller]
    pub fn mmp(&self, unit: UnitId) -> i32 {
        self.mmps(unit).pop().expect("a check")
    }

    /// The MMPs of all checks of a unit, in order.
    pub fn mmps(&self, of: UnitId) -> Vec<i32> {
        let checked = |fact: &Fact| match fact {
            Fact::Checked { unit, points, .. } => (*unit == of).then_some(points.mmp),
            _ => None,
        };
        let checks = self.told.iter().filter_map(|told| {
            let mmp = checked(&told.1)?;
            // What was checked against is what the adjudicator says.
            assert_eq!(mmp, number(&self.judged(told)["mmp"]));
            Some(mmp)
        });
        checks.collect()
    }

    /// Total and result of the last fire.
    #[track_caller]
    pub fn last_fire(&self) -> (i32, &'static str) {
        self.fires().pop().expect("a fire")
    }

    /// Totals and results of all fires.
    pub fn fires(&self) -> Vec<(i32, &'static str)> {
        let fires = self.told.iter().filter_map(|told| match &told.1 {
            Fact::Fired { volley, .. } => {
                let judged = self.judged(told);
                assert_eq!(judged["result"], volley.result.name());
                Some((number(&judged["total"]), volley.result.name()))
            }
            _ => None,
        });
        fires.collect()
    }

    /// The adjudicator's judgement of the last impact, and who supported whom.
    #[track_caller]
    fn impact(&self) -> (serde_json::Value, (Vec<UnitId>, Vec<UnitId>)) {
        let found = self.told.iter().rev().find_map(|told| match &told.1 {
            Fact::Impact { supports, .. } => Some((told, supports.clone())),
            _ => None,
        });
        let (told, supports) = found.expect("an impact");
        (self.judged(told), supports)
    }

    /// Values of the last impact, attacker and defender.
    #[track_caller]
    pub fn impact_values(&self) -> (i32, i32) {
        let (impact, _) = self.impact();
        (
            number(&impact["attacker_value"]),
            number(&impact["defender_value"]),
        )
    }

    /// Who supported attacker and defender in the last impact.
    #[track_caller]
    pub fn impact_supports(&self) -> (Vec<UnitId>, Vec<UnitId>) {
        self.impact().1
    }

    /// The attacker's lead in points in the last impact.
    #[track_caller]
    pub fn impact_lead(&self) -> i32 {
        let (impact, _) = self.impact();
        let by = number(&impact["by"]);
        if impact["winner"] == "defender" {
            -by
        } else {
            by
        }
    }

    /// Whether something has happened.
    pub fn happened(&self, what: impl Fn(&Fact) -> bool) -> bool {
        self.newest().any(what)
    }

    /// How often something has happened.
    pub fn count(&self, what: impl Fn(&Fact) -> bool) -> usize {
        self.newest().filter(|fact| what(fact)).count()
    }

    /// The decision that is open, shortly.
    pub fn asks(&self) -> &'static str {
        match self.battle.decision() {
            Some(Decision::SetUp { .. }) => "set up",
            Some(Decision::Leader { .. }) => "leader",
            Some(Decision::Activate { .. }) => "activate",
            Some(Decision::Act { .. }) => "act",
            Some(Decision::React { .. }) => "react",
            Some(Decision::Follow { .. }) => "follow",
            Some(Decision::Join { .. }) => "join",
            Some(Decision::StopBehind { .. }) => "stop behind",
            Some(Decision::Draw { .. }) => "draw",
            None => "nothing",
        }
    }
}

fn brief(fact: &Fact) -> String {
    serde_json::to_string(fact).expect("written")
}

fn number(value: &serde_json::Value) -> i32 {
    value.as_i64().expect("a number") as i32
}

/// An order to walk straight ahead.
pub fn walk(inches: f32) -> Order {
    Order::Move {
        form: None,
        form_last: false,
        legs: vec![Leg::Ahead {
            inches,
            degrees: 0.0,
        }],
    }
}

/// An order to charge.
pub fn charge(lead: UnitId, assaults: &[(UnitId, UnitId)]) -> Order {
    Order::Charge {
        lead,
        assaults: assaults
            .iter()
            .map(|&(unit, target)| Assault { unit, target })
            .collect(),
        halt: None,
    }
}

/// A fire as a reaction.
pub fn fire(units: &[UnitId], target: UnitId, kind: FireKind) -> Reaction {
    Reaction::Fire {
        units: units.to_vec(),
        target,
        kind,
    }
}
