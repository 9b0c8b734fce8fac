//! Small inputs that fuzzing found.

use cc_label::{Connectivity, Image, LabelError, Labeler, Stream, components};

#[test]
fn what_is_past_the_width_is_refused_or_cleared() {
    // 65 columns: 63 bits of garbage at the end of each row.
    let words = [0, !0, 0, !1];
    assert_eq!(Image::borrowed(&words, (65, 2)), Err(LabelError::Padding { row: 0 }));
    let image = Image::from_words(words.to_vec(), (65, 2)).unwrap();
    let found = components(&image, Connectivity::EIGHT);
    let component = found[0];
    let seen = (found.len(), component.area(), component.left(), component.bottom());
    assert_eq!(seen, (1, 1, 64, 0));
    let mut labels = [7_u32; 130];
    assert_eq!(Labeler::new().label(&image, Connectivity::FOUR, &mut labels), Ok(1));
    assert_eq!(labels.iter().sum::<u32>(), 1);
    let mut stream = Stream::new(65, Connectivity::FOUR).unwrap();
    let expected = LabelError::Length { expected: 2, found: 1 };
    assert_eq!(stream.push_row(&words[..1], |_| unreachable!()), Err(expected));
    stream.push_row(&words[..2], |_| unreachable!()).unwrap();
    let mut count = 0;
    stream.finish(|_| count += 1);
    assert_eq!(count, 1);
}
