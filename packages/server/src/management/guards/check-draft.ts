import { type InputRoot, readsOfSource } from "../../permissions/conditions/condition-reads.ts";
import type { Assignment, Grant, PrincipalKey, Role } from "../../permissions/entities.ts";
import type { Change } from "../../state/change.ts";
import type { StateStore } from "../../state/stores.ts";
import { ForbiddenError } from "../errors.ts";
import { lackingToRead } from "../guarded-inputs.ts";
import type { DirectoryStore } from "../stores.ts";
import type { Guard } from "../write-state.ts";
import { describeChange } from "./describe-change.ts";
import { createDraftView } from "./draft-view.ts";
import { createRightsReader, type Right, type RightsReader } from "./right.ts";

const MAX_SHOWN = 20;

/**
 * A draft tells who would gain and lose what, and so what comes of its conditions: with enough drafts, every value that
 * they read. Whoever tries a draft must be allowed to read what its conditions do. Asked before anything is evaluated.
 */
export function createCheckDraft(dependencies: {
  readonly store: Pick<StateStore, "find">;
  readonly directory: DirectoryStore;
}): Guard {
  const { store, directory } = dependencies;

  return async (changes, { permissions }) => {
    // Roles as they would be. Assignments and memberships are the stored ones: those of the draft are changes, too.
    const { find } = createDraftView(store, directory, changes);
    const reading = createReading(createRightsReader({ find }, directory), store);
    const inputs = new Set<InputRoot>();
    for (const change of changes) for (const input of await inputsOf(change, reading)) inputs.add(input);
    const guarded = [...inputs].filter((input) => lackingToRead(input, permissions).length > 0).toSorted();
    if (guarded.length === 0) return;
    const lacking = [...new Set(guarded.flatMap((input) => lackingToRead(input, permissions)))].toSorted();
    throw new ForbiddenError(
      `the conditions of this draft read ${guarded.join(", ")}, which the token may not; it lacks ${lacking.join(", ")}: ask for a token with that scope`,
      { lacking, tried: changes.slice(0, MAX_SHOWN).map((change) => `simulate ${describeChange(change)}`) },
    );
  };
}

/** A draft may name the same role or group ten thousand times: each is read once. */
function createReading(reader: RightsReader, store: Pick<StateStore, "find">) {
  return {
    storedRole: (name: string) => store.find("role", name),
    role: once(reader.rightsOfRole),
    group: once(reader.rightsOfGroup),
    principal: once<PrincipalKey>(reader.rightsOf),
    user: reader.rightsOfUser,
  };
}

type Reading = ReturnType<typeof createReading>;
type Rights = readonly Right[];

function once<Name extends string>(read: (name: Name) => Promise<Rights>): (name: Name) => Promise<Rights> {
  const known = new Map<Name, Promise<Rights>>();
  return (name) => {
    const rights = known.get(name) ?? read(name);
    known.set(name, rights);
    return rights;
  };
}

/** The inputs that conditions read because of a change: those it writes, and stored ones that it puts to a new use. */
async function inputsOf(change: Change, reading: Reading): Promise<readonly InputRoot[]> {
  if (change.op === "delete") return [];
  switch (change.kind) {
    case "role":
      return inputsOfRole(change.value, await reading.storedRole(change.value.name), reading);
    case "assignment":
      return [...inputsOfText(change.value.when), ...inputsRead(await rightsOfTarget(change.value, reading))];
    case "membership":
      return inputsRead(await reading.group(change.value.group));
    case "access_account":
      return inputsRead([
        ...(await reading.principal(`application:${change.value.applicationId}`)),
        ...(await reading.principal(`access_account:${change.value.accessKey}`)),
      ]);
    case "application":
      return inputsBesideSubject(await reading.principal(`application:${change.value.id}`));
    case "user":
      return inputsBesideSubject([
        ...(await reading.user(change.value.id)),
        ...(await reading.principal("user:*")),
      ]);
    case "instance":
      // Any stored condition may compare them with whoever asks, and there may be a million assignments with one.
      return Object.keys(change.value.attributes).length > 0 ? ["subject", "client"] : [];
    case "resource":
    case "permission":
    case "group":
    case "secret":
      return [];
  }
}

/** What a role asked for before tells nothing new: deleting a role also writes those that inherit it. */
async function inputsOfRole(
  after: Role,
  before: Role | undefined,
  reading: Reading,
): Promise<readonly InputRoot[]> {
  const isNew = (grant: Grant) =>
    !before?.grants.some(({ permission, when }) => permission === grant.permission && when === grant.when);
  const written = after.grants.filter(isNew).flatMap(({ when }) => inputsOfText(when));
  const inherited = after.inherits.filter((name) => !before?.inherits.includes(name));
  const rights = await Promise.all(inherited.map(reading.role));
  return [...written, ...inputsRead(rights.flat())];
}

const rightsOfTarget = async ({ role }: Assignment, reading: Reading): Promise<Rights> =>
  role === undefined ? [] : reading.role(role);

const inputsOfText = (when: string | undefined): readonly InputRoot[] =>
  when === undefined ? [] : [...readsOfSource(when).keys()];

const inputsRead = (rights: Rights): readonly InputRoot[] => [
  ...new Set(rights.flatMap(({ conditions }) => conditions.flatMap(inputsOfText))),
];

/** The draft says itself what the subject is. What a stored condition compares that with, it does not. */
const inputsBesideSubject = (rights: Rights): readonly InputRoot[] => [
  ...new Set(
    rights
      .flatMap(({ conditions }) => conditions.map(readsOfSource))
      .filter((reads) => reads.has("subject"))
      .flatMap((reads) => [...reads.keys()].filter((input) => input !== "subject")),
  ),
];
