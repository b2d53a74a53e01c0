/** The README of a package without links into the repository: what they lead to is not in the package. */
export const withoutRelativeLinks = (markdown: string): string =>
  markdown.replace(/\[([^\]]+)\]\(\.[^)]*\)/g, "$1");
