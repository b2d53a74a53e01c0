import type { AnswerOf } from "../../api/call-api.ts";

export type Resolved = AnswerOf<"POST /scopes:resolve">;
export type ResolvedScopes = Extract<Resolved, { readonly issued: true }>;
export type Granted = ResolvedScopes["granted"][number];
export type Refused = ResolvedScopes["refused"][number];
export type GrantPath = NonNullable<Granted["via"]>;

export type Verdict =
  | { readonly granted: true; readonly item: Granted }
  | { readonly granted: false; readonly item: Refused };

/** Returns the granted and refused scopes in the order of the request. */
export function sortVerdicts({ granted, refused }: ResolvedScopes, asked: string): readonly Verdict[] {
  const order = asked.split(" ");
  const placeOf = ({ item }: Verdict) => {
    const place = order.indexOf(item.asked);
    return place === -1 ? order.length : place;
  };
  const verdicts: readonly Verdict[] = [
    ...granted.map((item) => ({ granted: true, item }) as const),
    ...refused.map((item) => ({ granted: false, item }) as const),
  ];
  return verdicts.toSorted((a, b) => placeOf(a) - placeOf(b));
}
