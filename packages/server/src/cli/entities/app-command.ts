import { writeAssignment } from "@licet/engine/internal/explain/write-explanation.ts";
import { isExpired } from "@licet/engine/internal/values/time.ts";
import type { Command } from "commander";
import type { Application, ApplicationType, DelegatedScope, IdTokenClaims } from "../../accounts/entities.ts";
import { InvalidInputError } from "../../core/errors/errors.ts";
import { generateId } from "../../core/values/ids.ts";
import { KINDS } from "../../directory/kinds/kinds.ts";
import { readAll, readAllByName } from "../../directory/write/read-all.ts";
import type { Services } from "../../services.ts";
import type { CommandContext } from "../command-context.ts";
import { defineCommand, type Options, type Printed } from "../define-command.ts";
import { SHOWN_ONCE } from "../format/applied-state.ts";
import { formatRows } from "../format/output.ts";
import type { WritingServices } from "../operator.ts";
import { given, oneOf, option, repeatable } from "../options/make-options.ts";
import { formatAssignments, formatMembers, formatSection, readClientDetails } from "./details.ts";
import { type ChangedEntity, changeEntity, createEntity, createEntityCommands } from "./entity-commands.ts";

const TYPES: readonly ApplicationType[] = ["service", "web", "spa", "native"];
const ID_TOKEN_CLAIMS: readonly IdTokenClaims[] = ["profile", "minimal"];
const CONSENTS: readonly DelegatedScope["consent"][] = ["required", "optional", "implicit"];

export function defineAppCommand(command: Command, context: CommandContext): void {
  command.description("Create, show, change and delete applications: the callers that get tokens.");
  const app = createEntityCommands(command, context, "application");
  defineCommand(command.command("list"), context, {
    summary: "list the applications",
    description: "List the applications with the number of their live secrets, and their access keys.",
    help: ["licet app list --output json"],
    run: listApplications,
  });
  app.show({
    summary: "show an application and what it has",
    description:
      "Show an application with its delegated scopes, access accounts and assignments, never its secrets.",
    read: showApplication,
  });
  app.create({
    summary: "register an application",
    description: "Register an application. Its secret is generated and printed once.",
    help: [
      'licet app create --name "Nightly reports" --type service --client-id nightly',
      "licet app create --name Shop --type web --redirect-uri https://shop.example.test/callback",
    ],
    members: MEMBERS,
    async run(services, entry) {
      const { client_id = generateId("application"), name, type } = entry;
      const id = String(client_id);
      const { secret, notes } = await createApplication(services, { ...entry, client_id: id });
      return {
        document: given({ client_id: id, name, type, client_secret: secret }),
        lines: formatMembers({ client_id: id, client_secret: secret }),
        notes: [...(secret === undefined ? [] : [SHOWN_ONCE]), ...notes],
      };
    },
  });
  defineDelegation(app);
  app.switches({
    disable: {
      summary: "stop an application from getting tokens",
      description:
        "Disable an application at once: no tokens, for it and its access accounts. Nothing is deleted.",
    },
    enable: {
      summary: "let an application get tokens again",
      description:
        "Let an application get tokens again that was disabled. What was given to it is still there.",
    },
  });
  app.delete({
    summary: "delete an application",
    description:
      "Delete an application with its secrets, sign-ins and consents. One with access accounts or assignments needs --cascade.",
  });
}

const MEMBERS = {
  name: option("--name <name>", "a display name").makeOptionMandatory(),
  type: oneOf(
    "--type <type>",
    "service and web keep a secret; spa and native cannot",
    TYPES,
  ).makeOptionMandatory(),
  client_id: option("--client-id <id>", "the client_id; generated when left out"),
  redirect_uris: repeatable("--redirect-uri <uri>", "where codes may be sent"),
  serves: repeatable("--serves <resource>", "a resource it is the server of"),
  require_pkce: option("--require-pkce", "refuse authorization requests without PKCE"),
  require_pushed_authorization_requests: option(
    "--require-pushed-requests",
    "refuse authorization requests that were not pushed",
  ),
  first_party: option("--first-party", "never ask users for consent"),
  id_token_claims: oneOf(
    "--id-token-claims <claims>",
    "what ID tokens say about the user; profile when left out",
    ID_TOKEN_CLAIMS,
  ),
};

/** `entry` is the application as an entry of a configuration file. */
export async function createApplication(
  services: WritingServices,
  entry: { readonly client_id: string } & Readonly<Record<string, unknown>>,
) {
  const { client_id: id } = entry;
  const { secrets, notes } = await createEntity(services, "application", {
    state: { applications: [entry] },
    find: () => services.storage.state.find("application", id),
    exists: ({ name }) => `the application ${id} (${name}) exists already; choose another client_id`,
    flags: Object.fromEntries(Object.entries(MEMBERS).map(([member, { long }]) => [member, long ?? ""])),
  });
  // Public applications have none, because they cannot keep it.
  return { secret: secrets[0]?.secret, notes };
}

type ApplicationCommands = ReturnType<typeof createEntityCommands<"application">>;

/** Defines `delegate` and `undelegate`. */
function defineDelegation({ defineNamed }: ApplicationCommands): void {
  defineNamed("delegate", {
    summary: "let an application ask for scopes on behalf of users",
    description:
      "Let an application ask for scopes on behalf of users. It gets a scope only when the user holds the permission and agrees.",
    help: `
required: the user agrees to them or to nothing. optional: the user may leave them out. implicit: not shown.

Examples:
  licet app delegate shop orders:read orders:write
  licet app delegate shop openid profile --consent implicit`,
    add: (it) =>
      it
        .argument("<scope...>", "permissions, RESOURCE:*, or openid, profile, email, offline_access, …")
        .addOption(
          oneOf(
            "--consent <consent>",
            "what the consent page does with them; required when left out",
            CONSENTS,
          ),
        ),
    async run(
      services,
      { consent }: Options & Partial<DelegatedScope>,
      app: string,
      scopes: readonly string[],
    ) {
      const done = await changeEntity(services, "application", app, ({ delegated }) => {
        const wanted = new Set(scopes);
        // A scope that it has already gets the new consent.
        const kept = delegated.map((each) =>
          wanted.has(each.scope) && consent ? { ...each, consent } : each,
        );
        const added = [...wanted].filter((scope) => !delegated.some((each) => each.scope === scope));
        return { delegated: [...kept, ...added.map((scope) => ({ scope, consent: consent ?? "required" }))] };
      });
      return printDelegated(done, scopes, "may now ask for", "may ask already for");
    },
  });
  defineNamed("undelegate", {
    summary: "stop an application from asking for scopes",
    description:
      "Stop an application from asking for scopes on behalf of users. Its tokens lose them at the next refresh.",
    help: ["licet app undelegate shop orders:write"],
    add: (it) => it.argument("<scope...>", "scopes, as licet app show lists them"),
    async run(services, _: Options, app: string, scopes: readonly string[]) {
      const done = await changeEntity(services, "application", app, ({ id, delegated }) => {
        const known = delegated.map(({ scope }) => scope);
        const unknown = scopes.filter((scope) => !known.includes(scope));
        if (unknown.length > 0) {
          const has = known.length === 0 ? "it has none" : `it has ${known.join(", ")}`;
          throw new InvalidInputError(`${unknown.join(", ")} is not delegated to ${id}; ${has}`);
        }
        return { delegated: delegated.filter(({ scope }) => !scopes.includes(scope)) };
      });
      return printDelegated(done, scopes, "may no longer ask for", "may no longer ask for");
    },
  });
}

const printDelegated = (
  { before: { id }, effect, revision }: ChangedEntity<"application">,
  scopes: readonly string[],
  changed: string,
  unchanged: string,
): Printed => ({
  document: { client_id: id, scopes, effect, revision },
  lines: [`${id} ${effect === "unchanged" ? unchanged : changed} ${scopes.join(", ")}`],
});

async function listApplications({ storage, clock }: Pick<Services, "clock" | "storage">): Promise<Printed> {
  const { directory, state } = storage;
  const now = clock.seconds();
  const live = (await state.list("secret")).filter(({ expiresAt }) => !isExpired(expiresAt, now));
  const secretsOf = Map.groupBy(live, ({ owner }) => owner);
  const accountsOf = Map.groupBy(await state.list("access_account"), ({ applicationId }) => applicationId);
  const applications = (await readAllByName(directory, "application")).map(({ id, name, type, enabled }) => ({
    client_id: id,
    name,
    type,
    enabled,
    live_secrets: secretsOf.get(id)?.length ?? 0,
    access_accounts: (accountsOf.get(id) ?? []).map(({ accessKey }) => accessKey),
  }));
  return {
    document: { applications },
    lines: formatRows(applications, {
      "CLIENT ID": "client_id",
      NAME: "name",
      TYPE: "type",
      ENABLED: "enabled",
      SECRETS: "live_secrets",
      "ACCESS KEYS": ({ access_accounts }) => access_accounts.join(" "),
    }),
  };
}

async function showApplication(
  services: Pick<Services, "clock" | "storage">,
  application: Application,
): Promise<Printed> {
  const { id, name, enabled, delegated, jwks } = application;
  const { liveSecrets, assignments } = await readClientDetails(services, "application", id);
  const accounts = await readAll(services.storage.directory, "access_account", { application: id });
  const entry = KINDS.application.toEntry(application);
  const {
    delegated: _,
    jwks: __,
    ...members
  } = { ...entry, name, enabled: enabled ? "yes" : "no" } as Readonly<Record<string, unknown>>;
  return {
    document: {
      ...entry,
      name,
      enabled,
      delegated,
      live_secrets: liveSecrets,
      access_accounts: accounts.map((account) => ({
        ...KINDS.access_account.toEntry(account),
        enabled: account.enabled,
      })),
      assignments: assignments.map(writeAssignment),
    },
    lines: [
      ...formatMembers({
        // The members of the entry that are single values or lists of texts.
        ...Object.fromEntries(
          Object.entries(members).map(([key, value]) => [
            key,
            Array.isArray(value) ? value.join(", ") : String(value),
          ]),
        ),
        jwks: jwks && `${jwks.keys.length} keys`,
        "live secrets": String(liveSecrets),
      }),
      ...formatSection(
        "It may not ask for scopes on behalf of users.",
        ["DELEGATED SCOPE", "CONSENT"],
        delegated.map(({ scope, consent }) => [scope, consent]),
      ),
      ...(accounts.length === 0
        ? []
        : formatSection(
            "",
            ["ACCESS KEY", "NAME", "ENABLED"],
            accounts.map((account) => [
              account.accessKey,
              account.name ?? "",
              account.enabled ? "yes" : "no",
            ]),
          )),
      ...formatAssignments("It has no assignments.", assignments),
    ],
  };
}
