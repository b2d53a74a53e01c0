import type { PrincipalType } from "@licet/engine/internal/entities.ts";
import type { EntityKind } from "../../../../packages/server/src/directory/change.ts";
import { createCheck } from "../../../../packages/server/src/permissions/check.ts";
import type { RunningLicet } from "../../../support/start-licet.ts";
import { UNDER_CONTROL } from "./world.ts";

/** The permissions by principal, each as a text: `orders:write at orders/us for ever` is held in 2099, too. */
export type Reach = ReadonlyMap<string, ReadonlySet<string>>;

const PLACES = [undefined, "42", "us"];
const LATER = "2099-01-01T00:00:00Z";

/** Checks every principal without the API: now and in 2099, everywhere and at single instances. */
export async function measureReach(licet: RunningLicet, permissions: readonly string[]): Promise<Reach> {
  const { factSource, subjects, storage, clock } = licet.services;
  const check = createCheck({ factSource, subjects, feed: storage.feed, clock });
  const everybody = await findEverybody(licet);
  const later = Date.parse(LATER) / 1000;
  const asked = everybody.flatMap(([principal, subject]) =>
    permissions.flatMap((permission) =>
      (permission.startsWith("orders:") ? PLACES : [undefined]).flatMap((id) =>
        [clock.seconds(), later].map((time) => ({
          principal,
          permission: `${permission}${id ? ` at orders/${id}` : ""}${time === later ? " for ever" : ""}`,
          question: {
            subject,
            permission,
            ...(id !== undefined && { resource: { type: "orders", id } }),
            context: { request: { time, ip: "127.0.0.1" } },
          },
        })),
      ),
    ),
  );
  const answers = await check.many(asked.map(({ question }) => question));
  const reach = new Map(everybody.map(([principal]) => [principal, new Set<string>()]));
  for (const [index, { principal, permission }] of asked.entries())
    if (answers[index]?.allowed) reach.get(principal)?.add(permission);
  return reach;
}

type Named = readonly [principal: string, subject: { readonly type: PrincipalType; readonly id: string }];

async function findEverybody({ services }: RunningLicet): Promise<readonly Named[]> {
  const { directory } = services.storage;
  const all = async <K extends EntityKind>(kind: K) => (await directory.page(kind, { limit: 1000 })).items;
  const named = (type: PrincipalType, id: string, name = id): Named => [`${type}:${name}`, { type, id }];
  return [
    ...(await all("user")).map(({ value }) => named("user", value.id, value.username)),
    ...(await all("group")).map(({ value }) => named("group", value.name)),
    ...(await all("application")).map(({ value }) => named("application", value.id)),
    ...(await all("access_account")).map(({ value }) => named("access_account", value.accessKey)),
  ];
}

/** Every stored credential with its owner. */
export async function readCredentials({ services }: RunningLicet): Promise<ReadonlyMap<string, string>> {
  const { directory } = services.storage;
  const secrets = (await directory.page("secret", { limit: 1000 })).items.map(({ value }) => value);
  const users = (await directory.page("user", { limit: 1000 })).items.map(({ value }) => value);
  const applications = (await directory.page("application", { limit: 1000 })).items.map(({ value }) => value);
  const accounts = (await directory.page("access_account", { limit: 1000 })).items.map(({ value }) => value);
  return new Map([
    ...secrets.map(
      ({ id, owner }) =>
        [`secret ${id}`, `${owner.startsWith("ak_") ? "access_account" : "application"}:${owner}`] as const,
    ),
    ...users.map(
      ({ username, passwordHash }) => [`password ${username} ${passwordHash}`, `user:${username}`] as const,
    ),
    ...applications.map(
      ({ id, jwks }) => [`keys ${id} ${JSON.stringify(jwks)}`, `application:${id}`] as const,
    ),
    ...accounts.map(
      ({ accessKey, applicationId }) =>
        [`account ${accessKey} ${applicationId}`, `access_account:${accessKey}`] as const,
    ),
  ]);
}

export interface Beginning {
  readonly reach: Reach;
  readonly credentials: ReadonlyMap<string, string>;
}

/**
 * The unexpected gains, given that only mallory wrote: a principal gained a permission that mallory does not hold, or
 * mallory created a credential for a principal that holds more than mallory.
 */
export async function findGains(
  licet: RunningLicet,
  permissions: readonly string[],
  before: Beginning,
): Promise<readonly string[]> {
  const own = before.reach.get("application:mallory") ?? new Set();
  const reach = await measureReach(licet, permissions);
  const made = [...(await readCredentials(licet))].filter(
    ([credential]) => !before.credentials.has(credential),
  );
  const controlled = new Set([...UNDER_CONTROL, ...made.map(([, owner]) => owner)]);
  return [...reach].flatMap(([principal, permissions]) =>
    [...permissions]
      .filter((permission) => !own.has(permission))
      .filter((permission) => controlled.has(principal) || !before.reach.get(principal)?.has(permission))
      .map((permission) => `${principal} has ${permission}`),
  );
}
