import { setTimeout as sleep } from "node:timers/promises";
import type { ObservedRequests } from "../support/observed-requests.ts";

/** How old an answer about a change of another node may be (docs/guides/consistency.md), and the way of the answer. */
const KNOWN_EVERYWHERE_AFTER_MILLISECONDS = 3_000;
/** Both nodes are asked. */
const CHECKS = 4;
const SUBJECT = "user:bob";

/** Gives and takes a permission, and asks all nodes afterwards: the caches of both versions follow the change log. */
export async function followPermission(options: {
  readonly url: string;
  readonly token: string;
  readonly requests: ObservedRequests;
  /** One that Bob does not have. */
  readonly permission: string;
}): Promise<readonly string[]> {
  const { url, token, requests, permission } = options;
  const send = (kind: string, method: string, path: string, body?: object) =>
    requests.send(kind, `${url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const violations: string[] = [];
  const expect = async (allowed: boolean) => {
    await sleep(KNOWN_EVERYWHERE_AFTER_MILLISECONDS);
    for (let count = 0; count < CHECKS; count += 1) {
      const { status, body } = await send("check", "POST", "/check", {
        subject: SUBJECT,
        permission,
      });
      if (status !== 200 || (body as { allowed?: unknown }).allowed !== allowed)
        violations.push(`a check should say ${allowed}: ${status} ${JSON.stringify(body)}`);
    }
  };
  const given = await send("write", "POST", "/assignments", { principal: SUBJECT, permission });
  // 200: the end of the last one got no answer, which is a violation of its own.
  if (given.status !== 201 && given.status !== 200) return [`an assignment: ${given.status} ${given.text}`];
  await expect(true);
  const { id } = given.body as { readonly id: string };
  const taken = await send("write", "DELETE", `/assignments/${id}`);
  if (taken.status !== 204) return [...violations, `the end of an assignment: ${taken.status} ${taken.text}`];
  await expect(false);
  return violations;
}
