/** RFC 6901: `/grants/0/permission`; empty for the whole document. */
export const writePointer = (path: readonly (string | number)[]): string =>
  path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
