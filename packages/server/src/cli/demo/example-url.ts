/**
 * Where the examples are. They lie beside the packages in the repository; a package that brings them along changes this
 * one line.
 */
const EXAMPLES = new URL("../../../../../examples/", import.meta.url);

export const exampleUrl = (path: string): URL => new URL(path, EXAMPLES);
