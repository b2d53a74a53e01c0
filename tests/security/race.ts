import assert from "node:assert/strict";
import { decodeClaims, exchange, getCode, refresh, userinfo } from "../support/sign-in.ts";
import type { Storefront } from "../support/start-storefront.ts";
import { ALICE, CALLBACK, createRequest, DESK } from "../support/storefront.ts";

interface Node {
  readonly url: string;
}
const REQUEST = createRequest(DESK, { scope: "openid orders:read offline_access" });

const manyTimes = <T>(
  nodes: readonly Node[],
  callers: number,
  ask: (node: Node) => Promise<T>,
): Promise<T[]> =>
  Promise.all(Array.from({ length: callers }, (_, index) => ask(nodes[index % nodes.length] as Node)));

/**
 * One code, many requests at once (RFC 6749 §4.1.2, CVE-2026-53518): one gets tokens and all others are refused. Because
 * the code came more than once, these tokens are revoked.
 */
export async function raceCode(front: Storefront, nodes: readonly Node[], callers: number): Promise<void> {
  const code = await getCode(front.alice, REQUEST, ALICE);
  const form = { ...DESK, redirect_uri: CALLBACK };
  const answers = await manyTimes(nodes, callers, (node) => exchange(node, code, form));
  const won = answers.filter(({ status }) => status === 200);
  assert.equal(won.length, 1, `${won.length} of ${callers} got tokens`);
  for (const answer of answers) {
    if (answer === won[0]) continue;
    assert.deepEqual([answer.status, answer.body.error], [400, "invalid_grant"], answer.text);
  }
  const { access_token, refresh_token } = won[0]?.body ?? {};
  for (const node of nodes) {
    assert.equal((await userinfo(node, String(access_token))).status, 401);
    assert.equal((await refresh(node, String(refresh_token), DESK)).body.error, "invalid_grant");
  }
}

/**
 * One refresh token, many requests at once (RFC 9700 §4.14.2): each answered request gets the same successor, so that
 * there is never a second one; and it is valid.
 */
export async function raceRefreshToken(
  front: Storefront,
  nodes: readonly Node[],
  callers: number,
): Promise<void> {
  const code = await getCode(front.alice, REQUEST, ALICE);
  const { body } = await front.redeem(code);
  const answers = await manyTimes(nodes, callers, (node) => refresh(node, String(body.refresh_token), DESK));
  const successors = new Set(answers.map((answer) => answer.body.refresh_token));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.equal(successors.size, 1, `${successors.size} successors`);
  const tokens = new Set(answers.map((answer) => decodeClaims(answer.body.access_token).jti));
  assert.equal(tokens.size, callers, "access tokens of their own");
  const [successor] = successors;
  for (const node of nodes) {
    const next = await refresh(node, String(successor), DESK);
    assert.equal(next.status, 200, "the successor is good, and a retry of it, too");
  }
}
