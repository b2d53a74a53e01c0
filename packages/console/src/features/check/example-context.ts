import type { JsonObject } from "../../components/fields/object-rows.ts";

const EXAMPLE_VALUES: JsonObject = {
  ip: "203.0.113.7",
  grant_type: "authorization_code",
  acr: "urn:licet:acr:password",
  amr: ["pwd"],
  auth_time: Math.floor(Date.now() / 1000),
  time: new Date().toISOString(),
};

/**
 * Returns example values for the missing inputs that the context can provide (`request.…` and `client`); undefined if
 * there are none. The others are attributes of the subject or of the instance.
 */
export function createExampleContext(names: readonly string[]): JsonObject | undefined {
  const members = names.flatMap((name): readonly (readonly [string, unknown])[] => {
    const [, custom] = /^request\.context\.(\w+)/.exec(name) ?? [];
    if (custom !== undefined) return [[custom, ""]];
    const [, known] = /^request\.(\w+)$/.exec(name) ?? [];
    if (known !== undefined && known in EXAMPLE_VALUES) return [[known, EXAMPLE_VALUES[known]]];
    return name.startsWith("client.") ? [["client", { id: "" }]] : [];
  });
  return members.length === 0 ? undefined : (Object.fromEntries(members) as JsonObject);
}
