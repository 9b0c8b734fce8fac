//! `cargo build` refuses boards of more than 8 columns, in any function.

/// Makes two tests of each call: with 8 columns it compiles, and with 9 it does not.
macro_rules! refused {
    ($($name:ident: $call:literal,)*) => {$(
        #[doc = concat!("```\n", prelude!(), "type B = Board<8, 9>;\n", $call, "\n```")]
        #[doc = concat!(
            "```compile_fail,E0080\n", prelude!(), "type B = Board<9, 9>;\n", $call, "\n```"
        )]
        mod $name {}
    )*};
}

macro_rules! prelude {
    () => {
        "use cc_table::{*, Connectivity::Four, engine::*};
        let board = B::EMPTY;
        let (boards, mut out, mut counts) = ([board; 2], [board; 2], [0; 2]);
        fn new<const W: usize, const H: usize>(_: Board<W, H>) -> Components<W, H> { Components::new() }
        "
    };
}

refused! {
    new_list: "new(board);",
    root_components: "components(board, Four);",
    root_components_into: "if let Some(found) = &mut None { components_into(board, Four, found); }",
    root_components_at_least: "components_at_least(board, 1, Four).count();",
    root_mask_at_least: "mask_at_least(board, 1, Four);",
    root_count: "count(board, Four);",
    root_largest: "largest(board, Four);",
    root_component_of: "component_of(board, bitboard_core::Cell::new(0, 0).unwrap(), Four);",
    root_label: "label(board, Four);",
    batch_mask_at_least_four: "batch::mask_at_least_four(&boards, Four, &mut out).unwrap();",
    batch_mask_at_least_four_with:
        "batch::mask_at_least_four_with(Simd::Scalar, &boards, Four, &mut out).unwrap();",
    batch_count: "batch::count(&boards, Four, &mut counts).unwrap();",
    batch_count_with: "batch::count_with(Simd::Scalar, &boards, Four, &mut counts).unwrap();",
    batch_count_shrinking:
        "batch::count_shrinking(Simd::Scalar, &boards, Four, &mut counts).unwrap();",
    batch_for_each: "batch::for_each(&boards, Four, |_, _| ());",
    batch_for_each_with: "batch::for_each_with(Simd::Scalar, &boards, Four, |_, _| ());",
    batch_for_each_flooding: "batch::for_each_flooding(Simd::Scalar, &boards, Four, |_, _| ());",
    batch_for_each_at_least: "batch::for_each_at_least(&boards, 1, Four, |_, _| ());",
    batch_for_each_at_least_with:
        "batch::for_each_at_least_with(Simd::Scalar, &boards, 1, Four, |_, _| ());",
    engine_flood: "if let Some(found) = &mut None { flood(board, Four, found); }",
    engine_flood_peeled: "if let Some(found) = &mut None { flood_peeled(board, Four, found); }",
    engine_count_shrinking: "count_shrinking(board, Four);",
    automaton_count: "if let Some(tables) = Automaton::of_width(7, Four) { tables.count(board); }",
    automaton_components: "if let (Some(tables), Some(found)) = (Automaton::of_width(7, Four), &mut None) {
            tables.components(board, found);
        }",
}
