import { setTimeout as delay } from "node:timers/promises";
import { createBrowser, decodeClaims, exchange, getCode } from "../../support/sign-in.ts";
import { postForm } from "../../support/start-licet.ts";
import { ALICE, CALLBACK, createRequest, DESK } from "../../support/storefront.ts";
import { ACCESS_TOKEN_SECONDS, CODE_SECONDS, MACHINE } from "./ended-values.ts";

interface Node {
  readonly url: string;
}

const TOLERATED_SECONDS = 5;

/** What a node whose clock is wrong issues, if it does, and whether that lives longer than it should. */
export interface IssuedValues {
  /** Asks another node, or the same one with the right clock. */
  findTooLong(node: Node): Promise<readonly string[]>;
}

export async function issueValues(node: Node): Promise<IssuedValues> {
  const form = { grant_type: "client_credentials", scope: "orders:read", ...MACHINE };
  const token = await postForm(`${node.url}/oidc/token`, form);
  const code = await getCode(createBrowser(node.url), createRequest(DESK), ALICE).catch(() => undefined);
  const issuedAt = performance.now();
  return {
    async findTooLong(other) {
      const tooLong: string[] = [];
      const { exp = 0 } = token.status === 200 ? decodeClaims(token.body.access_token) : {};
      if (Number(exp) > Date.now() / 1_000 + ACCESS_TOKEN_SECONDS + TOLERATED_SECONDS)
        tooLong.push("a token that was issued meanwhile lives longer than its life");
      if (code === undefined) return tooLong;
      await delay(Math.max(0, issuedAt + (CODE_SECONDS + 1) * 1_000 - performance.now()));
      const late = await exchange(other, code, { ...DESK, redirect_uri: CALLBACK });
      if (late.status === 200) tooLong.push("a code that was issued meanwhile lives longer than its life");
      return tooLong;
    },
  };
}
