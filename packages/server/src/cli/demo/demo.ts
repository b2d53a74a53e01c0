import { readFile } from "node:fs/promises";
import type { Client } from "../../accounts/entities.ts";
import type { PublishedInUse } from "../../accounts/published-credentials/stored-published-credentials.ts";
import { decideClientScopes } from "../../oauth/scopes/decide-client-scopes.ts";
import { isOwnResource } from "../../permissions/own-resource.ts";
import type { Services } from "../../services.ts";
import { parseConfigurationFile } from "../../state/file/parse-configuration-file.ts";
import type { NamedText } from "../options/read-input.ts";
import { exampleUrl } from "./example-url.ts";

export const readDemo = async (): Promise<NamedText> => ({
  name: "demo.yaml",
  text: await readFile(exampleUrl("demo.yaml"), "utf8"),
});

export interface DemoCredential {
  readonly kind: "application" | "access key" | "user";
  readonly id: string;
  readonly secret: string;
}

/** Reads the published credentials that still work. Others were rotated or changed since. */
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
  const people = users.map(
    ({ username, password = "" }): DemoCredential => ({ kind: "user", id: username, secret: password }),
  );
  return [
    ...clients.filter(({ id, secret }) =>
      stored.secrets.some((own) => own.owner === id && services.secrets.matches(secret, own.hash)),
    ),
    ...people.filter(({ id }) => stored.users.some(({ username }) => username === id)),
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
    const scope = client && (await findTellingScope(services, client));
    if (scope !== undefined) return { ...credential, scope };
  }
  return undefined;
}

const ENOUGH_SCOPES = 50;

async function findTellingScope(
  { factSource, clock }: Services,
  client: Client,
): Promise<string | undefined> {
  const { permissions } = await factSource.model();
  // A token never combines Licet's own permissions with others, so Licet would refuse them here.
  const names = [...permissions.values()]
    .filter(({ resource }) => !isOwnResource(resource))
    .map(({ name }) => name)
    .slice(0, ENOUGH_SCOPES);
  if (names.length === 0) return undefined;
  const { granted, refused } = await decideClientScopes(factSource, clock, {
    client,
    scope: names.join(" "),
    resources: [],
    ip: "127.0.0.1",
  });
  const [yes] = granted;
  const related = refused.find(({ scope }) => scope.startsWith(`${yes?.held?.permission.resource?.name}:`));
  const no = related ?? refused[0];
  return yes && no ? `${yes.scope} ${no.scope}` : undefined;
}
