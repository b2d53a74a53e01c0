import type { AnswerOf } from "../../api/call-api.ts";

export type Resolved = AnswerOf<"POST /scopes:resolve">;
export type ResolvedScopes = Extract<Resolved, { readonly issued: true }>;
export type Granted = ResolvedScopes["granted"][number];
export type Refused = ResolvedScopes["refused"][number];
export type Way = NonNullable<Granted["via"]>;
export type Mend = Refused["mends"][number];

export type Verdict =
  | { readonly granted: true; readonly item: Granted }
  | { readonly granted: false; readonly item: Refused };

/** Granted and refused in the order in which they were asked for. */
export function verdictsOf({ granted, refused }: ResolvedScopes, asked: string): readonly Verdict[] {
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

/** The assignment that a mend proposes, when it is one that can be made by a press. */
export function assignmentOf({
  change,
}: Mend):
  | { readonly principal: string; readonly permission?: string; readonly role?: string; readonly at?: string }
  | undefined {
  const assignments = change?.assignments;
  const [first] = Array.isArray(assignments) ? (assignments as readonly unknown[]) : [];
  return typeof first === "object" && first !== null && "principal" in first
    ? (first as { readonly principal: string })
    : undefined;
}
