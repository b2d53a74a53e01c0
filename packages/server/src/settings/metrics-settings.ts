import { isIP } from "node:net";
import { findGiven, type GivenValue } from "./secret-files.ts";
import { invalid, type SettingText } from "./values.ts";

export const METRICS_ACCESS = ["public", "token", "off"] as const;
export type MetricsAccess = (typeof METRICS_ACCESS)[number];

export interface MetricsSettings {
  readonly metrics: {
    /** Undefined: public on a private server, and off on one that others can reach. */
    readonly access: MetricsAccess | undefined;
    /** What a scraper has to send; given where `access` is `token`. It is never logged or shown. */
    readonly token: string | undefined;
    /** An address of their own. Undefined: they are on the port of the server. */
    readonly listen: MetricsAddress | undefined;
  };
}

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

export function parseMetricsSettings(text: SettingText, cwd: string): MetricsSettings {
  const given = parseAccess(text("metrics"));
  const token = parseToken(findGiven("metrics_token", text, cwd));
  const listen = parseAddress(text("metrics_listen"));
  if (given === "token" && token === undefined)
    throw invalid(
      "metrics_token",
      "LICET_METRICS_TOKEN or LICET_METRICS_TOKEN_FILE, because LICET_METRICS is token",
    );
  // Whoever sets a token believes that it is needed.
  if (token !== undefined && given !== "token" && given !== "off")
    throw invalid("metrics", "token, because LICET_METRICS_TOKEN is set (or off)");
  if (given === "off" && listen) throw invalid("metrics_listen", "nothing, because LICET_METRICS is off");
  return { metrics: { access: given ?? (listen && "public"), token, listen } };
}

/** A server that others can reach shows its metrics to nobody, unless its operator says so. */
export const resolveMetricsAccess = ({ metrics }: MetricsSettings, isPrivate: boolean): MetricsAccess =>
  metrics.access ?? (isPrivate ? "public" : "off");

function parseAccess(text: string | undefined): MetricsAccess | undefined {
  if (text === undefined) return undefined;
  const access = METRICS_ACCESS.find((known) => known === text);
  if (!access) throw invalid("metrics", "public, token or off");
  return access;
}

/** RFC 6750 §2.1: what can stand behind `Bearer`. */
const SENDABLE_TOKEN = /^[A-Za-z0-9\-._~+/]{32,}=*$/;

function parseToken(given: GivenValue | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (!SENDABLE_TOKEN.test(given.value))
    throw invalid(given.name, "at least 32 characters of these: letters, digits, - . _ ~ + /");
  return given.value;
}

function parseAddress(text: string | undefined): MetricsAddress | undefined {
  if (text === undefined) return undefined;
  const [, ipv6, name, digits] = /^(?:\[([^\]]+)\]|([\w.-]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = ipv6 ?? name;
  const port = Number(digits);
  const isValid = host !== undefined && port <= 65_535 && (ipv6 === undefined || isIP(ipv6) === 6);
  if (!isValid) throw invalid("metrics_listen", "HOST:PORT, such as 127.0.0.1:9464 or [::1]:9464");
  return { host, port };
}
