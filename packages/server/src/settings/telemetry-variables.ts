import { InvalidInputError } from "../core/errors/errors.ts";

export type Variables = Readonly<Record<string, string | undefined>>;

/** Reads environment variables in the forms that the specification of OpenTelemetry gives them. */
export interface ReadVariables {
  /** Undefined also for an empty one, which the specification takes for one that is not set. */
  text(name: string): string | undefined;
  flag(name: string): boolean;
  oneOf<T extends string>(name: string, values: readonly T[], hint?: string): T | undefined;
  wholeNumber(name: string, preset: number): number;
  /** From 0 to 1, and 1 if it is not set. */
  ratio(name: string): number;
  /** `key=value` by comma, each value percent-encoded. */
  pairs(name: string): Readonly<Record<string, string>>;
  url(name: string, text: string): string;
}

/** The messages do not quote values: headers and addresses may hold credentials. */
const invalid = (name: string, expected: string) =>
  new InvalidInputError(`${name} is not valid: expected ${expected}`);

export function createReadVariables(env: Variables): ReadVariables {
  const text = (name: string) => env[name]?.trim() || undefined;
  return {
    text,
    flag: (name) => text(name)?.toLowerCase() === "true",
    oneOf(name, values, hint = "") {
      const given = text(name);
      const known = values.find((value) => value === given);
      if (given === undefined || known !== undefined) return known;
      throw invalid(name, `${values.join(", ")}${hint}`);
    },
    wholeNumber(name, preset) {
      const given = text(name);
      if (given === undefined) return preset;
      if (/^[1-9]\d{0,8}$/.test(given)) return Number(given);
      throw invalid(name, "a whole number from 1 to 999999999");
    },
    ratio(name) {
      const given = text(name);
      if (given === undefined) return 1;
      if (/^(0|1|[01]?\.\d+)$/.test(given) && Number(given) <= 1) return Number(given);
      throw invalid(name, "a number from 0 to 1");
    },
    pairs: (name) =>
      Object.fromEntries(
        (text(name) ?? "")
          .split(",")
          .filter((part) => part.trim() !== "")
          .map((part) => parsePair(name, part)),
      ),
    url(name, given) {
      const url = URL.canParse(given) ? new URL(given) : undefined;
      if (url && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "") return given;
      throw invalid(
        name,
        "http://host:port or https://host:port, with credentials in OTEL_EXPORTER_OTLP_HEADERS",
      );
    },
  };
}

function parsePair(name: string, part: string): readonly [string, string] {
  const [, key, value] = /^\s*([^\s=]+)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
  try {
    if (key !== undefined && value !== undefined) return [key, decodeURIComponent(value)];
  } catch {
    // A broken escape is reported below.
  }
  throw invalid(name, "key=value pairs, separated by commas, with other characters percent-encoded");
}
