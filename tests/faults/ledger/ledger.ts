/** How a request that changes something ended, as its client knows it. */
export type Outcome = "acknowledged" | "refused" | "unknown";

/** 5xx and a cut connection say nothing: the change is whole or absent. */
export const outcomeOf = (status: number | undefined): Outcome => {
  if (status === undefined || status >= 500) return "unknown";
  return status < 300 ? "acknowledged" : "refused";
};

/** Access and refresh token of one delegation that a client revoked. */
export interface RevokedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** When the revocation was acknowledged, by `performance.now()`. */
  readonly at: number;
}

/**
 * What the clients of an experiment were told: which roles exist, what each code and each refresh token gave, and what is
 * revoked. It knows nothing of Licet; the clients write into it, and ask it what must hold.
 */
export interface Ledger {
  /** A role was created, changed or deleted. */
  noteRole(name: string, wanted: "present" | "absent", outcome: Outcome): void;
  /** An answer to a code with tokens. */
  noteTokensFor(code: string): void;
  /** An answer to a refresh token with its successor. */
  noteSuccessor(refreshToken: string, successor: string): void;
  noteRevoked(tokens: Omit<RevokedTokens, "at">): void;
  readonly revoked: readonly RevokedTokens[];
  /** The roles whose state is known, in the order in which they were first written. */
  expectedRoles(): ReadonlyMap<string, "present" | "absent">;
  readonly acknowledged: number;
  readonly unknown: number;
  /** What the answers contradict: codes that gave tokens twice, refresh tokens with two successors. */
  contradictions(): readonly string[];
}

export function createLedger(): Ledger {
  const roles = new Map<string, Set<"present" | "absent">>();
  const codes = new Map<string, number>();
  const successors = new Map<string, Set<string>>();
  const revoked: RevokedTokens[] = [];
  let acknowledged = 0;
  let unknown = 0;

  return {
    noteRole(name, wanted, outcome) {
      const possible = roles.get(name) ?? new Set(["absent"]);
      roles.set(name, possible);
      if (outcome === "refused") return;
      if (outcome === "acknowledged") {
        acknowledged += 1;
        possible.clear();
      } else unknown += 1;
      possible.add(wanted);
    },
    noteTokensFor(code) {
      acknowledged += 1;
      codes.set(code, (codes.get(code) ?? 0) + 1);
    },
    noteSuccessor(refreshToken, successor) {
      acknowledged += 1;
      const known = successors.get(refreshToken) ?? new Set();
      successors.set(refreshToken, known.add(successor));
    },
    noteRevoked(tokens) {
      acknowledged += 1;
      revoked.push({ ...tokens, at: performance.now() });
    },
    revoked,
    expectedRoles: () =>
      new Map(
        [...roles].flatMap(([name, [only, ...others]]) =>
          only !== undefined && others.length === 0 ? [[name, only] as const] : [],
        ),
      ),
    get acknowledged() {
      return acknowledged;
    },
    get unknown() {
      return unknown;
    },
    contradictions: () => [
      ...[...codes.values()].filter((count) => count > 1).map((count) => `a code gave tokens ${count} times`),
      ...[...successors.values()]
        .filter(({ size }) => size > 1)
        .map(({ size }) => `a refresh token has ${size} successors`),
    ],
  };
}
