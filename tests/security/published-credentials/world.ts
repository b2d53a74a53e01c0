import { readFileSync } from "node:fs";
import type { Secret, User } from "../../../packages/server/src/accounts/entities.ts";
import { hashPassword } from "../../../packages/server/src/accounts/passwords/password.ts";
import { secretHint } from "../../../packages/server/src/accounts/secret.ts";
import { generateId } from "../../../packages/server/src/core/values/ids.ts";
import type { Change } from "../../../packages/server/src/directory/change.ts";
import type { Services } from "../../../packages/server/src/services.ts";

export const DEMO = readFileSync(new URL("../../../examples/demo.yaml", import.meta.url), "utf8");

export const SECRET = "demo-admin-secret-not-for-production";
export const PASSWORD = "ada-demo-password";

/** Every way in which a server on the loopback is not private. */
export const REACHABLE = [
  { base_url: "https://id.example.test" },
  { host: "0.0.0.0" },
  { host: "::" },
  { allowed_hosts: "localhost, id.example.test" },
] as const;

/** An administrator and a user without permissions, with unpublished credentials. */
export const OWN = "a secret that nobody else knows of, so far";
export const OWN_PASSWORD = "a password of my own";
export const STATE = `
users:
  - { username: carol, password: ${OWN_PASSWORD} }
applications:
  - { client_id: worker, client_secret: "${OWN}", type: service, access_accounts: [{ access_key: ak_own, secret_key: "${OWN}" }] }
assignments:
  - { principal: application:worker, role: licet-administrator }
`;

/** Writes without any check, as a restored backup or an older version would have it. */
export async function store({ storage, clock }: Services, changes: readonly Change[]): Promise<void> {
  await storage.state.commit(changes, { name: "test", at: clock.milliseconds() });
}

export function putSecret(
  { secrets, clock }: Services,
  owner: string,
  secret = SECRET,
  more: Partial<Secret> = {},
): Change {
  const value = {
    id: generateId("secret"),
    owner,
    hash: secrets.hash(secret),
    hint: secretHint(secret),
    createdAt: clock.seconds(),
    ...more,
  };
  return { op: "put", kind: "secret", value };
}

export async function putUser(username: string, more: Partial<User> = {}): Promise<Change> {
  const passwordHash = await hashPassword(PASSWORD);
  const value = { id: generateId("user"), username, enabled: true, attributes: {}, passwordHash, ...more };
  return { op: "put", kind: "user", value };
}
