import assert from "node:assert/strict";
import { readServerSentEvents } from "../../packages/sdk/src/common/server-sent-events.ts";
import { createRevocationSet } from "../../packages/sdk/src/server/revocation-set.ts";
import { decodeClaims } from "./sign-in.ts";

type Node = Readonly<{ url: string }>;
type Credentials = Readonly<{ client_id: string; client_secret: string }>;

export interface WireRevocation {
  readonly kind: string;
  readonly id: string;
  readonly issued_before?: number;
  readonly until: number;
}

export const basic = ({ client_id, client_secret }: Credentials) => ({
  authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}`,
});

export const requestRevocations = ({ url }: Node, headers: Record<string, string>, query = "") =>
  fetch(`${url}/api/v1/revocations${query}`, { headers });

/** All pages. */
export async function listRevocations(
  node: Node,
  credentials: Credentials,
): Promise<readonly WireRevocation[]> {
  const found: WireRevocation[] = [];
  for (let query = "?limit=2"; ; ) {
    const answer = await requestRevocations(node, basic(credentials), query);
    assert.equal(answer.status, 200, await answer.clone().text());
    const page = (await answer.json()) as { revocations: WireRevocation[]; next: string; more: boolean };
    found.push(...page.revocations);
    if (!page.more) return found;
    query = `?limit=2&after=${page.next}`;
  }
}

/** Whether a resource server that reads the revocations would refuse this access token. */
export async function isAnnounced(node: Node, credentials: Credentials, token: string): Promise<boolean> {
  const set = createRevocationSet();
  for (const entry of await listRevocations(node, credentials)) set.add(entry);
  return set.isRevoked(decodeClaims(token));
}

export interface StreamedEvent {
  readonly event: string;
  readonly id: string;
  readonly data: Record<string, unknown>;
}

/** Opens the stream. The caller stops reading, or the server ends it. */
export async function* streamRevocations(
  node: Node,
  credentials: Credentials,
  lastEventId = "",
): AsyncGenerator<StreamedEvent, void, undefined> {
  const answer = await requestRevocations(node, {
    ...basic(credentials),
    accept: "text/event-stream",
    ...(lastEventId !== "" && { "last-event-id": lastEventId }),
  });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "text/event-stream");
  assert.ok(answer.body);
  for await (const { event, id, data } of readServerSentEvents(
    answer.body,
    65_536,
    new AbortController().signal,
  ))
    yield { event, id, data: JSON.parse(data) as Record<string, unknown> };
}
