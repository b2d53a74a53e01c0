import { CLIENT_ID } from "../../auth/request-tokens.ts";
import { reasonTexts } from "../../components/decisions/reason-texts.ts";
import { parseChoice, parseText } from "../../values/parse-search.ts";

export const TIME_SPANS = ["1h", "24h", "7d", "custom"] as const;
export type TimeSpan = (typeof TIME_SPANS)[number];

export const ANY_REASON = "any";
const REASONS = Object.keys(reasonTexts.en.reasons) as (keyof typeof reasonTexts.en.reasons)[];
export const REFUSAL_FILTERS = [ANY_REASON, ...REASONS] as const;
export type RefusalFilter = (typeof REFUSAL_FILTERS)[number];

const SPAN_MILLISECONDS: Record<Exclude<TimeSpan, "custom">, number> = {
  "1h": 3_600_000,
  "24h": 86_400_000,
  "7d": 7 * 86_400_000,
};

/** The filters of the audit log in the address. */
export interface ActivitySearch {
  /** `token.denied`; with a dot at its end, every type with this prefix. */
  readonly type?: string;
  readonly actor?: string;
  readonly target?: string;
  readonly request?: string;
  /** The reason of a refused scope, or `any`. */
  readonly refused?: RefusalFilter;
  /** The code of a failure: `invalid_client`. */
  readonly error?: string;
  readonly span?: TimeSpan;
  /** RFC 3339; for a custom time range. */
  readonly from?: string;
  readonly to?: string;
  /** The console's own sign-ins and tokens are hidden by default: each page reload writes two events. */
  readonly console?: "shown";
}

export function parseActivitySearch(search: Record<string, unknown>): ActivitySearch {
  const [type, actor, target, request] = ["type", "actor", "target", "request"].map((name) =>
    parseText(search[name]),
  );
  const refused = parseChoice(search.refused, REFUSAL_FILTERS);
  const error = parseText(search.error);
  const span = parseChoice(search.span, TIME_SPANS);
  const own = parseChoice(search.console, ["shown"] as const);
  const [from, to] = ["from", "to"].map((name) => momentIn(search, name));
  return {
    ...(type !== undefined && { type }),
    ...(actor !== undefined && { actor }),
    ...(target !== undefined && { target }),
    ...(request !== undefined && { request }),
    ...(refused !== undefined && { refused }),
    ...(error !== undefined && /^[a-z_]{1,64}$/.test(error) && { error }),
    ...(span !== undefined && { span }),
    ...(span === "custom" && from !== undefined && { from }),
    ...(span === "custom" && to !== undefined && { to }),
    ...(own !== undefined && { console: own }),
  };
}

function momentIn(search: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const text = parseText(search[name]);
  return text === undefined || Number.isNaN(Date.parse(text)) ? undefined : text;
}

/** Turns the filters into an API query. A range such as "24h" counts back from `now`. */
export function auditQueryFrom(search: ActivitySearch, now: number) {
  const { request, span, from, to, console: _, ...same } = search;
  const start =
    span === undefined || span === "custom" ? from : new Date(now - SPAN_MILLISECONDS[span]).toISOString();
  return {
    ...same,
    ...(request !== undefined && { request_id: request }),
    ...(start !== undefined && { from: start }),
    ...(to !== undefined && { to }),
    ...(hidesConsole(search) && { except_application: CLIENT_ID }),
  };
}

/** A filter for the console itself shows its events. */
export const hidesConsole = ({ console: own, actor, target }: ActivitySearch): boolean =>
  own !== "shown" && ![actor, target].includes(`application:${CLIENT_ID}`);

export const isNarrowed = ({ console: _, ...search }: ActivitySearch): boolean =>
  Object.keys(search).length > 0;
