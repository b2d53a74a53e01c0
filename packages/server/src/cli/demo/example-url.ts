/**
 * The folder of the examples. In the repository it is next to the packages; a package that contains the examples
 * changes this one line.
 */
const EXAMPLES = new URL("../../../../../examples/", import.meta.url);

export const exampleUrl = (path: string): URL => new URL(path, EXAMPLES);
