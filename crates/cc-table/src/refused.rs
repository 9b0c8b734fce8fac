//! Boards of more than 8 columns do not compile, whatever function they are given to.

/// Makes two tests of each call: with 8 columns it compiles, and with 9 it does not.
macro_rules! refused {
    ($($name:ident: $call:literal,)*) => {$(
        #[doc = concat!("```\n", prelude!(), "type Board = Grid<8, 9>;\n", $call, "\n```")]
        #[doc = concat!(
            "```compile_fail,E0080\n", prelude!(), "type Board = Grid<9, 9>;\n", $call, "\n```"
        )]
        mod $name {}
    )*};
}

macro_rules! prelude {
    () => {
        "use cc_table::{*, Connectivity::Four, engine::*};
        let board = Board::EMPTY;
        let (boards, mut out, mut counts) = ([board; 2], [board; 2], [0; 2]);
        fn new<const W: usize, const H: usize>(_: Grid<W, H>) -> Buffer<W, H> { Buffer::new() }
        "
    };
}

refused! {
    from_number: "fn from(_: Board) {} from(grid(0).unwrap());",
    new_buffer: "new(board);",
    root_components: "components(board, Four);",
    root_components_into: "if let Some(buffer) = &mut None { components_into(board, Four, buffer); }",
    root_for_each: "for_each(board, Four, |_| ());",
    root_count: "count(board, Four);",
    root_mask_at_least: "mask_at_least(board, 1, Four);",
    root_groups_at_least: "groups_at_least(board, 1, Four, |_| ());",
    root_largest: "largest(board, Four);",
    root_component_of: "component_of(board, bitboard_core::Cell::new(0, 0).unwrap(), Four);",
    root_sizes: "sizes(board, Four);",
    root_label: "label(board, Four);",
    root_bounding_box: "bounding_box(board);",
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
    batch_groups_at_least: "batch::groups_at_least(&boards, 1, Four, |_, _| ());",
    batch_groups_at_least_with:
        "batch::groups_at_least_with(Simd::Scalar, &boards, 1, Four, |_, _| ());",
    flood_components: "if let Some(buffer) = &mut None { flood::components(board, Four, buffer); }",
    flood_components_peeled: "if let Some(buffer) = &mut None { flood::components_peeled(board, Four, buffer); }",
    flood_component_of: "flood::component_of(board, board, Four);",
    shrink_count: "shrink::count(board, Four);",
    automaton_count: "if let Some(tables) = automaton::Automaton::of_width(7, Four) { tables.count(board); }",
    automaton_components: "if let (Some(tables), Some(buffer)) = (automaton::Automaton::of_width(7, Four), &mut None) {
            tables.components(board, buffer);
        }",
    table_components: "if let (Some(tables), Some(buffer)) = (table::Table::of_width::<7>(Four), &mut None) {
            tables.components(board, buffer);
        }",
}
