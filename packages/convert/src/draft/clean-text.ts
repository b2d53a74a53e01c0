/** A text that a configuration file may contain, cut to the length; undefined if nothing is left of it. */
export function cleanText(text: string | undefined, maxLength: number): string | undefined {
  const clean = text?.toWellFormed().replaceAll("\0", "").slice(0, maxLength).toWellFormed().trim();
  return clean === "" ? undefined : clean;
}
