import { isPrivateTransport, parseIssuer } from "../common/issuer.ts";
import { type Runtime, type RuntimeOptions, readRuntime } from "../common/runtime.ts";
import { UsageError } from "../common/usage-error.ts";
import type { AccessTokenClaims } from "./auth.ts";
import type { IntrospectionOptions } from "./introspect.ts";

/** The revocations that the issuer announced. `followRevocations()` gives one. */
export interface Revocations {
  isRevoked(claims: AccessTokenClaims): boolean;
  /** False when the issuer was not heard of for too long: a revocation may be missing. */
  isCurrent(): boolean;
  close(): void;
}

export interface VerifierOptions extends Pick<RuntimeOptions, "fetch" | "clock"> {
  /** The base URL of Licet, exactly as its discovery document writes it. */
  readonly issuer: string;
  /** The identifier of the resource, which has to be in `aud`. Of several, one has to be. */
  readonly audience: string | readonly string[];
  /** ES256, RS256 and EdDSA by default, which are all that Licet signs with. */
  readonly algorithms?: readonly string[];
  /** How far the clocks may differ; 5 by default. */
  readonly clockToleranceSeconds?: number;
  /** The address of the keys; by default the discovery document of the issuer names it. */
  readonly jwksUri?: string;
  /** How old keys may be before newer ones are asked for; 300 by default, less if the issuer says so. */
  readonly keyMaxAgeSeconds?: number;
  /** After a request for keys, unknown keys lead to no other one for this time; 5 by default. */
  readonly keyCooldownSeconds?: number;
  /** How long older keys are used on while the issuer cannot be reached; 86400, a day, by default. */
  readonly staleIfErrorSeconds?: number;
  /** How many verified tokens are remembered until they expire; 10000 by default, 0 for none. */
  readonly maxRememberedTokens?: number;
  /**
   * About how much memory they may take, 33554432 (32 MB) by default. Answers of `introspection` may take as much again,
   * and those about opaque tokens, too: none of the three takes the places of another.
   */
  readonly maxRememberedBytes?: number;
  /** Asks the issuer about tokens that have to be active at this moment. */
  readonly introspection?: IntrospectionOptions;
  readonly revocations?: Revocations;
  /** While `revocations` is not current. `introspect` by default if there is `introspection`, otherwise `refuse`. */
  readonly onSilence?: "introspect" | "refuse";
  /** How long a request to the issuer may take; 3000 by default. */
  readonly timeoutMilliseconds?: number;
  /** Accepts an issuer without TLS on another machine. Only for a network where nobody can listen. */
  readonly allowHttp?: boolean;
}

/** Options with all their defaults, checked. */
export interface VerifierSettings {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly algorithms: readonly string[];
  readonly clockToleranceSeconds: number;
  readonly jwksUri: string | undefined;
  readonly keyMaxAgeSeconds: number;
  readonly keyCooldownSeconds: number;
  readonly staleIfErrorSeconds: number;
  readonly maxRememberedTokens: number;
  readonly maxRememberedBytes: number;
  readonly introspection: Required<IntrospectionOptions> | undefined;
  readonly revocations: Revocations | undefined;
  readonly onSilence: "introspect" | "refuse";
  readonly timeoutMilliseconds: number;
  readonly allowHttp: boolean;
  readonly runtime: Runtime;
}

/** RFC 8725 §3.1. With a symmetric one, whoever can verify tokens could also make them. */
const ASYMMETRIC = /^(ES(256|384|512)|RS(256|384|512)|PS(256|384|512)|EdDSA|Ed25519)$/;
const LICET_ALGORITHMS = ["ES256", "RS256", "EdDSA"];
const DAY_SECONDS = 86_400;
const MEBIBYTE = 1_048_576;

/** A mistake of the developer is a UsageError that says what to write. */
export function parseVerifierOptions(options: VerifierOptions): VerifierSettings {
  if (typeof options !== "object" || options === null)
    throw new UsageError(
      "write { issuer, audience }: the base URL of Licet and the identifier of the resource",
    );
  const { issuer, jwksUri, allowHttp = false, revocations } = options;
  parseIssuer(issuer, { allowHttp });
  const introspection = parseIntrospection(options.introspection);
  return {
    issuer,
    audiences: parseAudiences(options.audience),
    algorithms: parseAlgorithms(options.algorithms ?? LICET_ALGORITHMS),
    clockToleranceSeconds: parseNumber(options, "clockToleranceSeconds", 5, 0, 300),
    jwksUri: jwksUri === undefined ? undefined : parseJwksUri(jwksUri, allowHttp),
    keyMaxAgeSeconds: parseNumber(options, "keyMaxAgeSeconds", 300, 1, DAY_SECONDS),
    keyCooldownSeconds: parseNumber(options, "keyCooldownSeconds", 5, 1, 3_600),
    staleIfErrorSeconds: parseNumber(options, "staleIfErrorSeconds", DAY_SECONDS, 0, 30 * DAY_SECONDS),
    maxRememberedTokens: parseNumber(options, "maxRememberedTokens", 10_000, 0, 10_000_000),
    maxRememberedBytes: parseNumber(options, "maxRememberedBytes", 32 * MEBIBYTE, 0, 65_536 * MEBIBYTE),
    introspection,
    revocations,
    onSilence: parseOnSilence(options, introspection !== undefined),
    timeoutMilliseconds: parseNumber(options, "timeoutMilliseconds", 3_000, 1, 60_000),
    allowHttp,
    runtime: readRuntime(options),
  };
}

function parseAudiences(audience: unknown): readonly string[] {
  const audiences = Array.isArray(audience) ? audience : [audience];
  if (audiences.length === 0 || audiences.some((one) => typeof one !== "string" || one === ""))
    throw new UsageError(
      'audience: write the identifier of the resource in Licet, such as "https://orders.example.com"',
    );
  return audiences;
}

function parseAlgorithms(algorithms: readonly string[]): readonly string[] {
  if (!Array.isArray(algorithms) || algorithms.length === 0)
    throw new UsageError('algorithms: write a list, such as ["ES256"]');
  const wrong = algorithms.find((algorithm) => !ASYMMETRIC.test(algorithm));
  if (wrong !== undefined)
    throw new UsageError(
      `algorithms: ${wrong} is not accepted; write asymmetric ones such as ES256, RS256, EdDSA`,
    );
  return [...algorithms];
}

function parseJwksUri(jwksUri: string, allowHttp: boolean): string {
  if (!URL.canParse(jwksUri) || !(allowHttp || isPrivateTransport(new URL(jwksUri))))
    throw new UsageError("jwksUri: write the https:// address of the keys, or leave it out");
  return jwksUri;
}

function parseIntrospection(
  given: IntrospectionOptions | undefined,
): Required<IntrospectionOptions> | undefined {
  if (given === undefined) return undefined;
  const { clientId, clientSecret, always = false, opaqueTokens = false } = given;
  for (const [name, value] of Object.entries({ clientId, clientSecret }))
    if (typeof value !== "string" || value === "")
      throw new UsageError(
        `introspection.${name}: is empty; write that of an application that serves the resource`,
      );
  // Anything but a boolean may be a mistake, and would open more than was meant.
  if (typeof opaqueTokens !== "boolean")
    throw new UsageError("introspection.opaqueTokens: write true or false");
  const cacheSeconds = parseNumber(given, "cacheSeconds", 5, 0, 300);
  return { clientId, clientSecret, always, opaqueTokens, cacheSeconds };
}

function parseOnSilence(
  { onSilence, revocations }: VerifierOptions,
  canIntrospect: boolean,
): "introspect" | "refuse" {
  if (onSilence !== undefined && onSilence !== "introspect" && onSilence !== "refuse")
    throw new UsageError('onSilence: write "introspect" or "refuse"');
  if (onSilence !== undefined && revocations === undefined)
    throw new UsageError("onSilence: is about revocations; give these, too");
  if (onSilence === "introspect" && !canIntrospect)
    throw new UsageError("onSilence: to introspect, give introspection, too");
  return onSilence ?? (canIntrospect ? "introspect" : "refuse");
}

function parseNumber<Name extends string>(
  options: { readonly [name in Name]?: number },
  name: Name,
  otherwise: number,
  least: number,
  most: number,
): number {
  const value = options[name] ?? otherwise;
  if (typeof value !== "number" || !(value >= least && value <= most))
    throw new UsageError(`${name}: write a number from ${least} to ${most}`);
  return value;
}
