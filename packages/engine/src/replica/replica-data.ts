import type { FactLookups, PrincipalFacts } from "../assemble-facts.ts";
import type { Caller } from "../caller.ts";
import { describeLevels, type InstanceLevel, MAX_INSTANCE_LEVELS } from "../describe-instance.ts";
import type { InstanceKey, PrincipalKey, PrincipalType } from "../entities.ts";
import type { InstanceFacts } from "../facts.ts";
import type { Model } from "../model.ts";
import { describeClient, describeGroup, describeUser, type Subject } from "../subject.ts";
import { ID_PREFIXES } from "../values/id-prefixes.ts";
import { EVERY_USER, formatPrincipalKey, isPrincipalOf } from "../values/principal-key.ts";
import type { Clock } from "../values/time.ts";
import { createInternAssignment } from "./intern-assignment.ts";
import type {
  AccessAccountRecord,
  ApplicationRecord,
  InstanceRecord,
  PrincipalRecord,
  RemovedRecord,
  ReplicaRecord,
  UserRecord,
} from "./records.ts";
import { compileReplicatedModel, EMPTY_MODEL } from "./replicated-model.ts";

const NONE: readonly never[] = [];
const NO_ATTRIBUTES = {};

/** A user as a subject and as a principal in one object, because a check needs both. */
interface UserEntry extends PrincipalFacts {
  /** Undefined as long as there is no record of the user itself. */
  readonly attributes: Subject["attributes"] | undefined;
  readonly enabled: boolean;
}

/**
 * The permission data that records describe, in memory. There may be a million assignments, so equal assignments are one
 * object, and conditions are compiled when they are needed.
 */
export class ReplicaData implements FactLookups {
  revision: number;
  #model: Model = compileReplicatedModel(EMPTY_MODEL);
  /** By key, as questions name them: a new text for each lookup would take longer than the rest of a check. */
  readonly #users = new Map<string, UserEntry>();
  /** The key of a username; filled when the copy has usernames. */
  readonly #userOfName = new Map<string, PrincipalKey>();
  /** All other principals, by key. */
  readonly #principals = new Map<string, PrincipalFacts>();
  readonly #applications = new Map<string, ApplicationRecord>();
  readonly #accessAccounts = new Map<string, AccessAccountRecord>();
  readonly #instances = new Map<string, InstanceLevel>();
  readonly #groupKeys = new Map<string, PrincipalKey>();
  readonly #internAssignment = createInternAssignment();
  readonly #hasUsernames: boolean;
  #everyUser = withoutAssignments(EVERY_USER);
  /** The user that was found last: the facts about it are looked up next, and looking up a text costs time. */
  #latestUser: UserEntry | undefined;

  constructor(revision: number, hasUsernames: boolean) {
    this.revision = revision;
    this.#hasUsernames = hasUsernames;
  }

  put(record: ReplicaRecord): void {
    this.#latestUser = undefined;
    switch (record.kind) {
      case "model":
        this.#model = compileReplicatedModel(record);
        return;
      case "principal":
        this.#putPrincipal(record);
        return;
      case "user":
        this.#putUser(record);
        return;
      case "application":
        this.#applications.set(record.id, record);
        return;
      case "access_account":
        this.#accessAccounts.set(record.access_key, record);
        return;
      case "instance":
        this.#putInstance(record);
        return;
      case "removed":
        this.#remove(record);
        return;
    }
  }

  model(): Model {
    return this.#model;
  }

  principal(key: PrincipalKey): PrincipalFacts {
    const latest = this.#latestUser;
    if (latest !== undefined && latest.principal === key) return latest;
    if (key === EVERY_USER) return this.#everyUser;
    const known = isPrincipalOf("user", key) ? this.#users : this.#principals;
    return known.get(key) ?? withoutAssignments(key);
  }

  instance(key: InstanceKey): InstanceFacts {
    const levels: InstanceLevel[] = [];
    let level = this.#instances.get(key);
    while (level && levels.length < MAX_INSTANCE_LEVELS) {
      levels.push(level);
      level = level.parent === undefined ? undefined : this.#instances.get(level.parent);
    }
    return describeLevels(key, levels);
  }

  /** The user with this key. */
  user(key: string): Subject | undefined {
    const user = this.#users.get(key);
    if (!isSubject(user)) return undefined;
    this.#latestUser = user;
    return user;
  }

  /** By identifier or by unique name, as the server finds it. */
  subject(type: PrincipalType, idOrName: string, clock: Clock): Subject | undefined {
    if (type === "group") return describeGroup(idOrName);
    if (type !== "user") return this.#clientSubject(type, idOrName, clock);
    // Every other text is a username.
    const key = idOrName.startsWith(ID_PREFIXES.user)
      ? formatPrincipalKey(type, idOrName)
      : this.#userOfName.get(idOrName);
    return key === undefined ? undefined : this.user(key);
  }

  /** `client` in conditions, by client_id or access key. Name and type are there when a condition reads them. */
  client(clientId: string): Partial<Caller> | undefined {
    const owner = this.#accessAccounts.get(clientId)?.application ?? clientId;
    const application = this.#applications.get(owner);
    if (!application) return undefined;
    const { id, type, name } = application;
    return {
      id: clientId,
      application: id,
      ...(type !== undefined && { type }),
      ...(name !== undefined && { name }),
    };
  }

  #clientSubject(type: "application" | "access_account", id: string, clock: Clock): Subject | undefined {
    const account = this.#accessAccounts.get(id);
    if ((account !== undefined) !== (type === "access_account")) return undefined;
    const application = this.#applications.get(account?.application ?? id);
    if (!application) return undefined;
    const accessAccount = account && toAccessAccount(account);
    return describeClient({ application, ...(accessAccount && { accessAccount }) }, clock.seconds());
  }

  #putPrincipal(record: PrincipalRecord): void {
    const key = record.key as PrincipalKey;
    const groups = record.groups?.length ? record.groups.map((name) => this.#groupKey(name)) : NONE;
    const assignments = record.assignments.length > 0 ? record.assignments.map(this.#internAssignment) : NONE;
    if (key === EVERY_USER) this.#everyUser = { principal: key, groups, assignments };
    else if (isPrincipalOf("user", key)) {
      const known = this.#users.get(key);
      const { principal = key, attributes, enabled = false } = known ?? {};
      this.#setUser({ principal, groups, assignments, attributes, enabled });
    } else if (assignments.length === 0) this.#principals.delete(key);
    else this.#principals.set(key, { principal: key, groups, assignments });
  }

  #putUser({ id, enabled, username, email, attributes: stored }: UserRecord): void {
    const { principal, attributes } = describeUser({
      id,
      enabled,
      attributes: stored ?? NO_ATTRIBUTES,
      ...(username !== undefined && { username }),
      ...(email !== undefined && { email }),
    });
    const known = this.#users.get(principal);
    this.#forgetName(principal);
    const { groups, assignments } = known ?? withoutAssignments(principal);
    const key = known?.principal ?? asOneText(principal);
    this.#setUser({ principal: key, groups, assignments, attributes, enabled });
    if (this.#hasUsernames && username !== undefined) this.#userOfName.set(username, key);
  }

  #setUser(user: UserEntry): void {
    const { principal, groups, assignments, attributes } = user;
    const isEmpty = attributes === undefined && groups.length === 0 && assignments.length === 0;
    if (isEmpty) this.#users.delete(principal);
    else this.#users.set(principal, user);
  }

  /** Another user may have taken the name already: two users can exchange their names in one change. */
  #forgetName(principal: PrincipalKey): void {
    const name = this.#users.get(principal)?.attributes?.name;
    if (name !== undefined && this.#userOfName.get(name) === principal) this.#userOfName.delete(name);
  }

  #putInstance({ key, parent, attributes }: InstanceRecord): void {
    this.#instances.set(key, {
      key: key as InstanceKey,
      parent: parent as InstanceKey | undefined,
      attributes: attributes ?? NO_ATTRIBUTES,
    });
  }

  #remove({ of, id }: RemovedRecord): void {
    switch (of) {
      case "user": {
        const principal = formatPrincipalKey("user", id);
        this.#forgetName(principal);
        const known = this.#users.get(principal);
        if (known) this.#setUser({ ...known, attributes: undefined, enabled: false });
        return;
      }
      case "application":
        this.#applications.delete(id);
        return;
      case "access_account":
        this.#accessAccounts.delete(id);
        return;
      case "instance":
        this.#instances.delete(id);
        return;
    }
  }

  #groupKey(name: string): PrincipalKey {
    let key = this.#groupKeys.get(name);
    if (key === undefined) {
      key = formatPrincipalKey("group", name);
      this.#groupKeys.set(name, key);
    }
    return key;
  }
}

/** V8 keeps a text that was put together as its parts, which makes every comparison with it slow. */
const asOneText = (key: PrincipalKey): PrincipalKey => JSON.parse(JSON.stringify(key)) as PrincipalKey;

const withoutAssignments = (principal: PrincipalKey): PrincipalFacts => ({
  principal,
  groups: NONE,
  assignments: NONE,
});

const isSubject = (user: UserEntry | undefined): user is UserEntry & Subject =>
  user?.attributes !== undefined;

const toAccessAccount = ({ access_key, ceiling, enabled, expires_at }: AccessAccountRecord) => ({
  accessKey: access_key,
  enabled,
  ...(ceiling && { ceiling }),
  ...(expires_at !== undefined && { expiresAt: expires_at }),
});
