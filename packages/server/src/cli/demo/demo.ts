import { readFile } from "node:fs/promises";
import { isOwnResource } from "@licet/engine/internal/own-resource.ts";
import type { Client } from "../../accounts/entities.ts";
import type { PublishedInUse } from "../../accounts/published-credentials/stored-published-credentials.ts";
import { parseConfigurationFile } from "../../files/parse-configuration-file.ts";
import { decideClientScopes } from "../../oauth/scopes/decide-client-scopes.ts";
import type { Services } from "../../services.ts";
import type { NamedText } from "../options/read-input.ts";
import { DEMO_FILE } from "./example-files.ts";

export const readDemo = async (): Promise<NamedText> => ({
  name: "demo.yaml",
  text: await readFile(DEMO_FILE, "utf8"),
});

export interface DemoCredential {
  readonly kind: "application" | "access key" | "user";
  readonly id: string;
  readonly secret: string;
}

/**
 * Reads the credentials of the demo that still work. Others were rotated or changed since. A published password does not
 * say which one it is, and the tutorial has users with the same names: where no secret of the demo works, there is no demo.
 */
export async function readDemoCredentials(
  services: Services,
  stored: PublishedInUse,
): Promise<readonly DemoCredential[]> {
  const { name, text } = await readDemo();
  const { applications, users } = parseConfigurationFile(text, name).content;
  const clients = applications.flatMap(({ client_id, client_secret, access_accounts }): DemoCredential[] => [
    { kind: "application", id: client_id ?? "", secret: client_secret ?? "" },
    ...access_accounts.map(
      ({ access_key, secret_key }): DemoCredential => ({
        kind: "access key",
        id: access_key ?? "",
        secret: secret_key ?? "",
      }),
    ),
  ]);
  const userCredentials = users.map(
    ({ username, password = "" }): DemoCredential => ({ kind: "user", id: username, secret: password }),
  );
  const working = clients.filter(({ id, secret }) =>
    stored.secrets.some((own) => own.owner === id && services.secrets.matches(secret, own.hash)),
  );
  if (working.length === 0) return [];
  return [
    ...working,
    ...userCredentials.filter(({ id }) => stored.users.some(({ username }) => username === id)),
  ];
}

export interface DemoRequest extends DemoCredential {
  readonly scope: string;
}

/** Finds a token request that is granted one scope and refused another. */
export async function findDemoRequest(
  services: Services,
  credentials: readonly DemoCredential[],
): Promise<DemoRequest | undefined> {
  for (const credential of credentials) {
    const client = credential.kind === "application" ? await services.clients.find(credential.id) : undefined;
    const scope = client && (await findPartlyGrantedScope(services, client));
    if (scope !== undefined) return { ...credential, scope };
  }
  return undefined;
}

const MAX_TRIED_SCOPES = 50;

/** Finds a scope parameter of two permissions: the client is granted the first and refused the second. */
async function findPartlyGrantedScope(
  { factSource, clock }: Services,
  client: Client,
): Promise<string | undefined> {
  const { permissions } = await factSource.model();
  // A token never combines Licet's own permissions with others, so Licet would refuse them here.
  const names = [...permissions.values()]
    .filter(({ resource }) => !isOwnResource(resource))
    .map(({ name }) => name)
    .slice(0, MAX_TRIED_SCOPES);
  if (names.length === 0) return undefined;
  const { granted, refused } = await decideClientScopes(factSource, clock, {
    client,
    scope: names.join(" "),
    resources: [],
    ip: "127.0.0.1",
  });
  const [first] = granted;
  const resource = first?.held?.permission.resource?.name;
  const other = refused.find(({ scope }) => scope.startsWith(`${resource}:`)) ?? refused[0];
  return first && other ? `${first.scope} ${other.scope}` : undefined;
}
