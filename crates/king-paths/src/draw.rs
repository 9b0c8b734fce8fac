//! Layers as a picture.

use alloc::string::{String, ToString};

use bitboard_core::svg::Drawing;
use bitboard_core::{Bitboard, Dilate, Geometry, Word};

use crate::layers::Layers;

const WALL: &str = "#4a4843";
const STEP: &str = "#22211d";
/// From the first layer to the last, light enough to write on: a path through the colours of viridis.
const COLOURS: [[f64; 3]; 5] = [
    [253.0, 231.0, 37.0],
    [144.0, 215.0, 67.0],
    [53.0, 183.0, 121.0],
    [61.0, 155.0, 176.0],
    [132.0, 140.0, 214.0],
];

impl<W: Word, G: Geometry> Layers<W, G> {
    /// The board with the layers in colours and numbers, lines for the steps of all shortest paths, a thick
    /// border around cells that every one of them passes, and dark cells outside `within`. The
    /// drawing prints as SVG.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Chess, Steps};
    /// use king_paths::all_shortest_paths;
    ///
    /// type Board = Bitboard<u64, Chess>;
    /// let (e4, h8) = (Board::new(1 << 28), Board::new(1 << 63));
    /// let layers = all_shortest_paths(e4, h8, Board::FULL, &Steps::KING);
    /// let svg = layers.drawing(Board::FULL, &Steps::KING).to_string();
    /// assert!(svg.starts_with("<svg "));
    /// ```
    #[must_use]
    pub fn drawing<D: Dilate<G>>(&self, within: Bitboard<W, G>, steps: &D) -> Drawing {
        let mut drawing = Drawing::of::<G>();
        drawing.cells(!within, WALL);
        for (i, &layer) in self.iter().enumerate() {
            drawing.cells(layer, &colour(i, self.len()));
        }
        for pair in self.windows(2) {
            for cell in pair[0] {
                let after = steps.dilate_within(Bitboard::from_cell(cell), within) & pair[1];
                for next in after {
                    drawing.line(cell.coords(), next.coords(), STEP);
                }
            }
        }
        let must_pass = self.must_pass();
        for (i, &layer) in self.iter().enumerate() {
            for cell in layer {
                let (x, y) = cell.coords();
                drawing.disc(x, y, &colour(i, self.len())).text(x, y, &(i + 1).to_string());
                if must_pass.contains(cell) {
                    drawing.outline(x, y, STEP);
                }
            }
        }
        drawing
    }
}

/// The colour of a layer.
fn colour(layer: usize, layers: usize) -> String {
    let last = COLOURS.len() - 1;
    let at = layer as f64 / (layers.max(2) - 1) as f64 * last as f64;
    let below = (at as usize).min(last - 1);
    let share = at - below as f64;
    let mix = |i: usize| COLOURS[below][i] * (1.0 - share) + COLOURS[below + 1][i] * share;
    alloc::format!("#{:02x}{:02x}{:02x}", mix(0) as u8, mix(1) as u8, mix(2) as u8)
}
