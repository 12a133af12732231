//! The ground as a scenario file describes it: in squares from the south-west corner, so that one
//! file serves all scales. Heights are in inches at 15 mm and grow with the squares.

use serde::Deserialize;

use crate::rules::named::{Word, named};

/// A place in squares from the south-west corner.
pub type Square = (f32, f32);

named! {
    /// What slopes do to movement.
    pub enum Slopes: "rule for slopes" {
        /// Gentle and steep ones by their gradient, as the terrain chart says.
        Chart = "chart",
        /// All of them are so gradual that they cost nothing.
        Free = "free",
        /// Going up any of them is done at half speed, and that is all.
        Half = "half",
    }
}

named! {
    /// Kinds of areas.
    pub enum AreaKind: "kind of area" {
        /// Open ground: a clearing in what else lies there.
        Open = "open",
        /// Broken ground.
        Broken = "broken",
        /// Rough ground.
        Rough = "rough",
        /// Light woods.
        LightWoods = "light_woods",
        /// Heavy woods.
        HeavyWoods = "heavy_woods",
        /// An orchard.
        Orchard = "orchard",
        /// Brush.
        Brush = "brush",
        /// A freshly plowed field.
        PlowedField = "plowed_field",
        /// A field of grain or grass: open ground that only looks different.
        Field = "field",
        /// A pond.
        Pond = "pond",
        /// A farm with its buildings.
        Farm = "farm",
        /// A village.
        Village = "village",
        /// A river too deep to wade.
        River = "river",
    }
}

named! {
    /// Kinds of lines.
    pub enum LineKind: "kind of line" {
        /// A road or pike.
        Road = "road",
        /// A trail.
        Trail = "trail",
        /// A creek or run.
        Creek = "creek",
        /// A wooden fence.
        WoodFence = "wood_fence",
        /// A stone wall.
        StoneWall = "stone_wall",
        /// A railroad cut or bed.
        RailroadCut = "railroad_cut",
        /// Hasty works, facing the right-hand side of the line.
        HastyWorks = "hasty_works",
        /// Light works, facing the right-hand side.
        LightWorks = "light_works",
        /// Heavy works, facing the right-hand side.
        HeavyWorks = "heavy_works",
        /// Abatis.
        Abatis = "abatis",
        /// A flooded ditch.
        FloodedDitch = "flooded_ditch",
        /// A fraise.
        Fraise = "fraise",
        /// Chevaux-de-frise.
        ChevauxDeFrise = "chevaux_de_frise",
        /// A pontoon bridge, finished.
        PontoonBridge = "pontoon_bridge",
    }
}

/// The ground of a board.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Plan {
    /// What slopes do to movement.
    pub slopes: Option<Word<Slopes>>,
    /// Hills, ridges and cuts.
    pub heights: Vec<HeightShape>,
    /// Heights from a grayscale picture.
    pub picture: Option<HeightPicture>,
    /// Woods, fields, farms and so on.
    pub areas: Vec<AreaPlan>,
    /// Roads, creeks, fences and so on.
    pub lines: Vec<LinePlan>,
    /// Named parts of the field that rules and victory speak of.
    pub zones: Vec<ZonePlan>,
    /// Where reinforcements come in.
    pub entries: Vec<EntryPlan>,
    /// Names on the map.
    pub labels: Vec<LabelPlan>,
}

impl Plan {
    /// Adds what else lies there, and its rule for slopes if it has one.
    pub fn add(&mut self, more: Self) {
        if more.slopes.is_some() {
            self.slopes = more.slopes;
        }
        self.heights.extend(more.heights);
        self.areas.extend(more.areas);
        self.lines.extend(more.lines);
        self.zones.extend(more.zones);
        self.entries.extend(more.entries);
        self.labels.extend(more.labels);
    }
}

/// One shape of the ground.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum HeightShape {
    /// A crest along a line that falls off to both sides.
    Ridge {
        /// Its crest.
        line: Vec<Square>,
        /// How high it is.
        height: f32,
        /// How far its foot is from the crest, in squares.
        width: f32,
        /// What part of the width is flat on top.
        #[serde(default)]
        top: f32,
    },
    /// A round or oval hill.
    Hill {
        /// Its middle.
        at: Square,
        /// How far its foot is from the middle, east and north, in squares.
        radii: (f32, f32),
        /// Turned clockwise by so many degrees.
        #[serde(default)]
        turn: f32,
        /// How high it is.
        height: f32,
        /// What part of the radius is flat on top.
        #[serde(default)]
        top: f32,
    },
    /// A cut or stream bed below the ground around it.
    Cut {
        /// Its middle line.
        line: Vec<Square>,
        /// How deep it is.
        depth: f32,
        /// How far its brink is from the middle line, in squares.
        width: f32,
    },
}

/// Heights from a grayscale picture beside the scenario file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeightPicture {
    /// A PNG, north up, stretched over the board.
    pub file: String,
    /// The height of black.
    pub black: f32,
    /// The height of white.
    pub white: f32,
}

/// The outline of an area or zone.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Outline {
    /// Corner after corner.
    Polygon(Vec<Square>),
    /// From the south-west corner to the north-east one.
    Box(Square, Square),
    /// An oval.
    Oval {
        /// Its middle.
        at: Square,
        /// Half of its width and depth.
        radii: (f32, f32),
        /// Turned clockwise by so many degrees.
        #[serde(default)]
        turn: f32,
    },
}

/// One area.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaPlan {
    /// What it is.
    pub kind: Word<AreaKind>,
    /// Its name, if it has one.
    #[serde(default)]
    pub name: String,
    /// Its outline.
    pub shape: Outline,
    /// Buildings in it.
    #[serde(default)]
    pub buildings: Vec<BuildingPlan>,
}

/// A house or barn.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildingPlan {
    /// Its middle.
    pub at: Square,
    /// Width and depth in squares.
    pub size: (f32, f32),
    /// Turned clockwise by so many degrees.
    #[serde(default)]
    pub turn: f32,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinePlan {
    /// What it is.
    pub kind: Word<LineKind>,
    /// Its name, if it has one.
    #[serde(default)]
    pub name: String,
    /// Point after point.
    pub points: Vec<Square>,
    /// Rounded between its points.
    #[serde(default)]
    pub smooth: bool,
}

/// A named part of the field.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZonePlan {
    /// By which rules speak of it.
    pub id: String,
    /// What players call it.
    pub name: String,
    /// Its outline.
    pub shape: Outline,
}

/// Where reinforcements come in.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryPlan {
    /// By which arrivals speak of it.
    pub id: String,
    /// What players call it, if it has a name.
    #[serde(default)]
    pub name: String,
    /// The place on the edge.
    pub at: Square,
    /// The direction in which units come in.
    pub facing: f32,
    /// How far to both sides of the place they may come in too, in squares.
    #[serde(default)]
    pub reach: f32,
}

/// A name on the map.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelPlan {
    /// The text.
    pub text: String,
    /// Its middle.
    pub at: Square,
    /// Turned clockwise by so many degrees.
    #[serde(default)]
    pub turn: f32,
    /// Relative size, 1 is usual.
    #[serde(default = "usual_size")]
    pub size: f32,
}

fn usual_size() -> f32 {
    1.0
}
