import type { JsonObject } from "../../components/fields/object-rows.ts";

const EXAMPLES: JsonObject = {
  ip: "203.0.113.7",
  grant_type: "authorization_code",
  acr: "urn:licet:acr:password",
  amr: ["pwd"],
  auth_time: Math.floor(Date.now() / 1000),
  time: new Date().toISOString(),
};

/** Selects the inputs that the question can set (`request.…`); the others belong to the subject or the instance. */
export function contextFor(names: readonly string[]): JsonObject | undefined {
  const said = names.flatMap((name): readonly (readonly [string, unknown])[] => {
    const [, free] = /^request\.context\.(\w+)/.exec(name) ?? [];
    if (free !== undefined) return [[free, ""]];
    const [, known] = /^request\.(\w+)$/.exec(name) ?? [];
    if (known !== undefined && known in EXAMPLES) return [[known, EXAMPLES[known]]];
    return name.startsWith("client.") ? [["client", { id: "" }]] : [];
  });
  return said.length === 0 ? undefined : (Object.fromEntries(said) as JsonObject);
}
