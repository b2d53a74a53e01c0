import type { Secret, User } from "../../accounts/entities.ts";
import { hashPassword } from "../../accounts/passwords/password.ts";
import { generateSecret } from "../../accounts/secret.ts";
import type { Change } from "../../directory/change.ts";
import { createSecret } from "../../directory/write/change-secrets.ts";
import type { Services } from "../../services.ts";
import { commitDraft } from "../operator.ts";
import { generatePassword } from "../options/password-options.ts";
import type { DemoCredential } from "./demo.ts";

export interface RekeyedDemo {
  /** The new credentials in plain text. They are stored only as hashes, so the command prints them once. */
  readonly credentials: readonly DemoCredential[];
  readonly revision: number;
}

/** Replaces each published secret or password with a new one, and ends the published one at once. */
export async function rekeyDemo(services: Services): Promise<RekeyedDemo> {
  // Each attempt reuses the hashes: hashing is slow, so another write could overtake every attempt.
  const passwords = new Map<string, Promise<{ password: string; hash: string }>>();
  const { credentials, revision } = await commitDraft(services, async () => {
    const { secrets, users } = await services.publishedCredentials.find();
    const bySecret = await Promise.all(
      [...Map.groupBy(secrets, ({ owner }) => owner)].map(([owner, old]) =>
        rekeyClient(services, owner, old),
      ),
    );
    const byPassword = await Promise.all(users.map((user) => rekeyUser(user, passwords)));
    const all = [...bySecret, ...byPassword];
    return {
      credentials: all.map(({ credential }) => credential),
      changes: all.flatMap(({ changes }) => changes),
    };
  });
  return { credentials, revision };
}

interface Rekeyed {
  readonly credential: DemoCredential;
  readonly changes: readonly Change[];
}

async function rekeyClient(
  services: Services,
  owner: string,
  published: readonly Secret[],
): Promise<Rekeyed> {
  const secret = generateSecret();
  const now = services.clock.seconds();
  const isAccount = (await services.storage.state.find("access_account", owner)) !== undefined;
  // An expired secret stays stored, so the demo file that still names it cannot restore it.
  const ended = published.map((old) => ({ ...old, expiresAt: now }));
  return {
    credential: { kind: isAccount ? "access key" : "application", id: owner, secret },
    changes: [createSecret(services.plannerDependencies, owner, secret), ...ended].map(
      (value): Change => ({ op: "put", kind: "secret", value }),
    ),
  };
}

async function rekeyUser(
  user: User,
  passwords: Map<string, Promise<{ password: string; hash: string }>>,
): Promise<Rekeyed> {
  const made = passwords.get(user.id) ?? makePassword();
  passwords.set(user.id, made);
  const { password, hash } = await made;
  return {
    credential: { kind: "user", id: user.username, secret: password },
    changes: [{ op: "put", kind: "user", value: { ...user, passwordHash: hash } }],
  };
}

async function makePassword(): Promise<{ password: string; hash: string }> {
  const { password } = generatePassword();
  return { password, hash: await hashPassword(password) };
}
