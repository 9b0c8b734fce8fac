#[test]
fn stats() {
    assert_eq!(meteor::count(), 2098);
    assert_eq!(meteor::solutions().len(), 2098);
    for _ in 0..5 {
        let t=std::time::Instant::now();
        for _ in 0..100 { std::hint::black_box(meteor::count()); }
        let a=t.elapsed()/100;
        let t=std::time::Instant::now();
        for _ in 0..100 { std::hint::black_box(meteor::solutions()); }
        println!("count {a:?} solutions {:?}", t.elapsed()/100);
    }
}
