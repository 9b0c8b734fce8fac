//! `boardbits meteor`.

mod common;

#[test]
fn the_output_is_the_published_one() {
    // Computer Language Benchmarks Game, meteor-contest 2098.
    let published = "2098 solutions found\n\n\
        0 0 0 0 1 \n 2 2 2 0 1 \n2 6 6 1 1 \n 2 6 1 5 5 \n8 6 5 5 5 \n \
        8 6 3 3 3 \n4 8 8 9 3 \n 4 4 8 9 3 \n4 7 4 7 9 \n 7 7 7 9 9 \n\n\
        9 9 9 9 8 \n 9 6 6 8 5 \n6 6 8 8 5 \n 6 8 2 5 5 \n7 7 7 2 5 \n \
        7 4 7 2 0 \n1 4 2 2 0 \n 1 4 4 0 3 \n1 4 0 0 3 \n 1 1 3 3 3 \n\n";
    assert_eq!(common::answer("meteor", ""), published);
}
