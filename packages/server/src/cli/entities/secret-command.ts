import { type EpochSeconds, isExpired } from "@licet/engine/internal/values/time.ts";
import type { Command } from "commander";
import type { Client, Secret } from "../../accounts/entities.ts";
import { ConflictError } from "../../core/errors/errors.ts";
import type { Services } from "../../services.ts";
import type { CommandContext } from "../command-context.ts";
import { defineCommand, type Options } from "../define-command.ts";
import { SHOWN_ONCE } from "../format/applied-state.ts";
import { formatRows } from "../format/output.ts";
import { parseDuration, writeSeconds } from "../format/times.ts";
import { createOperator, type WritingServices } from "../operator.ts";
import { formatMembers } from "./details.ts";
import { getClient } from "./get-entity.ts";

const CLIENT = ["<client>", "a client_id or an access key"] as const;
const DAY_SECONDS = 86_400;

export function defineSecretCommand(command: Command, context: CommandContext): void {
  command.description("Rotate and list the secrets of applications and access accounts.");
  defineCommand(command.command("rotate"), context, {
    summary: "create a new secret and let the old ones expire",
    description: "Create a new secret, print it once, and let the old ones expire after a while.",
    help: `
--keep-old takes 90s, 30m, 24h or 7d; the default is 24h.

Examples:
  licet secret rotate reports
  licet secret rotate ak_demo --keep-old 0`,
    add: (it) =>
      it
        .argument(...CLIENT)
        .option(
          "--keep-old <duration>",
          "how long the old secrets still work; 0 ends them at once",
          parseDuration,
          DAY_SECONDS,
        ),
    async run(services, { keepOld }: Options & { readonly keepOld: number }, clientId: string) {
      const { client, secret, oldUntil } = await rotateSecret(services, clientId, keepOld);
      const isAccount = client.accessAccount !== undefined;
      const shown = { [isAccount ? "secret_key" : "client_secret"]: secret };
      const until = oldUntil === undefined ? undefined : writeSeconds(oldUntil);
      return {
        document: { client_id: client.id, ...shown, old_secrets_expire_at: until ?? null },
        lines: formatMembers({
          [isAccount ? "access_key" : "client_id"]: client.id,
          ...shown,
          "old secrets until": until,
        }),
        notes: [SHOWN_ONCE],
      };
    },
  });
  defineCommand(command.command("list"), context, {
    summary: "list secrets by their last four characters",
    description:
      "List the secrets of a client: their last four characters and their times, never the secrets.",
    help: ["licet secret list reports"],
    add: (it) => it.argument(...CLIENT),
    async run(services, _: Options, clientId: string) {
      const client = await getClient(services, clientId);
      const secrets = describeSecrets(client, services.clock.seconds());
      return {
        document: { client_id: client.id, secrets },
        lines: formatRows(secrets, {
          ID: "id",
          "ENDS IN": "hint",
          STATE: ({ live }) => (live ? "live" : "expired"),
          CREATED: "created_at",
          EXPIRES: "expires_at",
          "LAST USED": "last_used_at",
        }),
      };
    },
  });
}

/** `oldUntil` is when the last of the old secrets expires; undefined when there was none. */
export async function rotateSecret(
  services: Pick<Services, "clients"> & WritingServices,
  clientId: string,
  keepOldSeconds: number,
): Promise<{ readonly client: Client; readonly secret: string; readonly oldUntil?: EpochSeconds }> {
  const client = await getClient(services, clientId);
  const owner = { kind: client.accessAccount ? "access_account" : "application", id: client.id } as const;
  const rotation = { othersUntil: services.clock.seconds() + keepOldSeconds };
  const { secret, ended } = await createOperator(services)
    .addSecret(owner, {}, rotation)
    .catch((error: unknown) => {
      throw error instanceof ConflictError ? describeConflict(error, client) : error;
    });
  const oldUntil = ended.map(({ expiresAt }) => expiresAt);
  return { client, secret, ...(oldUntil.length > 0 && { oldUntil: Math.max(...oldUntil) }) };
}

/** The conflicts of a new secret, in the words of a command. */
function describeConflict(error: ConflictError, { id, application: { type } }: Client): ConflictError {
  const { conflict } = error;
  const maximum = conflict.code === "too_many_secrets" ? conflict.maximum : 0;
  const messages: Readonly<Record<string, string>> = {
    no_secret_for_type: `${id} is a ${type} application, which cannot keep a secret`,
    signs_in_with_key: `${id} signs in with its own key (private_key_jwt) and has no secret`,
    too_many_secrets: `${id} has ${maximum} live secrets already; --keep-old 0 ends them`,
  };
  return new ConflictError(messages[conflict.code] ?? error.message, { cause: error, conflict });
}

const describeSecrets = ({ secrets }: Client, now: EpochSeconds) =>
  secrets.toSorted(byAge).map(({ id, hint, createdAt, expiresAt, lastUsedAt }) => ({
    id,
    hint,
    live: !isExpired(expiresAt, now),
    created_at: writeSeconds(createdAt),
    expires_at: expiresAt === undefined ? null : writeSeconds(expiresAt),
    last_used_at: lastUsedAt === undefined ? null : writeSeconds(lastUsedAt),
  }));

/** If two secrets have the same creation second, the one that expires first is older: a rotation replaced it. */
function byAge(one: Secret, other: Secret): number {
  const end = ({ expiresAt = Number.MAX_SAFE_INTEGER }: Secret) => expiresAt;
  return one.createdAt - other.createdAt || end(one) - end(other);
}
