import type { Instruction } from "./containerfile.ts";

/** What the linter does not know: our own rules of an image. A line for each that is broken. */
export function findBrokenRules(instructions: readonly Instruction[]): readonly string[] {
  const bases = instructions.filter(({ keyword }) => keyword === "FROM");
  const lastBase = bases.at(-1);
  const final = lastBase ? instructions.slice(instructions.indexOf(lastBase)) : [];
  const last = (keyword: string) => final.findLast((each) => each.keyword === keyword);
  const broken: string[] = [];
  const rule = (holds: boolean, sentence: string) => {
    if (!holds) broken.push(sentence);
  };

  rule(bases.length >= 2, "there is no stage of its own for the install");
  for (const { text, line } of bases)
    rule(
      /^docker\.io\/[\w./-]+:[\w.-]+-slim(\s|$)/.test(text),
      `line ${line}: the base is no slim image with registry and tag`,
    );
  rule(/^[1-9]\d*:[1-9]\d*$/.test(last("USER")?.text ?? ""), "the last USER is no number other than 0");
  for (const keyword of ["ENTRYPOINT", "CMD"])
    rule(
      isJsonArray(last(keyword)?.text ?? ""),
      `${keyword} is not in exec form, so a shell would get the signals`,
    );
  const health = last("HEALTHCHECK")?.text ?? "";
  rule(/CMD\s+\[/.test(health), "there is no HEALTHCHECK in exec form");
  rule(!/\b(curl|wget)\b/.test(health), "the HEALTHCHECK needs a program that the image does not have");
  rule(last("VOLUME") !== undefined, "there is no VOLUME for what is written");
  rule(
    /org\.opencontainers\.image\.licenses=/.test(last("LABEL")?.text ?? ""),
    "the label of the licence is missing",
  );
  for (const { keyword, text, line } of instructions) {
    rule(keyword !== "ADD", `line ${line}: ADD also unpacks and fetches; use COPY`);
    rule(
      !/\b(tini|dumb-init|sudo)\b/.test(text),
      `line ${line}: there is a program that the image must not need`,
    );
    const isSecret = /\b(LICET_SECRET|PASSWORD|TOKEN)\b\s*=/.test(text);
    rule(!(isSecret && /^(ENV|ARG)$/.test(keyword)), `line ${line}: a secret would stay in the image`);
  }
  return broken;
}

function isJsonArray(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}
