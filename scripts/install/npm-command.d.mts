export function npmCommand(): readonly [string, ...string[]];
