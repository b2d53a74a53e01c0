import { OWN_RESOURCE } from "@licet/engine/own-resource.ts";
import { isClientId } from "@licet/engine/values/names.ts";
import { CLIENT_ASSERTION_LIFETIME_SECONDS } from "../../accounts/client-assertion-lifetime.ts";
import type { Application, ApplicationType, IdTokenClaims } from "../../accounts/entities.ts";
import { isPublicApplication } from "../../accounts/public-application.ts";
import { generateSecret } from "../../accounts/secret.ts";
import { ConflictError, InvalidInputError } from "../../core/errors.ts";
import { generateId } from "../../core/ids.ts";
import { checkRedirectUri } from "../../core/network/redirect-uri.ts";
import type { Services } from "../../services.ts";
import { type Change, principalNames } from "../../state/change.ts";
import { commitDraft } from "../actions/commit-draft.ts";
import { createSecret } from "../actions/create-secret.ts";

export interface NewApplication {
  readonly name: string;
  readonly type: ApplicationType;
  readonly clientId?: string;
  readonly redirectUri: readonly string[];
  readonly serves: readonly string[];
  readonly requirePkce?: boolean;
  readonly firstParty?: boolean;
  readonly idTokenClaims?: IdTokenClaims;
  readonly requirePushedRequests?: boolean;
}

export interface CreatedApplication {
  readonly application: Application;
  /** Absent for public applications, which cannot keep a secret. */
  readonly secret?: string;
  /** A deleted application had this client id or name. */
  readonly again: boolean;
}

export async function createApplication(
  services: Pick<Services, "clock" | "secrets" | "storage">,
  wanted: NewApplication,
): Promise<CreatedApplication> {
  const { application, secret, again } = await commitDraft(services, () =>
    draftApplication(services, wanted),
  );
  return { application, again, ...(secret !== undefined && { secret }) };
}

async function draftApplication(
  services: Pick<Services, "clock" | "secrets" | "storage">,
  wanted: NewApplication,
) {
  await check(services, wanted);
  const application = toApplication(wanted);
  const secret = isPublicApplication(wanted) ? undefined : generateSecret();
  const changes: Change[] = [{ op: "put", kind: "application", value: application }];
  if (secret !== undefined) {
    changes.push({ op: "put", kind: "secret", value: createSecret(services, application.id, secret) });
  }
  const names = changes.flatMap(principalNames);
  const again = (await services.storage.state.findReserved(names)).length > 0;
  return { changes, application, secret, again };
}

function toApplication(wanted: NewApplication): Application {
  return {
    id: wanted.clientId ?? generateId("application"),
    name: wanted.name,
    type: wanted.type,
    enabled: true,
    redirectUris: wanted.redirectUri,
    postLogoutRedirectUris: [],
    // RFC 9700 §2.1.1: public clients must use PKCE.
    requirePkce: wanted.requirePkce ?? isPublicApplication(wanted),
    firstParty: wanted.firstParty ?? false,
    delegated: [],
    idTokenAlgorithm: "RS256",
    idTokenClaims: wanted.idTokenClaims ?? "profile",
    requirePushedRequests: wanted.requirePushedRequests ?? false,
    // Both need keys of the application, and only a configuration file or the API can set keys.
    requireSignedRequestObject: false,
    clientAssertionMaxLifetimeSeconds: CLIENT_ASSERTION_LIFETIME_SECONDS.default,
    serves: wanted.serves,
  };
}

async function check(
  { storage }: Pick<Services, "storage">,
  { name, type, clientId, redirectUri, serves }: NewApplication,
): Promise<void> {
  if (name === "" || name.length > 200) throw new InvalidInputError("--name needs 1 to 200 characters");
  if (clientId !== undefined && !isClientId(clientId)) {
    throw new InvalidInputError(
      "--client-id needs up to 128 letters, digits, _ . -, and must not begin with usr_ or ak_",
    );
  }
  for (const uri of redirectUri) {
    const problem = checkRedirectUri(uri, type);
    if (problem !== undefined) throw new InvalidInputError(`--redirect-uri ${uri} ${problem}`);
  }
  for (const resource of serves) {
    if (resource === OWN_RESOURCE)
      throw new InvalidInputError(
        `--serves ${resource}: it is Licet's own API, and no application is its server`,
      );
    if ((await storage.state.find("resource", resource)) === undefined) {
      throw new InvalidInputError(
        `--serves ${resource}: there is no such resource; add it with licet apply first`,
      );
    }
  }
  const namesake = (await storage.state.list("application")).find(
    (application) => application.id === clientId || application.name === name,
  );
  if (namesake) {
    throw new ConflictError(
      `the application ${namesake.id} (${namesake.name}) exists already; choose another name and id`,
    );
  }
}
