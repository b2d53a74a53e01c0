import { type EpochSeconds, isExpired } from "@licet/engine/internal/values/time.ts";
import type { Client, User } from "../../accounts/entities.ts";
import { isPublicClient } from "../../accounts/public-application.ts";
import type { WriteCommand } from "../typed-command.ts";

/** Finds the reasons why the client gets no token for any scope. */
export function findTokenBlockers(
  client: Client,
  now: EpochSeconds,
  user: User | undefined,
  writeCommand: WriteCommand,
): readonly string[] {
  const { application, accessAccount, secrets } = client;
  const blockedBy: string[] = [];
  if (!application.enabled) blockedBy.push(`the application ${application.id} is disabled`);
  if (accessAccount && !accessAccount.enabled)
    blockedBy.push(`the access key ${accessAccount.accessKey} is disabled`);
  if (isExpired(accessAccount?.expiresAt, now)) blockedBy.push(`the access key ${client.id} has expired`);
  if (user) {
    if (!user.enabled) blockedBy.push(`the user ${user.username} is disabled`);
    if (application.redirectUris.length === 0) blockedBy.push(`${application.id} has no redirect URI`);
    if (isPublicClient(client)) return blockedBy;
  }
  if (isPublicClient(client))
    blockedBy.push(`a ${application.type} application cannot use client_credentials`);
  else if (needsSecret(client) && secrets.every(({ expiresAt }) => isExpired(expiresAt, now))) {
    blockedBy.push(
      `${client.id} has no live secret; create one with ${writeCommand("secret", "rotate", client.id)}`,
    );
  }
  return blockedBy;
}

/** An access account has no keys, and an application with keys may be registered for its secret only. */
function needsSecret({ application, accessAccount }: Client): boolean {
  if (accessAccount || !application.jwks) return true;
  const { authenticationMethod: method } = application;
  return method !== undefined && method !== "private_key_jwt";
}
