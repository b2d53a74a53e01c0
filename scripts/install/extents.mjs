/** What `npm start` needs: the pinned Node, the packages' dependencies, and what builds the console. */
export const RUNNING = "running";

/** That, and what tests, checks, examples and the benchmark need: all devDependencies. */
export const EVERYTHING = "everything";

export const includes = (installed, needed) => installed === needed || installed === EVERYTHING;
