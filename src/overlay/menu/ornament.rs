//! What the pages of the menu are made of: buttons that say why not, rules and borders as on a
//! printed broadside.

use bevy_egui::egui::{self, Color32, RichText, Stroke};

use super::{Page, Wish};
use crate::overlay::style;
use crate::overlay::trace::Trace;

/// Ink of rules and borders.
pub const INK: Color32 = Color32::from_rgb(0x4a, 0x3a, 0x28);

/// A window too narrow for two columns.
pub fn is_narrow(ui: &egui::Ui) -> bool {
    ui.ctx().viewport_rect().width() < 720.0
}

/// How wide the column of choices is beside another.
pub fn column(ui: &egui::Ui) -> f32 {
    if ui.ctx().viewport_rect().width() < 1000.0 {
        410.0
    } else {
        480.0
    }
}

/// A window too low for headings.
pub fn is_low(ui: &egui::Ui) -> bool {
    ui.ctx().viewport_rect().height() < 340.0
}

/// A button by its name in the trace; one that cannot be clicked says why.
pub fn button(
    ui: &mut egui::Ui,
    trace: &mut Trace,
    name: &str,
    (label, size): (RichText, egui::Vec2),
    why_not: Option<&str>,
) -> egui::Response {
    let button = egui::Button::new(label)
        .min_size(size)
        .corner_radius(2)
        .stroke(Stroke::new(1.0, INK.gamma_multiply(0.55)));
    let response = ui.add_enabled(why_not.is_none(), button);
    told(trace, name, response, why_not)
}

/// One of several to choose from.
pub fn choice(
    ui: &mut egui::Ui,
    trace: &mut Trace,
    name: &str,
    (label, chosen): (impl Into<egui::WidgetText>, bool),
    why_not: Option<&str>,
) -> egui::Response {
    let button = egui::Button::selectable(chosen, label.into()).frame_when_inactive(true);
    let response = ui.add_enabled(why_not.is_none(), button);
    told(trace, name, response, why_not)
}

/// Something to be on or off. Answers whether it was changed.
pub fn tick(ui: &mut egui::Ui, trace: &mut Trace, name: &str, label: &str, on: &mut bool) -> bool {
    // An empty box must be seen on paper.
    let outlined = ui.scope(|ui| {
        let widgets = &mut ui.visuals_mut().widgets;
        widgets.inactive.bg_stroke = Stroke::new(1.0, INK.gamma_multiply(0.6));
        widgets.inactive.bg_fill = Color32::from_rgb(0xfb, 0xf6, 0xe9);
        ui.checkbox(on, label)
    });
    let response = outlined.inner;
    trace.mark(name, &response);
    response.changed()
}

fn told(
    trace: &mut Trace,
    name: &str,
    response: egui::Response,
    why_not: Option<&str>,
) -> egui::Response {
    match why_not {
        None => {
            trace.mark(name, &response);
            response
        }
        Some(why) => {
            trace.deny(name, why);
            response.on_disabled_hover_text(why)
        }
    }
}

/// A thick and a thin rule with a lozenge in the middle.
pub fn rule(ui: &mut egui::Ui, most: f32) {
    let wide = ui.available_width().min(most);
    let (rect, _) = ui.allocate_exact_size(egui::vec2(wide, 11.0), egui::Sense::hover());
    let (middle, painter) = (rect.center(), ui.painter());
    let lozenge = 4.5;
    for (from, to) in [
        (rect.left(), middle.x - lozenge * 2.0),
        (middle.x + lozenge * 2.0, rect.right()),
    ] {
        painter.hline(from..=to, middle.y - 1.0, Stroke::new(1.8, INK));
        painter.hline(from..=to, middle.y + 2.5, Stroke::new(0.8, INK));
    }
    let corners = [
        egui::vec2(0.0, -lozenge),
        egui::vec2(lozenge, 0.0),
        egui::vec2(0.0, lozenge),
        egui::vec2(-lozenge, 0.0),
    ];
    let points = corners.map(|corner| middle + egui::vec2(0.0, 0.5) + corner);
    painter.add(egui::Shape::convex_polygon(
        points.to_vec(),
        style::RED,
        Stroke::new(0.8, INK),
    ));
}

/// A double border just inside a rectangle.
pub fn border(painter: &egui::Painter, rect: egui::Rect) {
    let kind = egui::StrokeKind::Middle;
    painter.rect_stroke(rect.shrink(6.0), 0.0, Stroke::new(2.0, INK), kind);
    painter.rect_stroke(rect.shrink(9.5), 0.0, Stroke::new(0.8, INK), kind);
}

/// The heading of a page, where there is room for one.
pub fn heading(ui: &mut egui::Ui, text: &str) {
    if is_low(ui) {
        return;
    }
    ui.label(style::engraved(ui.ctx(), text, 28.0));
    rule(ui, 300.0);
    ui.add_space(2.0);
}

/// What went wrong.
pub fn fault(ui: &mut egui::Ui, fault: Option<&str>) {
    if let Some(fault) = fault {
        ui.add(egui::Label::new(RichText::new(fault).color(style::RED)).wrap());
    }
}

/// The bar at the bottom of a page: back at the left, and what the page is for at the right.
/// Answers with a wish to go back, and whether the other was clicked.
pub(super) fn bottom(
    screen: &mut egui::Ui,
    trace: &mut Trace,
    begin: Option<(&str, Option<&str>)>,
    said: Option<&str>,
) -> (Option<Wish>, bool) {
    let (mut back, mut go) = (false, false);
    let high = if is_low(screen) { 24.0 } else { 34.0 };
    egui::Panel::bottom("bottom")
        .resizable(false)
        .frame(style::dark().inner_margin(egui::Margin::symmetric(12, 5)))
        .show(screen, |ui| {
            if let Some(said) = said {
                egui::ScrollArea::vertical()
                    .max_height(ui.ctx().viewport_rect().height() * 0.25)
                    .show(ui, |ui| fault(ui, Some(said)));
            }
            ui.horizontal(|ui| {
                let size = egui::vec2(90.0, high);
                back = button(ui, trace, "back", (RichText::new("Back"), size), None).clicked();
                let Some((label, why_not)) = begin else {
                    return;
                };
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let size = egui::vec2(170.0, high);
                    let label = style::engraved(ui.ctx(), label, 17.0);
                    go = button(ui, trace, "begin", (label, size), why_not).clicked();
                    if let Some(why) = why_not {
                        let why = RichText::new(why).color(style::FAINT).size(12.0);
                        ui.add(egui::Label::new(why).truncate());
                    }
                });
            });
        });
    (back.then_some(Wish::Page(Page::Front)), go)
}
