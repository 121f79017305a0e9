import ArgumentParser

@main
struct Graphbook: ParsableCommand {}
