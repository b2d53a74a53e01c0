import { decodeClaims } from "../../support/sign-in.ts";
import type { Random } from "../support/random.ts";

/** Tokens that have been issued and have not expired. */
export interface IssuedTokens {
  readonly count: number;
  readonly kids: ReadonlySet<string>;
  add(token: string): void;
  /** Any of them; undefined when there is none. */
  pick(): string | undefined;
}

export function createIssuedTokens(random: Random): IssuedTokens {
  const kids = new Set<string>();
  let tokens: readonly { readonly token: string; readonly expiresAt: number }[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    kids,
    add(token) {
      const [header = ""] = token.split(".");
      kids.add(JSON.parse(Buffer.from(header, "base64url").toString()).kid);
      tokens = [...tokens, { token, expiresAt: Number(decodeClaims(token).exp) }];
      count += 1;
    },
    pick() {
      // A second before they expire: the verification itself takes time.
      const now = Date.now() / 1_000 + 1;
      tokens = tokens.filter(({ expiresAt }) => expiresAt > now);
      return tokens.length === 0 ? undefined : random.pick(tokens).token;
    },
  };
}
