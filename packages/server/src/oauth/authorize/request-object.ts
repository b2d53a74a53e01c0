import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { Client } from "../../accounts/entities.ts";
import { isPublicApplication } from "../../accounts/public-application.ts";
import { RequestObjectError, verifyRequestObject } from "../../tokens/request-object.ts";
import { PARAMETER_NAMES, type ParameterName } from "./parameters.ts";

/** The parameters that a client signed, form-encoded as if they had come plain. Throws RequestObjectError. */
export type ReadRequestObject = (object: string, client: Client) => Promise<string>;

/** RFC 9101 §10.5: the error for an application that has to sign its request, and did not. */
export const SIGNATURE_MISSING = "this application must sign its requests: request is missing";

/** RFC 9101: an application signs its request with a key of its registration. */
export function createReadRequestObject(dependencies: {
  readonly clock: Clock;
  readonly issuer: string;
}): ReadRequestObject {
  const { clock, issuer } = dependencies;
  return async (object, { id, application }) => {
    // A public application cannot keep a key to sign with.
    const jwks = isPublicApplication(application) ? undefined : application.jwks;
    const claims = await verifyRequestObject(object, {
      jwks: jwks ?? { keys: [] },
      clientId: id,
      issuer,
      now: clock.seconds(),
    });
    return new URLSearchParams(PARAMETER_NAMES.flatMap((name) => parseClaim(name, claims))).toString();
  };
}

/** Claims that are not parameters are ignored, like unknown parameters (RFC 6749 §3.1). */
function parseClaim(
  name: ParameterName,
  claims: Readonly<Record<string, unknown>>,
): readonly [name: string, value: string][] {
  if (!Object.hasOwn(claims, name)) return [];
  // RFC 9101 §4: an object in an object is refused, whatever is in it.
  if (name === "request" || name === "request_uri")
    throw new RequestObjectError(`the request object must not contain ${name}`);
  const texts = parseTexts(name, claims[name]);
  if (!texts) throw new RequestObjectError(`the request object has a malformed ${name}`);
  return texts.filter((text) => text !== "").map((text) => [name, text]);
}

/** RFC 9101 §4: texts as texts, numbers as numbers, JSON as JSON; and `resource` may be a list (RFC 8707 §2). */
function parseTexts(name: ParameterName, value: unknown): readonly string[] | undefined {
  if (typeof value === "string") return [value];
  if (name === "max_age" && typeof value === "number") return [String(value)];
  if (name === "resource" && Array.isArray(value) && value.every((one) => typeof one === "string"))
    return value;
  const isJson = name === "claims" || name === "registration";
  if (isJson && typeof value === "object" && value !== null && !Array.isArray(value))
    return [JSON.stringify(value)];
  return undefined;
}
