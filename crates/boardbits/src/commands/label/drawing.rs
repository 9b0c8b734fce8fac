//! Components as SVG: their pixels and their boxes.

use std::fmt::Write;

use cc_table::Connectivity;
use cc_table::image::{Bitmap, Component, Labeler};

/// The pixels of the image in gray, runs as rectangles, and a box around each component.
pub(super) fn svg(image: Bitmap<'_>, connectivity: Connectivity, found: &[Component]) -> String {
    let (width, height) = (image.width(), image.height());
    let scale = (1024.0 / width.max(height) as f64).max(1.0);
    let (w, h) = (width as f64 * scale, height as f64 * scale);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w:.0}\" height=\"{h:.0}\" \
         viewBox=\"0 0 {width} {height}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <path fill=\"#999\" shape-rendering=\"crispEdges\" d=\""
    );
    let mut labeler = Labeler::new();
    // Writing to a string cannot fail.
    for run in labeler.runs(image, connectivity) {
        let length = run.end - run.start;
        let _ = write!(text, "M{} {}h{length}v1h-{length}z", run.start, run.y);
    }
    text.push_str(
        "\"/>\n<g fill=\"none\" stroke=\"#d62728\" \
         stroke-width=\"0.25\">\n",
    );
    for c in found {
        let (x, y) = (c.left(), c.top());
        let _ = writeln!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\"/>",
            c.width(),
            c.height()
        );
    }
    text.push_str("</g>\n</svg>\n");
    text
}
