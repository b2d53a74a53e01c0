/** What a document shows of an answer: `…` stands for what differs each time, alone on a line for any lines. */
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
