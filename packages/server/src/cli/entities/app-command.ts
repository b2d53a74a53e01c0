import { writeAssignment } from "@licet/engine/explain/write-explanation.ts";
import { isExpired } from "@licet/engine/values/time.ts";
import { type Command, Option } from "commander";
import type { Application, ApplicationType, DelegatedScope, IdTokenClaims } from "../../accounts/entities.ts";
import { InvalidInputError } from "../../core/errors.ts";
import { generateId } from "../../core/ids.ts";
import { KINDS } from "../../directory/kinds/kinds.ts";
import { readAll, readAllByName } from "../../management/read-all.ts";
import type { Services } from "../../services.ts";
import { CONSOLE_APPLICATION } from "../../state/own-names.ts";
import type { SummaryLine } from "../../state/plan-changes.ts";
import type { CommandContext } from "../command-context.ts";
import { defineCommand, type Options, type Printed } from "../define-command.ts";
import { SHOWN_ONCE } from "../format/applied-state.ts";
import { formatTable } from "../format/output.ts";
import type { WritingServices } from "../operator.ts";
import { given } from "../options/given.ts";
import { repeatable } from "../options/repeatable.ts";
import { formatAssignments, formatMembers, formatSection, readClientDetails } from "./details.ts";
import {
  changeEntity,
  createEntity,
  defineDelete,
  defineEnabled,
  defineShow,
  type EntityNaming,
} from "./entity-commands.ts";
import { getEntity } from "./get-entity.ts";

const APPLICATION: EntityNaming<"application"> = {
  kind: "application",
  argument: ["<app>", "a client_id"],
  get: (services, text) => getEntity(services, "application", text),
  identify: ({ id }) => ({ client_id: id }),
  own: CONSOLE_APPLICATION,
};

const TYPES: readonly ApplicationType[] = ["service", "web", "spa", "native"];
const ID_TOKEN_CLAIMS: readonly IdTokenClaims[] = ["profile", "minimal"];
const CONSENTS: readonly DelegatedScope["consent"][] = ["required", "optional", "implicit"];

const FLAGS = {
  client_id: "--client-id",
  name: "--name",
  redirect_uris: "--redirect-uri",
  serves: "--serves",
};

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

export function defineAppCommand(command: Command, context: CommandContext): void {
  command.description("Create, show, change and delete applications: the callers that get tokens.");
  defineCommand(command.command("list"), context, {
    summary: "list the applications",
    description: "List the applications with the number of their live secrets, and their access keys.",
    help: ["licet app list --output json"],
    run: listApplications,
  });
  const shown = {
    summary: "show an application and what it has",
    description:
      "Show an application with its delegated scopes, access accounts and assignments, never its secrets.",
    help: ["licet app show reports"],
  };
  defineShow(command.command("show"), context, APPLICATION, shown, showApplication);
  defineCreate(command.command("create"), context);
  defineDelegate(command.command("delegate"), context);
  defineUndelegate(command.command("undelegate"), context);
  defineEnabled(command, context, APPLICATION, {
    disable: {
      summary: "stop an application from getting tokens",
      description:
        "Disable an application at once: no tokens, for it and its access accounts. Nothing is deleted.",
      help: ["licet app disable reports"],
    },
    enable: {
      summary: "let an application get tokens again",
      description:
        "Let an application get tokens again that was disabled. What was given to it is still there.",
      help: ["licet app enable reports"],
    },
  });
  defineDelete(command.command("delete"), context, APPLICATION, {
    summary: "delete an application",
    description:
      "Delete an application with its secrets, sign-ins and consents. One with access accounts or assignments needs --cascade.",
    help: ["licet app delete reports", "licet app delete reports --cascade"],
  });
}

function defineCreate(command: Command, context: CommandContext): void {
  defineCommand(command, context, {
    summary: "register an application",
    description: "Register an application. Its secret is generated and printed once.",
    help: [
      'licet app create --name "Nightly reports" --type service --client-id nightly',
      "licet app create --name Shop --type web --redirect-uri https://shop.example.test/callback",
    ],
    add: (it) =>
      it
        .requiredOption("--name <name>", "a display name")
        .addOption(
          new Option("--type <type>", "service and web keep a secret; spa and native cannot")
            .choices(TYPES)
            .makeOptionMandatory(),
        )
        .option("--client-id <id>", "the client_id; generated when left out")
        .addOption(repeatable("--redirect-uri <uri>", "where codes may be sent"))
        .addOption(repeatable("--serves <resource>", "a resource it is the server of"))
        .option("--require-pkce", "refuse authorization requests without PKCE")
        .option("--require-pushed-requests", "refuse authorization requests that were not pushed")
        .option("--first-party", "never ask users for consent")
        .addOption(
          new Option(
            "--id-token-claims <claims>",
            "what ID tokens say about the user; profile when left out",
          ).choices(ID_TOKEN_CLAIMS),
        ),
    createsDatabase: true,
    async run(services, options: Options & NewApplication) {
      const { id, secret, notes } = await createApplication(services, options);
      const { name, type } = options;
      return {
        document: given({ client_id: id, name, type, client_secret: secret }),
        lines: formatMembers({ client_id: id, client_secret: secret }),
        notes: [...(secret === undefined ? [] : [SHOWN_ONCE]), ...notes],
      };
    },
  });
}

export async function createApplication(services: WritingServices, wanted: NewApplication) {
  const id = wanted.clientId ?? generateId("application");
  const entry = given({
    client_id: id,
    name: wanted.name,
    type: wanted.type,
    redirect_uris: wanted.redirectUri,
    serves: wanted.serves,
    require_pkce: wanted.requirePkce,
    first_party: wanted.firstParty,
    id_token_claims: wanted.idTokenClaims,
    require_pushed_authorization_requests: wanted.requirePushedRequests,
  });
  const { secrets, notes } = await createEntity(services, "application", {
    state: { applications: [entry] },
    find: () => services.storage.state.find("application", id),
    exists: ({ name }) => `the application ${id} (${name}) exists already; choose another client_id`,
    flags: FLAGS,
  });
  // Public applications have none, because they cannot keep it.
  return { id, secret: secrets[0]?.secret, notes };
}

function defineDelegate(command: Command, context: CommandContext): void {
  defineCommand(command, context, {
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
        .argument(...APPLICATION.argument)
        .argument("<scope...>", "permissions, RESOURCE:*, or openid, profile, email, offline_access, …")
        .addOption(
          new Option(
            "--consent <consent>",
            "what the consent page does with them; required when left out",
          ).choices(CONSENTS),
        ),
    async run(
      services,
      { consent }: Options & Partial<DelegatedScope>,
      app: string,
      scopes: readonly string[],
    ) {
      const done = await changeEntity(services, APPLICATION, app, ({ delegated }) => {
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
}

function defineUndelegate(command: Command, context: CommandContext): void {
  defineCommand(command, context, {
    summary: "stop an application from asking for scopes",
    description:
      "Stop an application from asking for scopes on behalf of users. Its tokens lose them at the next refresh.",
    help: ["licet app undelegate shop orders:write"],
    add: (it) =>
      it.argument(...APPLICATION.argument).argument("<scope...>", "scopes, as licet app show lists them"),
    async run(services, _: Options, app: string, scopes: readonly string[]) {
      const done = await changeEntity(services, APPLICATION, app, ({ id, delegated }) => {
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
  {
    before: { id },
    effect,
    revision,
  }: { readonly before: Application; readonly effect: SummaryLine["effect"]; readonly revision: number },
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
  const rows = applications.map(({ client_id, name, type, enabled, live_secrets, access_accounts }) => [
    client_id,
    name,
    type,
    enabled ? "yes" : "no",
    String(live_secrets),
    access_accounts.join(" "),
  ]);
  return {
    document: { applications },
    lines: formatTable(["CLIENT ID", "NAME", "TYPE", "ENABLED", "SECRETS", "ACCESS KEYS"], rows),
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
