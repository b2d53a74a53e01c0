import type { DescribedIssue } from "@licet/engine/internal/values/input-issue.ts";
import { isOidcScope } from "@licet/engine/internal/values/names.ts";
import type { Application } from "../../accounts/entities.ts";
import { isPublicApplication } from "../../accounts/public-application.ts";
import { InvalidInputError } from "../../core/errors/errors.ts";
import { isPrivateUrl } from "../../core/network/public-address.ts";
import { generateId } from "../../core/values/ids.ts";
import { quote } from "../../input/schemas.ts";
import { type EntryOfKind, KINDS } from "../kinds/kinds.ts";
import { CONSOLE_APPLICATION, OWN_RESOURCE } from "../own-names.ts";
import { ambiguous, notChangeable, notFound, repeated, reused } from "./issues.ts";
import { planAccessAccount } from "./plan-access-account.ts";
import type { Catalogue } from "./plan-catalogue.ts";
import { planSecret } from "./plan-secret.ts";
import type { Planning } from "./planning.ts";

/** The clients of the file, with their new ids. A principal may refer to these and to stored clients. */
export interface PlannedClients {
  readonly applications: ReadonlyMap<string, NamedClient>;
  readonly accessAccounts: ReadonlyMap<string, NamedClient>;
}
export interface NamedClient {
  readonly id: string;
  readonly name?: string;
  /** The application of an access account. */
  readonly applicationId?: string;
  /** The access account has expired and is not created. */
  readonly isSkipped?: boolean;
}

export async function planApplications(planning: Planning, catalogue: Catalogue): Promise<PlannedClients> {
  const applications = new Map<string, Application>();
  const accessAccounts = new Map<string, NamedClient>();
  for (const [index, entry] of planning.content.applications.entries()) {
    const path = ["applications", index];
    const application = await planApplication(planning, catalogue, index, entry);
    if (applications.has(application.id)) planning.report(path, repeated(`repeats ${application.id}`));
    applications.set(application.id, application);
    for (const [position, account] of entry.access_accounts.entries()) {
      const accountPath = [...path, "access_accounts", position];
      const { accessKey: id, ...planned } = await planAccessAccount(
        planning,
        catalogue,
        application.id,
        account,
        accountPath,
      );
      if (accessAccounts.has(id)) planning.report(accountPath, repeated(`repeats ${id}`));
      accessAccounts.set(id, { ...planned, id });
    }
  }
  for (const [index, { application, ...entry }] of planning.content.access_accounts.entries()) {
    const path = ["access_accounts", index];
    const owner = await findOwner(planning, applications, application);
    if ("issue" in owner) planning.report([...path, "application"], owner);
    if ("issue" in owner) continue;
    const { accessKey: id, ...planned } = await planAccessAccount(planning, catalogue, owner.id, entry, path);
    if (accessAccounts.has(id)) planning.report(path, repeated(`repeats ${id}`));
    accessAccounts.set(id, { ...planned, id });
  }
  return { applications, accessAccounts };
}

/** Finds the application of an access account from the top level of the file, or gives the issue. */
async function findOwner(
  { stored }: Planning,
  inFile: ReadonlyMap<string, Application>,
  id: string,
): Promise<Application | DescribedIssue> {
  const owner = inFile.get(id) ?? (await stored.find("application", id));
  if (owner === undefined) return notFound("application", id, []);
  if (!isPublicApplication(owner)) return owner;
  const message = `a ${owner.type} application cannot keep a secret`;
  return { message, issue: { code: "not_for_type", type: owner.type } };
}

async function planApplication(
  planning: Planning,
  catalogue: Catalogue,
  index: number,
  entry: EntryOfKind<"application">,
): Promise<Application> {
  const path = ["applications", index];
  if (entry.client_id === CONSOLE_APPLICATION) {
    const message = `${CONSOLE_APPLICATION} is Licet's own application and stays as it is`;
    planning.conflict([...path, "client_id"], notChangeable(message));
  }
  checkReferences(planning, catalogue, index, entry);
  checkLogoutAddress(planning, index, entry);
  const stored = await findStored(planning, index, entry);
  if (stored !== undefined && isPublicApplication(stored) !== isPublicApplication(entry)) {
    const message = `cannot become ${entry.type} from ${stored.type}; register another application`;
    planning.conflict([...path, "type"], notChangeable(message));
  }
  const id = entry.client_id ?? stored?.id ?? generateId("application");
  const jwks = parseJwks(planning, index, entry);
  const application = KINDS.application.fromEntry(entry, { id, ...(jwks && { jwks }) }, stored);
  const needsSecret = !isPublicApplication(entry) && entry.token_endpoint_auth_method !== "private_key_jwt";
  const secret = needsSecret
    ? await planSecret(planning, application.id, "client_secret", entry.client_secret, path, {
        isFirst: stored?.authenticationMethod === "private_key_jwt" || stored === undefined,
      })
    : undefined;
  planning.stage("application", application.id, application, stored, secret);
  return application;
}

/** An entry without a client_id matches the stored application with the same name. */
async function findStored(
  planning: Planning,
  index: number,
  entry: EntryOfKind<"application">,
): Promise<Application | undefined> {
  if (entry.client_id !== undefined) return planning.stored.find("application", entry.client_id);
  const namesakes = (await planning.stored.list("application")).filter(
    ({ id, name }) => name === entry.name && id !== CONSOLE_APPLICATION,
  );
  if (namesakes.length > 1) {
    const ids = namesakes.map(({ id }) => id).join(", ");
    const message = `several applications are named ${quote(entry.name)}; give the client_id: ${ids}`;
    planning.report(["applications", index], ambiguous(message, "application", entry.name ?? ""));
  }
  const [found] = namesakes;
  if (found && (await planning.stored.isReserved({ kind: "application_name", name: found.name })))
    planning.conflict(["applications", index, "name"], reused("application", found.name, found.id));
  return found;
}

/** Licet serves its own API. Another server of it could introspect the tokens of every administrator. */
const SERVES_LICET: DescribedIssue = {
  message: `${OWN_RESOURCE} is Licet's own API, and no application is its server`,
  issue: { code: "invalid" },
};

function checkReferences(
  planning: Planning,
  catalogue: Catalogue,
  index: number,
  entry: EntryOfKind<"application">,
): void {
  for (const [position, { scope }] of entry.delegated.entries()) {
    const issue = isOidcScope(scope) ? undefined : catalogue.findIssue(scope);
    if (issue !== undefined) planning.report(["applications", index, "delegated", position, "scope"], issue);
  }
  for (const [position, resource] of entry.serves.entries()) {
    const issue = resource === OWN_RESOURCE ? SERVES_LICET : catalogue.findResourceIssue(resource);
    if (issue !== undefined) planning.report(["applications", index, "serves", position], issue);
  }
}

/** RFC 7591 §5: a registered address must not make Licet send requests to hosts that the registrant cannot reach. */
function checkLogoutAddress(planning: Planning, index: number, entry: EntryOfKind<"application">): void {
  const { backchannel_logout_uri: address } = entry;
  if (address === undefined || planning.dependencies.allowPrivateAddresses || !isPrivateUrl(address)) return;
  const message = `${quote(address)} is an address of this machine or of a private network; logout notices go there only with LICET_OUTBOUND_PRIVATE=true`;
  const issue = { code: "malformed", expected: "public_address" } as const;
  planning.report(["applications", index, "backchannel_logout_uri"], { message, issue });
}

function parseJwks(
  planning: Planning,
  index: number,
  { jwks }: EntryOfKind<"application">,
): Application["jwks"] {
  if (jwks === undefined || planning.dependencies.parseClientJwks === undefined) return jwks;
  try {
    return planning.dependencies.parseClientJwks(jwks);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    planning.report(["applications", index, "jwks"], error);
    return undefined;
  }
}
