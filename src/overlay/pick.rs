//! The pointer on the table: who is clicked, and whom a selected unit points at.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::{Desk, Panel};
use crate::table::troops::{Hit, Ranks};
use crate::table::{Busy, Screen, laid};

/// A press that may become a click or a drag.
#[derive(Default)]
struct Press {
    at: Option<Vec2>,
}

fn pick(
    busy: Res<Busy>,
    buttons: Res<ButtonInput<MouseButton>>,
    window: Query<&Window, With<PrimaryWindow>>,
    camera: Single<(&Camera, &GlobalTransform), With<Camera3d>>,
    ranks: Ranks,
    mut desk: ResMut<Desk>,
    mut press: Local<Press>,
) {
    let Some(cursor) = window.iter().next().and_then(Window::cursor_position) else {
        return;
    };
    if busy.pointer {
        press.at = None;
        return;
    }
    let (camera, place) = *camera;
    let Ok(ray) = camera.viewport_to_world(place, cursor) else {
        return;
    };
    let hit = ranks.hit(ray);
    if let (Some(Hit::Unit(own)), Some(Hit::Unit(other))) = (desk.selected, hit)
        && own != other
        && desk.pointed != Some(other)
    {
        desk.pointed = Some(other);
    }
    if buttons.just_pressed(MouseButton::Left) {
        press.at = Some(cursor);
    }
    if buttons.just_released(MouseButton::Left)
        && press.at.take().is_some_and(|at| at.distance(cursor) < 6.0)
    {
        desk.selected = hit;
        desk.pointed = None;
        if hit.is_some() {
            desk.panel = Some(Panel::Card);
        }
    }
}

/// Picking.
pub fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        pick.run_if(laid).run_if(not(in_state(Screen::Curtain))),
    );
}
