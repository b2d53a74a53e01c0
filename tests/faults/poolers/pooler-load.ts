import { setTimeout as delay } from "node:timers/promises";
import { bearer } from "../../support/api-client.ts";
import { postForm } from "../../support/start-licet.ts";
import type { ObservedRequests } from "../support/observed-requests.ts";
import { ADMINISTRATOR, REPORTS } from "./world.ts";

/** The promise of docs/reliability.md, and what a request on a busy machine takes. */
const LONGEST_UNSEEN_MILLISECONDS = 2_000;

interface Node {
  readonly url: string;
}

/** What callers do at both nodes, and what they may not see. */
export interface PoolerLoad {
  readonly writes: number;
  /** Answers that are wrong, and acknowledged writes that the other node does not have in time. */
  readonly wrong: readonly string[];
  /** Resolves when the running requests have been answered. */
  stop(): Promise<void>;
  /** Acknowledged writes that this node does not know. */
  findLost(node: Node): Promise<readonly string[]>;
}

export async function startLoad(
  nodes: readonly [Node, Node],
  requests: ObservedRequests,
): Promise<PoolerLoad> {
  const token = await administratorToken(nodes[0]);
  const wrong: string[] = [];
  const acknowledged: number[] = [];
  let isOver = false;

  const askToken = async ({ url }: Node) => {
    const form = new URLSearchParams({ grant_type: "client_credentials", scope: "orders:read", ...REPORTS });
    const { status, body } = await requests.send("token", `${url}/oidc/token`, {
      method: "POST",
      body: form,
    });
    const { scope } = (body ?? {}) as { scope?: string };
    if (status !== 503 && scope !== "orders:read") wrong.push(`token: ${status} ${JSON.stringify(body)}`);
  };
  const post = (kind: string, { url }: Node, path: string, body: unknown) =>
    requests.send(kind, `${url}/api/v1${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...bearer(token) },
      body: JSON.stringify(body),
    });
  /** Undefined: no answer now. */
  const isAllowed = async (node: Node, permission: string, resource: string) => {
    const question = { subject: "application:reports", permission, resource };
    const { status, body } = await post("check", node, "/check", question);
    if (status === 503) return undefined;
    const { allowed } = (body ?? {}) as { allowed?: boolean };
    if (typeof allowed !== "boolean") wrong.push(`check: ${status} ${JSON.stringify(body)}`);
    return allowed;
  };
  const ask = async (node: Node) => {
    if ((await isAllowed(node, "orders:read", "orders/1")) === false)
      wrong.push("check: a permission is missing");
    if (await isAllowed(node, "orders:write", "orders/none"))
      wrong.push("check: a permission that nobody gave");
  };
  /** A role and its assignment. The other node must know them two seconds after the answer. */
  const write = async (number: number, node: Node, other: Node) => {
    const role = `role-${number}`;
    const given = { principal: "application:reports", role, at: `orders/${number}` };
    const first = await post("write", node, "/roles", {
      name: role,
      grants: [{ permission: "orders:write" }],
    });
    if (first.status !== 201) return expectRefusal(first.status);
    const { status } = await post("write", node, "/assignments", given);
    if (status !== 201) return expectRefusal(status);
    acknowledged.push(number);
    const acknowledgedAt = performance.now();
    for (;;) {
      const askedAt = performance.now();
      const allowed = await isAllowed(other, "orders:write", `orders/${number}`);
      if (allowed || isOver) return;
      if (allowed === false && askedAt - acknowledgedAt > LONGEST_UNSEEN_MILLISECONDS)
        return void wrong.push(
          `write ${number} is unknown to the other node after ${askedAt - acknowledgedAt} ms`,
        );
      await delay(20);
    }
  };
  const expectRefusal = (status: number | undefined) => {
    if (status !== 503) wrong.push(`write: ${status}`);
  };

  const repeat = async (work: (turn: number) => Promise<void>) => {
    for (let turn = 0; !isOver; turn += 1) {
      await work(turn);
      await delay(5);
    }
  };
  const [one, two] = nodes;
  const callers = [
    ...[one, two].flatMap((node) => [
      repeat(() => askToken(node)),
      repeat(() => ask(node)),
      repeat(() => ask(node)),
    ]),
    repeat((turn) => write(2 * turn, one, two)),
    repeat((turn) => write(2 * turn + 1, two, one)),
  ];
  return {
    wrong,
    get writes() {
      return acknowledged.length;
    },
    async stop() {
      isOver = true;
      await Promise.all(callers);
    },
    async findLost(node) {
      const lost: string[] = [];
      for (const number of acknowledged)
        if (!(await isAllowed(node, "orders:write", `orders/${number}`)))
          lost.push(`write ${number} is lost`);
      return lost;
    },
  };
}

async function administratorToken({ url }: Node): Promise<string> {
  const form = { grant_type: "client_credentials", scope: "licet:*", ...ADMINISTRATOR };
  const { body } = await postForm(`${url}/oidc/token`, form);
  return String(body.access_token);
}
