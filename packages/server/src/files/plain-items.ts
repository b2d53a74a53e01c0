/** A text that no rule of YAML reads as anything but itself: not as a number, a date, a boolean or null. */
const PLAIN = String.raw`[A-Za-z][\w.@/-]*(?::[\w.@/*-]+)*`;
const PAIR = `([a-z_]+): (${PLAIN})`;
const FLOW_ITEM = new RegExp(String.raw`^ *- \{ ?${PAIR}((?:, [a-z_]+: ${PLAIN})*) ?\}\r?$`);
const BLOCK_FIRST = new RegExp(String.raw`^( *)- ${PAIR}\r?$`);
const BLOCK_NEXT = new RegExp(String.raw`^( *)${PAIR}\r?$`);
const NEXT_PAIR = new RegExp(`, ${PAIR}`, "g");
/** YAML §10.3.2: the values of the core schema that begin with a letter. */
const NOT_TEXT = new Set(["true", "True", "TRUE", "false", "False", "FALSE", "null", "Null", "NULL"]);

/**
 * Reads items of the simplest form, as programs write them: `- { principal: user:alice, role: clerk }`, or a line for
 * each member. Undefined when any line has another form: the YAML parser then reads all of them. It takes fifty times
 * as long.
 */
export function parsePlainItems(text: string): readonly object[] | undefined {
  const items: Record<string, string>[] = [];
  let indent = -1;
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const flow = FLOW_ITEM.exec(line);
    if (flow) {
      const item: Record<string, string> = {};
      if (!add(item, flow[1], flow[2])) return undefined;
      for (const [, key, value] of (flow[3] ?? "").matchAll(NEXT_PAIR))
        if (!add(item, key, value)) return undefined;
      items.push(item);
      indent = -1;
      continue;
    }
    const first = BLOCK_FIRST.exec(line);
    if (first) {
      const item: Record<string, string> = {};
      if (!add(item, first[2], first[3])) return undefined;
      items.push(item);
      indent = (first[1]?.length ?? 0) + 2;
      continue;
    }
    const next = BLOCK_NEXT.exec(line);
    const last = items.at(-1);
    if (!next || !last || next[1]?.length !== indent || !add(last, next[2], next[3])) return undefined;
  }
  return items;
}

/** False for what only the parser may judge: a repeated key, and words that are no text. */
function add(item: Record<string, string>, key = "", value = ""): boolean {
  if (NOT_TEXT.has(value) || NOT_TEXT.has(key) || Object.hasOwn(item, key) || key === "__proto__")
    return false;
  item[key] = value;
  return true;
}
