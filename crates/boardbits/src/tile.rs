//! Colored cells.

use anstyle::{Color, RgbColor, Style};

/// Style `i` of twelve, with backgrounds on which dark letters are legible.
pub(crate) fn tile(i: usize) -> Style {
    const PALETTE: [(u8, u8, u8); 12] = [
        (119, 170, 221),
        (238, 136, 102),
        (170, 170, 0),
        (68, 187, 153),
        (255, 170, 187),
        (187, 204, 51),
        (153, 221, 255),
        (238, 221, 136),
        (204, 153, 204),
        (170, 119, 68),
        (136, 204, 136),
        (221, 119, 136),
    ];
    let (r, g, b) = PALETTE[i % PALETTE.len()];
    let ink = Color::Rgb(RgbColor(30, 30, 30));
    Style::new().bg_color(Some(RgbColor(r, g, b).into())).fg_color(Some(ink))
}
