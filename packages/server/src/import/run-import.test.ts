import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { commitPlanned } from "../directory/commit-planned.ts";
import { type EntryKind, KINDS } from "../directory/kinds/kinds.ts";
import { actor, apply, dependencies } from "../directory/testing/apply.ts";
import { createMemoryStateStore } from "../directory/testing/memory-state-store.ts";
import { countEffects, planImportSet } from "./plan-import-set.ts";
import { ImportStoppedError, runImport } from "./run-import.ts";

type Line = { readonly kind: EntryKind } & Readonly<Record<string, unknown>>;
type Store = ReturnType<typeof createMemoryStateStore>;

const RUNS = { numRuns: Number(process.env.FC_RUNS ?? 100) };

const NUMBERS = [0, 1, 2, 3] as const;
const BASE: readonly Line[] = [
  {
    kind: "resource",
    name: "orders",
    identifier: "https://orders.example.test",
    actions: { read: { description: "r" }, write: { description: "w" } },
  },
  ...NUMBERS.map((n): Line => ({ kind: "role", name: `role-${n}` })),
  ...NUMBERS.map((n): Line => ({ kind: "user", username: `user-${n}` })),
  ...NUMBERS.map((n): Line => ({ kind: "group", name: `group-${n}` })),
];

const number = fc.constantFrom(...NUMBERS);
/** Numbers below another one: nothing contains itself. */
const below = (n: number) => (n === 0 ? fc.constant([]) : fc.uniqueArray(fc.nat(n - 1)));
const members = (n: number) =>
  fc
    .tuple(fc.uniqueArray(number), below(n))
    .map(([users, groups]) => [
      ...users.map((u) => `user:user-${u}`),
      ...groups.map((g) => `group:group-${g}`),
    ]);

const line: fc.Arbitrary<Line> = fc.oneof(
  fc
    .record({ n: number, name: fc.constantFrom("A", "B"), enabled: fc.boolean() })
    .map(({ n, ...rest }): Line => ({ kind: "user", username: `user-${n}`, ...rest })),
  number.chain((n) =>
    below(n).map(
      (parents): Line => ({
        kind: "role",
        name: `role-${n}`,
        inherits: parents.map((parent) => `role-${parent}`),
      }),
    ),
  ),
  fc
    .tuple(number, fc.subarray(["orders:read", "orders:write"]))
    .map(([n, grants]): Line => ({ kind: "role", name: `role-${n}`, grants })),
  number.chain((n) => members(n).map((list): Line => ({ kind: "group", name: `group-${n}`, members: list }))),
  number.map((n): Line => ({ kind: "group", name: `group-${n}`, description: "without a list" })),
  number.chain((n) =>
    members(n)
      .filter((list) => list.length > 0)
      .map(([member]): Line => ({ kind: "membership", group: `group-${n}`, member })),
  ),
  number.chain((n) =>
    below(n).map(
      ([parent]): Line => ({
        kind: "instance",
        resource: "orders",
        id: `${n}`,
        ...(parent !== undefined && { parent: `${parent}` }),
      }),
    ),
  ),
  fc
    .record({
      principal: fc.constantFrom(...NUMBERS.flatMap((n) => [`user:user-${n}`, `group:group-${n}`])),
      role: number.map((n) => `role-${n}`),
      at: fc.option(
        number.map((n) => `orders/${n}`),
        { nil: undefined },
      ),
      expires_at: fc.option(fc.constantFrom("2090-01-01T00:00:00Z", "2091-01-01T00:00:00Z"), {
        nil: undefined,
      }),
    })
    .map(
      ({ at, expires_at, ...rest }): Line => ({
        kind: "assignment",
        ...rest,
        ...(at !== undefined && { at }),
        ...(expires_at !== undefined && { expires_at }),
      }),
    ),
);

/** As a call of the API for each line. */
async function applyOneByOne(store: Store, lines: readonly Line[]): Promise<void> {
  for (const { kind, ...entry } of lines)
    await apply(store, JSON.stringify({ [KINDS[kind].section]: [entry] }));
}

const INTERRUPTED = new Error("the connection is lost");

/** Imports bytes in pieces of this size. The n-th set that is stored is the last one, if `stopsAfter` is n. */
async function importLines(
  store: Store,
  lines: readonly Line[],
  options: { readonly pieceBytes: number; readonly stopsAfter?: number; readonly fromLine?: number },
) {
  const bytes = Buffer.from(lines.map((each) => `${JSON.stringify(each)}\n`).join(""));
  let sets = 0;
  return runImport({
    chunks: (async function* () {
      for (let at = 0; at < bytes.length; at += options.pieceBytes)
        yield bytes.subarray(at, at + options.pieceBytes);
    })(),
    atomic: false,
    ...(options.fromLine !== undefined && { fromLine: options.fromLine }),
    async store(set) {
      if (sets === options.stopsAfter) throw INTERRUPTED;
      sets += 1;
      const { summary, revision } = await commitPlanned({
        store,
        plan: () => planImportSet(set, store, dependencies),
        actor: () => actor,
      });
      return { ...countEffects(summary), revision };
    },
  });
}

/** Everything that is stored, with usernames for ids, which are random. */
async function describe(store: Store): Promise<unknown> {
  const users = await store.list("user");
  const names = new Map(users.map(({ id, username }) => [`user:${id}`, `user:${username}`]));
  const named = (principal: string) => names.get(principal) ?? principal;
  const sorted = (values: readonly object[]) => values.map((value) => JSON.stringify(value)).toSorted();
  return {
    users: sorted(users.map(({ id: _, ...user }) => user)),
    roles: sorted(await store.list("role")),
    groups: sorted(await store.list("group")),
    instances: sorted(await store.list("instance")),
    memberships: sorted((await store.list("membership")).map((each) => [each.group, named(each.member)])),
    assignments: sorted(
      (await store.list("assignment")).map(({ id: _, principal, ...rest }) => ({
        principal: named(principal),
        ...rest,
      })),
    ),
  };
}

test("lines give the same state as one by one, however they are split, repeated and interrupted", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 40 }),
      fc.integer({ min: 1, max: 400 }),
      fc.option(fc.nat(6), { nil: undefined }),
      fc.boolean(),
      async (random, pieceBytes, stopsAfter, fromTheBeginning) => {
        const lines = [...BASE, ...random];
        const one = createMemoryStateStore();
        await applyOneByOne(one, lines);
        const expected = await describe(one);

        const store = createMemoryStateStore();
        const stopped = await importLines(store, lines, {
          pieceBytes,
          ...(stopsAfter !== undefined && { stopsAfter }),
        }).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (stopped !== undefined) {
          assert.ok(stopped instanceof ImportStoppedError);
          assert.equal(stopped.cause, INTERRUPTED);
          const { lastLineStored } = stopped.progress;
          const before = createMemoryStateStore();
          await applyOneByOne(before, lines.slice(0, lastLineStored));
          assert.deepEqual(await describe(store), await describe(before), "exactly the lines that it names");
          await importLines(store, lines, {
            pieceBytes,
            fromLine: fromTheBeginning ? 1 : lastLineStored + 1,
          });
        }
        assert.deepEqual(await describe(store), expected);
        await importLines(store, lines, { pieceBytes });
        assert.deepEqual(await describe(store), expected, "all of them again");
      },
    ),
    RUNS,
  ));
