//! A person before the screen: he sees what `TRACE.md` tells, and has a mouse and a keyboard.

use std::collections::BTreeMap;

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::window::{CursorMoved, PrimaryWindow, WindowEvent};
use deadly_field::overlay::trace::Trace;
use deadly_field::rules::index::RulebookIndex;
use serde_json::Value;

/// Frames that somebody waits for something that must come.
const PATIENCE: u32 = 20_000;

/// A person before the screen.
pub struct Person {
    /// The program.
    pub app: App,
    window: Entity,
    /// Frames he has seen.
    pub frames: u32,
}

impl Person {
    /// Sits down.
    pub fn new(app: App) -> Self {
        let mut person = Self::at(app);
        for _ in 0..3 {
            person.frame();
        }
        person
    }

    /// Sits down before the first frame.
    pub fn at(mut app: App) -> Self {
        let world = app.world_mut();
        let mut windows = world.query_filtered::<Entity, With<PrimaryWindow>>();
        let window = windows.single(world).expect("a window");
        Self {
            app,
            window,
            frames: 0,
        }
    }

    /// Everything he is told.
    pub fn told(&self) -> &Value {
        self.app.world().resource::<Trace>().told()
    }

    /// One thing he is told.
    pub fn see(&self, field: &str) -> &Value {
        &self.told()[field]
    }

    /// A name or a screen.
    pub fn read(&self, field: &str) -> &str {
        self.see(field).as_str().unwrap_or_default()
    }

    /// The kind of the question that is put to him.
    pub fn asked(&self) -> Option<&str> {
        let decision = self.see("decision");
        (decision["seat"] == "person").then(|| decision["kind"].as_str().unwrap_or_default())
    }

    /// Whom it is about.
    pub fn who(&self) -> Vec<String> {
        let who = self.see("decision")["who"].as_array();
        let names = who.into_iter().flatten().filter_map(Value::as_str);
        names.map(str::to_owned).collect()
    }

    /// The battle is over, and he has seen it to its end.
    pub fn is_over(&self) -> bool {
        self.read("screen") == "result"
            || (self.see("complete") == &Value::Bool(true) && self.see("moment") == self.see("end"))
    }

    /// Something can be clicked.
    pub fn can(&self, place: &str) -> bool {
        self.see("places").get(place).is_some()
    }

    /// Everything that can be clicked and begins like this.
    pub fn places(&self, start: &str) -> Vec<String> {
        let all = self.see("places").as_object();
        let names = all.into_iter().flat_map(|all| all.keys());
        names
            .filter(|name| name.starts_with(start))
            .cloned()
            .collect()
    }

    /// One frame passes.
    pub fn frame(&mut self) {
        self.app.update();
        self.frames += 1;
    }

    /// Frames pass until he sees it.
    pub fn wait(&mut self, what: &str, until: impl Fn(&Self) -> bool) {
        for _ in 0..PATIENCE {
            if until(self) {
                return;
            }
            self.frame();
            // Somebody else may need the processor to think.
            std::thread::yield_now();
        }
        panic!("in vain: {what}; {}", self.sight());
    }

    /// Frames pass until nothing on the screen moves any more.
    pub fn settle(&mut self) {
        for _ in 0..200 {
            let still = |told: &Value| {
                let fields = [
                    "places", "units", "leaders", "lattice", "decision", "screen",
                ];
                fields.map(|field| told[field].clone())
            };
            let before = still(self.told());
            self.frame();
            if still(self.told()) == before {
                return;
            }
        }
        panic!("the table never comes to rest; {}", self.sight());
    }

    /// Past the set-up and the leaders, to where orders are given.
    pub fn come_to_orders(&mut self) {
        loop {
            self.wait("a question", |person| person.asked().is_some());
            self.settle();
            match self.asked() {
                Some("set_up") => self.push("ready"),
                Some("leader") => self.push("order stay"),
                _ => return,
            }
            self.frame();
        }
    }

    /// What he sees, for complaints.
    pub fn sight(&self) -> String {
        let mut told = self.told().clone();
        told["lattice"] = Value::Null;
        told["units"] = Value::Null;
        told["leaders"] = Value::Null;
        if let Some(places) = told["places"].as_object() {
            told["places"] = places.keys().cloned().collect::<Vec<_>>().into();
        }
        told.to_string()
    }

    fn send(&mut self, event: WindowEvent) {
        let world = self.app.world_mut();
        // As bevy_winit does: each by itself and all in their order.
        match event.clone() {
            WindowEvent::CursorMoved(moved) => {
                world.write_message(moved);
            }
            WindowEvent::MouseButtonInput(input) => {
                world.write_message(input);
            }
            WindowEvent::KeyboardInput(input) => {
                world.write_message(input);
            }
            other => panic!("nobody sends {other:?}"),
        }
        world.write_message(event);
    }

    /// Moves the mouse.
    pub fn point(&mut self, at: Vec2) {
        let mut window = self
            .app
            .world_mut()
            .get_mut::<Window>(self.window)
            .expect("a window");
        let before = window.cursor_position();
        window.set_cursor_position(Some(at));
        let moved = CursorMoved {
            window: self.window,
            position: at,
            delta: before.map(|before| at - before),
        };
        self.send(WindowEvent::CursorMoved(moved));
        self.frame();
    }

    fn button(&mut self, state: ButtonState) {
        let input = MouseButtonInput {
            button: MouseButton::Left,
            state,
            window: self.window,
        };
        self.send(WindowEvent::MouseButtonInput(input));
        self.frame();
    }

    /// Clicks where the mouse is.
    fn press(&mut self) {
        self.button(ButtonState::Pressed);
        self.button(ButtonState::Released);
    }

    /// Clicks somewhere.
    pub fn click(&mut self, at: Vec2) {
        self.point(at);
        self.press();
    }

    /// Clicks twice.
    pub fn double_click(&mut self, at: Vec2) {
        self.click(at);
        self.press();
    }

    /// Drags from one place to another.
    pub fn drag(&mut self, from: Vec2, to: Vec2) {
        self.point(from);
        self.button(ButtonState::Pressed);
        for part in 1..=4 {
            self.point(from.lerp(to, part as f32 / 4.0));
        }
        self.button(ButtonState::Released);
    }

    /// The middle of a place.
    pub fn middle(&self, place: &str) -> Vec2 {
        let rect = self.see("places")[place].clone();
        let side = |number: usize| rect[number].as_f64().map(|at| at as f32);
        let sides = (side(0), side(1), side(2), side(3));
        let (Some(left), Some(top), Some(right), Some(bottom)) = sides else {
            panic!("there is no `{place}`; {}", self.sight());
        };
        Vec2::new((left + right) / 2.0, (top + bottom) / 2.0)
    }

    /// All of that between two pictures, as a quick hand does it on a slow machine: the pointer is at
    /// each place in turn, and the button is pressed there, or let go.
    pub fn at_once(&mut self, deeds: &[(Vec2, Option<ButtonState>)]) {
        for &(at, button) in deeds {
            let mut window = self
                .app
                .world_mut()
                .get_mut::<Window>(self.window)
                .expect("a window");
            window.set_cursor_position(Some(at));
            self.send(WindowEvent::CursorMoved(CursorMoved {
                window: self.window,
                position: at,
                delta: None,
            }));
            if let Some(state) = button {
                self.send(WindowEvent::MouseButtonInput(MouseButtonInput {
                    button: MouseButton::Left,
                    state,
                    window: self.window,
                }));
            }
        }
        self.frame();
        self.frame();
    }

    /// Whatever is there but cannot be clicked in a battle says why, with a rule of the book.
    pub fn is_told_the_rules(&self) {
        let all = self.see("disabled").as_object();
        for (name, why) in all.into_iter().flatten() {
            let why = why.as_str().unwrap_or_default();
            let rule = why.strip_suffix(')').and_then(|why| why.rsplit_once('('));
            let known = rule.is_some_and(|(_, rule)| RulebookIndex::book().get(rule).is_some());
            assert!(known, "{name}: {why}; {}", self.sight());
        }
    }

    /// Clicks the middle of a place.
    pub fn push(&mut self, place: &str) {
        let at = self.middle(place);
        self.click(at);
    }

    /// Presses a key.
    pub fn key(&mut self, key: KeyCode, logical: Key) {
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let input = KeyboardInput {
                key_code: key,
                logical_key: logical.clone(),
                state,
                text: None,
                repeat: false,
                window: self.window,
            };
            self.send(WindowEvent::KeyboardInput(input));
            self.frame();
        }
    }

    /// Presses a letter or digit.
    pub fn letter(&mut self, letter: char) {
        let key = match letter {
            '0' => KeyCode::Digit0,
            '1' => KeyCode::Digit1,
            '2' => KeyCode::Digit2,
            '3' => KeyCode::Digit3,
            '4' => KeyCode::Digit4,
            '5' => KeyCode::Digit5,
            '6' => KeyCode::Digit6,
            '7' => KeyCode::Digit7,
            '8' => KeyCode::Digit8,
            '9' => KeyCode::Digit9,
            'j' => KeyCode::KeyJ,
            'n' => KeyCode::KeyN,
            'u' => KeyCode::KeyU,
            other => panic!("nobody presses {other}"),
        };
        self.key(key, Key::Character(letter.to_string().as_str().into()));
    }

    /// Presses Enter.
    pub fn enter(&mut self) {
        self.key(KeyCode::Enter, Key::Enter);
    }

    /// Where the names of a field are on the screen.
    pub fn pixels(&self, field: &str) -> BTreeMap<String, Vec2> {
        let all = self.see(field).as_object();
        let all = all.into_iter().flatten();
        let at = |pixel: &Value| {
            Some(Vec2::new(
                pixel[0].as_f64()? as f32,
                pixel[1].as_f64()? as f32,
            ))
        };
        all.filter_map(|(name, pixel)| Some((name.clone(), at(pixel)?)))
            .collect()
    }

    /// Points of the ground: inches and pixels.
    pub fn lattice(&self) -> Vec<(Vec2, Vec2)> {
        let all = self.see("lattice").as_array();
        let number = |value: &Value| value.as_f64().unwrap_or_default() as f32;
        all.into_iter()
            .flatten()
            .map(|point| {
                (
                    Vec2::new(number(&point[0]), number(&point[1])),
                    Vec2::new(number(&point[2]), number(&point[3])),
                )
            })
            .collect()
    }

    /// The point of the ground that is nearest to a pixel, in inches.
    pub fn inches(&self, pixel: Vec2) -> Option<Vec2> {
        let lattice = self.lattice();
        let near = |point: &(Vec2, Vec2)| point.1.distance_squared(pixel);
        let nearest = lattice
            .iter()
            .min_by(|one, other| near(one).total_cmp(&near(other)));
        nearest.map(|point| point.0)
    }

    /// The pixel of the point of the ground that is nearest to some place in inches.
    pub fn ground(&self, inches: Vec2) -> Option<(Vec2, Vec2)> {
        let near = |point: &(Vec2, Vec2)| point.0.distance_squared(inches);
        self.lattice()
            .into_iter()
            .min_by(|one, other| near(one).total_cmp(&near(other)))
    }
}
