import { type EpochSeconds, isExpired } from "@licet/engine/values/time.ts";
import type { Command } from "commander";
import type { Client, Secret } from "../../accounts/entities.ts";
import { getClient } from "../actions/get-client.ts";
import { rotateSecret } from "../actions/rotate-secret.ts";
import type { CommandContext } from "../command-context.ts";
import { SHOWN_ONCE } from "../format/applied-state.ts";
import { addOutputOption, formatColumns, formatTable, type OutputOptions, print } from "../format/output.ts";
import { parseDuration, writeSeconds } from "../format/times.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";

interface ListOptions extends SettingOptions, OutputOptions {}
interface RotateOptions extends ListOptions {
  readonly keepOld: number;
}

export function defineSecretCommand(command: Command, context: CommandContext): void {
  command.description("Rotate and list the secrets of applications and access accounts.");
  defineRotate(command.command("rotate"), context);
  defineList(command.command("list"), context);
}

function defineRotate(command: Command, context: CommandContext): void {
  command
    .summary("create a new secret and let the old ones expire")
    .description("Create a new secret, print it once, and let the old ones expire after a while.")
    .argument("<client>", "a client_id or an access key")
    .option(
      "--keep-old <duration>",
      "how long the old secrets still work; 0 ends them at once",
      parseDuration,
      DAY_SECONDS,
    )
    .action((clientId: string, options: RotateOptions) => rotate(context, clientId, options))
    .addHelpText(
      "after",
      `
--keep-old takes 90s, 30m, 24h or 7d; the default is 24h.

Examples:
  licet secret rotate reports
  licet secret rotate ak_demo --keep-old 0`,
    );
  addSettingOptions(addOutputOption(command));
}

const DAY_SECONDS = 86_400;

function defineList(command: Command, context: CommandContext): void {
  command
    .summary("list secrets by their last four characters")
    .description(
      "List the secrets of a client: their last four characters and their times, never the secrets.",
    )
    .argument("<client>", "a client_id or an access key")
    .action((clientId: string, options: ListOptions) => list(context, clientId, options))
    .addHelpText("after", "\nExample:\n  licet secret list reports");
  addSettingOptions(addOutputOption(command));
}

async function rotate(context: CommandContext, clientId: string, options: RotateOptions): Promise<void> {
  const { terminal } = context;
  const { client, secret, oldUntil } = await withServices(context, options, (services) =>
    rotateSecret(services, clientId, options.keepOld),
  );
  const key = client.accessAccount ? "secret_key" : "client_secret";
  const until = oldUntil === undefined ? null : writeSeconds(oldUntil);
  print(terminal, options, { client_id: client.id, [key]: secret, old_secrets_expire_at: until }, () =>
    formatColumns([
      [client.accessAccount ? "access_key" : "client_id", client.id],
      [key, secret],
      ...(until === null ? [] : [["old secrets until", until]]),
    ]),
  );
  terminal.stderr.write(SHOWN_ONCE);
}

async function list(context: CommandContext, clientId: string, options: ListOptions): Promise<void> {
  const { client, now } = await withServices(context, options, async (services) => ({
    client: await getClient(services, clientId),
    now: services.clock.seconds(),
  }));
  const secrets = describeSecrets(client, now);
  print(context.terminal, options, { client_id: client.id, secrets }, () =>
    formatTable(
      ["ID", "ENDS IN", "STATE", "CREATED", "EXPIRES", "LAST USED"],
      secrets.map((secret) => [
        secret.id,
        secret.hint,
        secret.live ? "live" : "expired",
        secret.created_at,
        secret.expires_at ?? "",
        secret.last_used_at ?? "",
      ]),
    ),
  );
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
