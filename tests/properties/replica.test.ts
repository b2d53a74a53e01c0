/** Random writes into real databases: a copy that follows the changes is the same as one that is loaded anew. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assignmentId } from "@licet/engine/internal/assignment-id.ts";
import type { Assignment, InstanceKey, PrincipalKey } from "@licet/engine/internal/entities.ts";
import type { ReplicaRecord, SnapshotStart } from "@licet/engine/internal/replica/records.ts";
import fc from "fast-check";
import type { Change } from "../../packages/server/src/directory/change.ts";
import {
  createReadReplicaChanges,
  type ReadReplicaChanges,
} from "../../packages/server/src/permissions/replica/read-replica-changes.ts";
import {
  createWriteSnapshot,
  type SnapshotRequest,
  type WriteSnapshot,
} from "../../packages/server/src/permissions/replica/write-snapshot.ts";
import {
  accessAccount,
  application,
  put,
  remove,
} from "../../packages/server/src/storage/contract/samples.ts";
import { PlainCopy } from "../flows/replica/follow-changes.ts";
import { runsOn } from "../support/property-runs.ts";
import { ENGINES, FEWER, worldDatabase } from "./world-database.ts";

const CONDITIONS = [
  undefined,
  undefined,
  undefined,
  'request.acr == "1"',
  'subject.email == "x"',
  "subject.attributes.level > 1",
  'resource.attributes.owner == "x"',
] as const;
const RESOURCES = ["orders", "files", "sites"] as const;
const ROLES = ["viewer", "clerk", "boss"] as const;
const GROUPS = ["g1", "g2", "g3"] as const;
const USERS = ["usr_1", "usr_2", "usr_3"] as const;
const PRINCIPALS: readonly PrincipalKey[] = [
  "user:usr_1",
  "user:usr_2",
  "user:*",
  "group:g1",
  "group:g2",
  "application:app",
  "access_account:ak_1",
];
const INSTANCES = RESOURCES.flatMap((resource) => ["a", "b"].map((id) => ({ resource, id })));
const PERMISSIONS = ["orders:read", "orders:*", "files:read", "sites:read", "billing"] as const;

const either = <T>(values: readonly T[]) => fc.constantFrom(...values);
const condition = either(CONDITIONS).map((when) => (when === undefined ? {} : { when }));
const grant = fc.tuple(either(PERMISSIONS), condition).map(([permission, when]) => ({ permission, ...when }));

const anyAssignment: fc.Arbitrary<Assignment> = fc
  .record({
    principal: either(PRINCIPALS),
    target: fc.oneof(
      either(ROLES).map((role) => ({ role })),
      either(PERMISSIONS).map((permission) => ({ permission })),
    ),
    at: fc.option(either(INSTANCES), { nil: undefined }),
    when: condition,
  })
  .map(({ principal, target, at, when }) => {
    const assignment = {
      principal,
      ...target,
      ...(at && { at: `${at.resource}/${at.id}` as InstanceKey }),
      ...when,
    };
    return { id: assignmentId(assignment), ...assignment };
  });

const anyEntity: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: anyAssignment.map((value) => put("assignment", value)) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(either(INSTANCES), fc.option(either(INSTANCES), { nil: undefined }), either(["x", "y"]))
      .map(([{ resource, id }, parent, owner]) =>
        put("instance", {
          resource,
          id,
          attributes: { owner },
          ...(parent && { parent: `${parent.resource}/${parent.id}` as InstanceKey }),
        }),
      ),
  },
  fc
    .tuple(either(USERS), fc.boolean(), fc.integer({ min: 0, max: 2 }))
    .map(([id, enabled, level]) =>
      put("user", { id, username: `name-${id}`, email: `${id}@x.test`, enabled, attributes: { level } }),
    ),
  fc
    .tuple(either(ROLES), fc.subarray([...ROLES]), fc.array(grant, { maxLength: 2 }))
    .map(([name, inherits, grants]) =>
      put("role", { name, inherits: inherits.filter((other) => other < name), grants }),
    ),
  either(GROUPS).map((name) => put("group", { name })),
  fc
    .tuple(either(GROUPS), either(["user:usr_1", "user:usr_2", "group:g1", "group:g2"] as const))
    .map(([group, member]) => put("membership", { group, member })),
  fc.boolean().map((enabled) => put("application", { ...application("app"), enabled })),
  fc.boolean().map((enabled) => put("access_account", { ...accessAccount("ak_1", "app"), enabled })),
  either(["billing", "other"]).map((name) => put("permission", { name, description: {} })),
);
const anyChange = fc
  .tuple(anyEntity, fc.integer({ min: 0, max: 2 }))
  .map(([change, dice]) => (dice === 0 ? (remove(change.kind, change.value as never) as Change) : change));

interface Step {
  readonly changes: readonly Change[];
  /** The copies that read what changed while, or after, this is written. */
  readonly followers: readonly boolean[];
}
const anySteps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    changes: fc.array(anyChange, { minLength: 1, maxLength: 3 }),
    followers: fc.tuple(fc.boolean(), fc.boolean()),
  }),
  { minLength: 1, maxLength: 12 },
);

/** A copy that reads what changed, and is loaded anew when it has to be. */
class Follower extends PlainCopy {
  readonly #write: WriteSnapshot;
  readonly #read: ReadReplicaChanges;
  readonly #request: SnapshotRequest;
  #start: SnapshotStart | undefined;
  #roles: readonly string[] | undefined;
  #verifies = true;
  resets = 0;

  constructor(write: WriteSnapshot, read: ReadReplicaChanges, request: SnapshotRequest) {
    super();
    this.#write = write;
    this.#read = read;
    this.#request = request;
  }

  async load(): Promise<void> {
    this.records.clear();
    const lines: string[] = [];
    await this.#write(this.#request, {
      begin: async (start) => {
        this.#start = start;
      },
      write: async (page) => void lines.push(...page),
    });
    this.apply(lines.slice(1, -1).map((line) => JSON.parse(line) as ReplicaRecord));
    this.revision = this.#start?.revision ?? 0;
    this.reconnect();
  }

  /** What a stream knows of a copy is gone with the stream. */
  reconnect(): void {
    this.#roles = undefined;
    this.#verifies = true;
  }

  async follow(): Promise<void> {
    const position = {
      ...this.#request,
      after: this.revision,
      reads: this.#start?.reads ?? [],
      roles: this.#roles,
    };
    const { revision, records, roles } = await this.#read(position, { verifies: this.#verifies });
    if (records === undefined) {
      this.resets += 1;
      return this.load();
    }
    this.apply(records.map((record) => JSON.parse(record) as ReplicaRecord));
    this.revision = revision;
    this.#roles = roles;
    this.#verifies = false;
  }

  get content(): unknown {
    const { resources } = this.#request;
    if (!resources) return Object.fromEntries([...this.records].toSorted());
    // Instances of other resources count only above an instance of these. Others may have been left behind.
    const isAside = (key: string) =>
      key.startsWith("instance ") && !resources.some((name) => key.startsWith(`instance ${name}/`));
    return Object.fromEntries(
      [...this.records]
        .filter(([key]) => !isAside(key))
        .map(([key, record]) => [key, { ...record, above: this.#above(record) }] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
  }

  #above(record: ReplicaRecord): readonly string[] {
    const path: string[] = [];
    let next = record.kind === "instance" ? record.parent : undefined;
    while (next !== undefined && !path.includes(next)) {
      path.push(next);
      const above = this.records.get(`instance ${next}`);
      next = above?.kind === "instance" ? above.parent : undefined;
    }
    return path;
  }
}

const REQUESTS: readonly SnapshotRequest[] = [
  { usernames: true },
  { usernames: false, resources: ["orders"] },
];
const MODEL: readonly Change[] = RESOURCES.map((name) =>
  put("resource", {
    name,
    identifier: `https://${name}.example.test`,
    signingAlgorithm: "ES256",
    accessTokenType: "at+jwt",
    actions: { read: { description: { en: "" } } },
  }),
);

for (const engine of ENGINES) {
  describe(`on ${engine}`, () => {
    const database = worldDatabase(engine);

    test("a copy that follows the changes holds what a new one holds", async () => {
      const { storage, commit } = database();
      const write = createWriteSnapshot(storage.replica);
      const read = createReadReplicaChanges(storage.replica);
      let followed = 0;
      await commit([...MODEL, put("application", application("app"))]);
      await fc.assert(
        fc.asyncProperty(anySteps, async (steps) => {
          const copies = REQUESTS.map((request) => new Follower(write, read, request));
          for (const copy of copies) await copy.load();
          for (const { changes, followers } of steps) {
            // What the database refuses is not written: a member of a group that is not there, for example.
            const writing = commit(changes).catch(() => {});
            const before = copies.map(({ resets }) => resets);
            await Promise.all([
              writing,
              ...copies.map((copy, index) => (followers[index] ? copy.follow() : copy.reconnect())),
            ]);
            followed += copies.filter(({ resets }, index) => resets === before[index]).length;
          }
          for (const [index, copy] of copies.entries()) {
            // A stream lets a copy keep members that conditions no longer read; the next stream does not.
            copy.reconnect();
            await copy.follow();
            const anew = new Follower(write, read, REQUESTS[index] as SnapshotRequest);
            await anew.load();
            assert.equal(copy.revision, anew.revision);
            assert.deepEqual(copy.content, anew.content);
          }
        }),
        runsOn(engine, FEWER),
      );
      assert.ok(followed > runsOn(engine, FEWER).numRuns, "copies also follow without being loaded again");
    });
  });
}
