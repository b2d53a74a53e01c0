import { type EpochSeconds, isExpired } from "@licet/engine/values/time.ts";
import type { Client, Secret } from "../../accounts/entities.ts";
import { isPublicClient } from "../../accounts/public-application.ts";
import { generateSecret } from "../../accounts/secret.ts";
import { InvalidInputError } from "../../core/errors.ts";
import type { Services } from "../../services.ts";
import type { Change } from "../../state/change.ts";
import { commitDraft } from "./commit-draft.ts";
import { createSecret } from "./create-secret.ts";
import { getClient } from "./get-client.ts";

export interface RotatedSecret {
  readonly client: Client;
  readonly secret: string;
  /** The time when the last of the old secrets expires; undefined when there was none. */
  readonly oldUntil?: EpochSeconds;
}

export async function rotateSecret(
  services: Pick<Services, "clients" | "clock" | "secrets" | "storage">,
  clientId: string,
  keepOldSeconds: number,
): Promise<RotatedSecret> {
  const { client, secret, ended } = await commitDraft(services, () =>
    draftRotation(services, clientId, keepOldSeconds),
  );
  const oldUntil = ended.map(({ expiresAt }) => expiresAt);
  return { client, secret, ...(oldUntil.length > 0 && { oldUntil: Math.max(...oldUntil) }) };
}

async function draftRotation(
  services: Pick<Services, "clients" | "clock" | "secrets">,
  clientId: string,
  keepOldSeconds: number,
) {
  const client = await getClient(services, clientId);
  checkHasSecret(client);
  const secret = generateSecret();
  const now = services.clock.seconds();
  // An expired secret stays stored, so an old configuration file that still names it cannot restore it.
  const ended = client.secrets
    .filter(({ expiresAt }) => !isExpired(expiresAt, now))
    .map((old) => ({
      ...old,
      expiresAt: Math.min(now + keepOldSeconds, old.expiresAt ?? Number.POSITIVE_INFINITY),
    }));
  const changes = [createSecret(services, client.id, secret), ...ended].map(
    (value: Secret): Change => ({ op: "put", kind: "secret", value }),
  );
  return { changes, client, secret, ended };
}

function checkHasSecret(client: Client): void {
  const { id, type, authenticationMethod } = client.application;
  if (isPublicClient(client))
    throw new InvalidInputError(`${id} is a ${type} application, which cannot keep a secret`);
  if (!client.accessAccount && authenticationMethod === "private_key_jwt") {
    throw new InvalidInputError(`${id} signs in with its own key (private_key_jwt) and has no secret`);
  }
}
