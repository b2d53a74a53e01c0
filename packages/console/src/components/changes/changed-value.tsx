import { useTexts } from "../../texts/use-texts.tsx";
import { Time } from "../../ui/display/time.tsx";
import { changeTexts } from "./texts.ts";

interface ChangedValueProps {
  readonly member: string;
  readonly value: unknown;
  /** In a sentence: long values are shortened, and texts are quoted. */
  readonly inline?: boolean;
}

/** A value of a member before or after a change. */
export function ChangedValue({ member, value, inline = false }: ChangedValueProps) {
  const { when } = useTexts(changeTexts);
  if (member === "expires_at" && typeof value === "string") return <Time at={value} look="absolute" />;
  const text = writeValue(value, when);
  if (inline && typeof value === "string" && !LIST_MEMBERS.has(member))
    return <q className="wrap-anywhere">{shorten(text)}</q>;
  return (
    <code dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap">
      {inline ? shorten(text) : text}
    </code>
  );
}

/** The items of these are identifiers, which are not quoted. */
const LIST_MEMBERS: ReadonlySet<string> = new Set([
  "inherits",
  "grants",
  "delegated",
  "redirect_uris",
  "post_logout_redirect_uris",
  "serves",
  "ceiling",
  "actions",
]);

/** A grant reads as its permission, a delegated scope as the scope; any other value as JSON. */
function writeValue(value: unknown, when: string): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.length > 0) return value.map((item) => writeValue(item, when)).join("\n");
  if (isObject(value)) {
    const { permission, when: condition, scope, consent, ...rest } = value;
    if (Object.keys(rest).length === 0 && typeof permission === "string")
      return condition === undefined ? permission : `${permission} (${when} ${String(condition)})`;
    if (Object.keys(rest).length === 0 && typeof scope === "string") return `${scope} (${String(consent)})`;
  }
  return JSON.stringify(value, null, isObject(value) ? 1 : 0);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const LONGEST = 80;
const shorten = (text: string): string => {
  const characters = [...text.replaceAll(/\s+/g, " ")];
  return characters.length <= LONGEST ? characters.join("") : `${characters.slice(0, LONGEST).join("")}…`;
};
