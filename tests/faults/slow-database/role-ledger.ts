import type { ObservedAnswer, ObservedRequests } from "../support/observed-requests.ts";

/** What a caller knows about the roles that it wrote: what is there for certain, and what may be there. */
export interface RoleLedger {
  /** Creates a role and changes it twice; what is not acknowledged is noted as possible. */
  write(name: string): Promise<void>;
  readonly acknowledged: number;
  readonly unknown: number;
  /** Compares with what is stored now. */
  readBack(): Promise<readonly string[]>;
}

const GRANTS = [{ permission: "orders:read" }, { permission: "orders:write" }];
/** Stands for "there is no such role". */
const ABSENT = "(absent)";

export function createRoleLedger(options: {
  readonly url: string;
  readonly token: string;
  readonly requests: ObservedRequests;
}): RoleLedger {
  const { url, token, requests } = options;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  /** The descriptions that each role may have now. */
  const possible = new Map<string, Set<string>>();
  const refused: string[] = [];
  let acknowledged = 0;
  let unknown = 0;

  const send = (method: string, path: string, body: object) =>
    requests.send("write", `${url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });

  /** True when the write was acknowledged. */
  function note(name: string, description: string, { status, body }: ObservedAnswer): boolean {
    const may = possible.get(name) ?? new Set([ABSENT]);
    possible.set(name, may);
    if (status === 200 || status === 201) {
      acknowledged += 1;
      may.clear();
    } else if (status === 503 || status === undefined) unknown += 1;
    else refused.push(`the write of ${name} was answered with ${status}: ${JSON.stringify(body)}`);
    may.add(description);
    return status === 200 || status === 201;
  }

  async function readOne(name: string, may: ReadonlySet<string>): Promise<readonly string[]> {
    const read = (path: string) => requests.send("read back", `${url}/api/v1${path}`, { headers });
    const role = await read(`/roles/${name}`);
    const { description = "", grants = [] } = (role.body ?? {}) as { description?: string; grants?: unknown };
    const found = role.status === 404 ? ABSENT : description;
    const expected = [...may].join(" or ");
    if (!may.has(found)) return [`${name} is ${found}, and it should be ${expected}`];
    const audit = await read(`/audit?target=role:${name}&type=role.created`);
    const events = (audit.body as { items?: readonly unknown[] } | undefined)?.items?.length;
    if (events !== (found === ABSENT ? 0 : 1))
      return [`${name} is ${found}, and the audit log has ${events} events of its creation`];
    const isWhole = found === ABSENT || JSON.stringify(grants) === JSON.stringify(GRANTS);
    return isWhole ? [] : [`${name} has only a part of its grants: ${JSON.stringify(grants)}`];
  }

  return {
    async write(name) {
      const role = (description: string) => ({ description, grants: GRANTS });
      if (!note(name, "v0", await send("POST", "/roles", { name, ...role("v0") }))) return;
      for (const version of ["v1", "v2"])
        note(name, version, await send("PUT", `/roles/${name}`, role(version)));
    },
    get acknowledged() {
      return acknowledged;
    },
    get unknown() {
      return unknown;
    },
    async readBack() {
      const wrong: string[] = [...refused];
      for (const [name, may] of possible) wrong.push(...(await readOne(name, may)));
      return wrong;
    },
  };
}
