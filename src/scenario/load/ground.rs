//! The ground of a scenario: its board, what is cut out of it, and a picture of heights.

use super::{Checked, Loader, parse, told};
use crate::field::Field;
use crate::field::build::Picture;
use crate::field::plan::{HeightPicture, Plan};
use crate::rules::named::Word;
use crate::rules::{Rules, Scale};
use crate::scenario::file::{BoardFile, BoardPlan, ScenarioFile};
use crate::scenario::{FileFault, battlespace, country, limits, ours, spelling};

/// The most squares a board may have each way.
const MOST_SQUARES: u32 = 12;

/// What is wrong with the size of a board, if anything.
fn size_fault((wide, deep): (u32, u32)) -> Option<String> {
    let good = |squares: u32| (1..=MOST_SQUARES).contains(&squares);
    (!good(wide) || !good(deep))
        .then(|| format!("{wide} by {deep} squares; allowed: 1 to {MOST_SQUARES} each"))
}

impl Loader<'_> {
    pub(super) fn board(&self, text: &str, rules: &Rules) -> Result<Checked, Vec<FileFault>> {
        let mut board: BoardFile = parse(&self.path, text).map_err(|fault| vec![fault])?;
        self.limited(limits::of_board(&board))?;
        spelling::of_board(&mut board);
        if let Some(what) = size_fault(board.squares) {
            return Err(vec![self.fault("squares".to_owned(), what)]);
        }
        let mut faults = Vec::new();
        for (at, point) in board.points.iter().enumerate() {
            let (x, y) = point.at;
            let inner = |along: f32, squares: u32| {
                along > 0.0 && along < squares as f32 && along.fract() == 0.0
            };
            if !inner(x, board.squares.0) || !inner(y, board.squares.1) {
                let what = format!("({x}, {y}) is no inner crossing of the grid");
                faults.push(self.fault(format!("points[{at}].at"), what));
            }
            if board.points[..at].iter().any(|other| other.id == point.id) {
                let what = format!("there are two points `{}`", point.id);
                faults.push(self.fault(format!("points[{at}].id"), what));
            }
        }
        if let Err(ground) = Field::build(&board.ground, board.squares, Scale::Mm15, rules, None) {
            faults.extend(
                ground
                    .into_iter()
                    .map(|fault| self.fault(format!("ground.{}", fault.path), fault.what)),
            );
        }
        let rich = board.rich.faults(board.squares).into_iter();
        faults.extend(rich.map(|fault| self.fault(format!("rich.{}", fault.path), fault.what)));
        if !faults.is_empty() {
            return Err(told(faults));
        }
        Ok(Checked::Board {
            name: board.name,
            squares: board.squares,
            points: board.points.len(),
        })
    }

    /// The squares of the board and all that lies on them, the board's own ground first.
    pub(super) fn ground(
        &self,
        file: &ScenarioFile,
        rules: &Rules,
    ) -> Result<((u32, u32), Plan), Vec<FileFault>> {
        match &file.board {
            BoardPlan::Squares(wide, deep) => match size_fault((*wide, *deep)) {
                None => Ok(((*wide, *deep), file.ground.clone())),
                Some(what) => Err(vec![self.fault("board".to_owned(), what)]),
            },
            BoardPlan::Cut {
                board,
                points,
                country,
            } => {
                let path = self.shelf.beside(board);
                let text = self.shelf.text_beside(board).map_err(|fault| {
                    vec![self.fault("board.board".to_owned(), fault.to_string())]
                })?;
                // The board's own faults are told as its own.
                Loader::new(&path, &text, self.shelf).board(&text, rules)?;
                let mut whole: BoardFile = parse(&path, &text).map_err(|fault| vec![fault])?;
                spelling::of_board(&mut whole);
                if let Some(country) = country.as_ref().and_then(Word::known) {
                    country::shape(&mut whole, country);
                }
                let (squares, mut ground) = battlespace::cut(&whole, points)
                    .map_err(|what| vec![self.fault("board.points".to_owned(), what)])?;
                ground.add(file.ground.clone());
                Ok((squares, ground))
            }
        }
    }

    /// The picture of the heights, a PNG beside the scenario.
    pub(super) fn picture(&self, plan: &HeightPicture) -> Result<Picture, FileFault> {
        let path = self.shelf.beside(&plan.file);
        let bad = |what: String| {
            self.fault(
                "ground.picture.file".to_owned(),
                format!("{}: {what}", path.display()),
            )
        };
        let bytes = self
            .shelf
            .bytes_beside(&plan.file, ours::MOST_PICTURE)
            .map_err(bad)?;
        if let Some(what) = picture_fault(&bytes) {
            return Err(bad(what));
        }
        let pixmap = resvg::tiny_skia::Pixmap::decode_png(&bytes)
            .map_err(|error| bad(format!("is no PNG: {error}")))?;
        let pixels = pixmap
            .pixels()
            .iter()
            .map(|pixel| {
                let sum =
                    u32::from(pixel.red()) + u32::from(pixel.green()) + u32::from(pixel.blue());
                sum as f32 / (3.0 * 255.0)
            })
            .collect();
        Ok(Picture {
            width: pixmap.width() as usize,
            pixels,
            range: (plan.black, plan.white),
        })
    }
}

/// The most pixels of a picture of heights, each way: finer than any table is measured.
const MOST_PIXELS: u32 = 2048;

/// What is wrong with the size of a PNG, if anything. It stands at its beginning, and is looked at
/// before the picture is unpacked.
pub(crate) fn picture_fault(bytes: &[u8]) -> Option<String> {
    let size = bytes.get(16..24)?;
    let side = |at: usize| u32::from_be_bytes([size[at], size[at + 1], size[at + 2], size[at + 3]]);
    let (wide, high) = (side(0), side(4));
    (wide > MOST_PIXELS || high > MOST_PIXELS)
        .then(|| format!("has {wide} by {high} pixels; allowed: up to {MOST_PIXELS} each way"))
}
