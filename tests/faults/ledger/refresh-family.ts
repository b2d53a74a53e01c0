import type { Random } from "../support/random.ts";
import { type Ledger, outcomeOf } from "./ledger.ts";
import type { LicetClient } from "./licet-client.ts";

/** How long Licet accepts a refresh token again whose answer got lost, less a second for the rounding of its clock. */
const RETRY_MILLISECONDS = 9_000;

/** What a client holds that was authorized once: each refresh token was the answer to the one before. */
export interface RefreshFamily {
  readonly accessToken: string;
  /** The newest is the last one. */
  readonly refreshTokens: readonly string[];
}

export interface RefreshFamilies {
  /** Gets a code and exchanges it. Undefined when one of the two was not answered. */
  open(): Promise<RefreshFamily | undefined>;
  /**
   * Presents the newest token, sometimes twice at once. Undefined when the family is over: an answer was lost, and the
   * client came back only when the token was no longer accepted again.
   */
  advance(family: RefreshFamily, random: Random): Promise<RefreshFamily | undefined>;
  /** Presents one code twice at once, which revokes what it gave. */
  replayCode(): Promise<void>;
  revoke(family: RefreshFamily): Promise<void>;
  /** Families whose client came back too late after a lost answer. */
  readonly late: number;
  /** What was acknowledged and is refused. */
  readonly violations: readonly string[];
}

export function createRefreshFamilies(client: LicetClient, ledger: Ledger): RefreshFamilies {
  const violations: string[] = [];
  /** When the first request with a token was sent whose answer got lost. */
  const unansweredSince = new Map<string, number>();
  let late = 0;

  async function getCode(): Promise<string | undefined> {
    const { status, headers } = await client.authorize();
    if (outcomeOf(status) === "unknown") return undefined;
    const location = headers.get("location") ?? "";
    const code = URL.canParse(location) ? new URL(location).searchParams.get("code") : undefined;
    if (code) return code;
    violations.push(`no code for a user who is signed in: ${status} ${location}`);
    return undefined;
  }

  return {
    async open() {
      const code = await getCode();
      if (code === undefined) return undefined;
      const { status, body } = await client.exchange(code);
      if (outcomeOf(status) === "refused")
        violations.push(`a fresh code was refused: ${JSON.stringify(body)}`);
      if (status !== 200) return undefined;
      ledger.noteTokensFor(code);
      const { access_token, refresh_token } = body as Readonly<Record<string, string>>;
      return { accessToken: String(access_token), refreshTokens: [String(refresh_token)] };
    },

    async advance(family, random) {
      const { refreshTokens } = family;
      const newest = refreshTokens.at(-1) as string;
      const startedAt = performance.now();
      const times = random.chance(0.2) ? 2 : 1;
      const answers = await Promise.all(Array.from({ length: times }, () => client.refresh(newest)));
      const granted = answers.filter(({ status }) => status === 200);
      for (const { body } of granted)
        ledger.noteSuccessor(newest, String((body as Readonly<Record<string, string>>).refresh_token));
      const firstSent = unansweredSince.get(newest) ?? startedAt;
      const isLate = performance.now() - firstSent > RETRY_MILLISECONDS;
      const refused = answers.find(({ status }) => outcomeOf(status) === "refused");
      if (refused && isLate) {
        late += 1;
        return undefined;
      }
      if (refused) {
        violations.push(`an acknowledged refresh token was refused: ${JSON.stringify(refused.body)}`);
        return undefined;
      }
      const [first] = granted;
      if (first === undefined) {
        unansweredSince.set(newest, firstSent);
        return family;
      }
      const { access_token, refresh_token } = first.body as Readonly<Record<string, string>>;
      return { accessToken: String(access_token), refreshTokens: [...refreshTokens, String(refresh_token)] };
    },

    async replayCode() {
      const code = await getCode();
      if (code === undefined) return;
      const answers = await Promise.all([client.exchange(code), client.exchange(code)]);
      const granted = answers.filter(({ status }) => status === 200);
      for (const _ of granted) ledger.noteTokensFor(code);
      const [first] = granted;
      if (first === undefined || !answers.some(({ status }) => status === 400)) return;
      const { access_token, refresh_token } = first.body as Readonly<Record<string, string>>;
      ledger.noteRevoked({ accessToken: String(access_token), refreshToken: String(refresh_token) });
    },

    async revoke({ accessToken, refreshTokens }) {
      const refreshToken = refreshTokens.at(-1) as string;
      const { status } = await client.revoke(refreshToken);
      if (status === 200) ledger.noteRevoked({ accessToken, refreshToken });
    },

    get late() {
      return late;
    },
    violations,
  };
}
