/** HTML that is safe to embed. Only the `html` tag creates it, so a plain string cannot become HTML by accident. */
export type { SafeHtml };

export type Embeddable = SafeHtml | string | number | undefined | false | readonly Embeddable[];

class SafeHtml {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/**
 * A template tag that escapes its values for text and for quoted attributes. It joins arrays; `undefined` and `false`
 * become an empty string.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Embeddable[]): SafeHtml {
  if (!checked.has(parts)) checkTemplate(parts);
  let text = parts[0] ?? "";
  for (const [index, value] of values.entries()) text += embed(value) + (parts[index + 1] ?? "");
  return new SafeHtml(text);
}

const checked = new WeakSet<TemplateStringsArray>();

/** Escaping protects only text and quoted attributes, so a template with a value in any other position throws. */
function checkTemplate(parts: TemplateStringsArray): void {
  if (!Array.isArray(parts.raw)) throw new TypeError("html is a template tag, not a function of a string");
  for (const part of parts.slice(0, -1)) {
    if (/=\s*$/.test(part)) throw new TypeError(`an attribute without quotes: …${part.slice(-40)}`);
  }
  if (/<(script|style)[^>]*>[^<]/i.test(parts.join(""))) throw new TypeError("no inline script or style");
  checked.add(parts);
}

function embed(value: Embeddable): string {
  if (value === undefined || value === false) return "";
  if (value instanceof SafeHtml) return value.toString();
  if (typeof value === "string") return escapeText(value);
  if (typeof value === "number") return String(value);
  return value.map(embed).join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
