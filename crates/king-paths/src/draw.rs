//! Shortest paths as a picture.

use alloc::string::{String, ToString};

use bitboard_core::svg::Drawing;
use bitboard_core::{Dilate, Geometry, Word};

use crate::shortest::ShortestPaths;

const WALL: &str = "#4a4843";
const STEP: &str = "#22211d";
/// From the first layer to the last, light enough to write on: along the colors of viridis.
const COLORS: [[f64; 3]; 5] = [
    [253.0, 231.0, 37.0],
    [144.0, 215.0, 67.0],
    [53.0, 183.0, 121.0],
    [61.0, 155.0, 176.0],
    [132.0, 140.0, 214.0],
];

impl<W: Word, G: Geometry, D: Dilate<G>> ShortestPaths<'_, W, G, D> {
    /// A picture of the board that prints as SVG: layers have colors and numbers, lines are the moves of all shortest
    /// paths, cells that all of them pass have a thick border, and cells outside `within` are dark.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let paths = shortest_paths(Cell::E4, Cell::H8, Bitboard::<u64, Chess>::FULL, &Steps::KING);
    /// assert!(paths.drawing().to_string().starts_with("<svg "));
    /// ```
    #[must_use]
    pub fn drawing(&self) -> Drawing {
        let mut drawing = Drawing::of::<G>();
        drawing.cells(!self.within(), WALL);
        let layers = self.layers();
        for (i, &layer) in layers.iter().enumerate() {
            drawing.cells(layer, &color(i, layers.len()));
        }
        for pair in layers.windows(2) {
            for cell in pair[0] {
                let after = self.moves().dilate_within(cell.into(), self.within()) & pair[1];
                for next in after {
                    drawing.line(cell.coords(), next.coords(), STEP);
                }
            }
        }
        let must_pass = self.must_pass();
        for (i, &layer) in layers.iter().enumerate() {
            for cell in layer {
                let (x, y) = cell.coords();
                drawing.disc(x, y, &color(i, layers.len())).text(x, y, &(i + 1).to_string());
                if must_pass.contains(cell) {
                    drawing.outline(x, y, STEP);
                }
            }
        }
        drawing
    }
}

/// The color of a layer.
fn color(layer: usize, layers: usize) -> String {
    let last = COLORS.len() - 1;
    let at = layer as f64 / (layers.max(2) - 1) as f64 * last as f64;
    let below = (at as usize).min(last - 1);
    let share = at - below as f64;
    let mix = |i: usize| COLORS[below][i] * (1.0 - share) + COLORS[below + 1][i] * share;
    alloc::format!("#{:02x}{:02x}{:02x}", mix(0) as u8, mix(1) as u8, mix(2) as u8)
}
