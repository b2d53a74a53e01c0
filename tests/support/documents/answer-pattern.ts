/** The pattern of an answer in a document: `…` matches any text within a line, and any lines if it is alone on one. */
export function answerPattern(shown: string): RegExp {
  const lines = shown
    .trim()
    .split("\n")
    .map((line) =>
      line.trim() === "…" ? "[\\s\\S]*" : line.trimEnd().split("…").map(escapePattern).join("[^\\n]*"),
    );
  return new RegExp(`^\\s*${lines.join("\\n")}\\s*$`);
}

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
