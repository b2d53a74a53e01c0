import type { Command } from "commander";
import type { CommandContext } from "./command-context.ts";
import type { CommandName } from "./command-names.ts";

export interface CommandEntry {
  readonly name: CommandName;
  /** The heading of the help that lists the command. */
  readonly group: string;
  readonly summary: string;
  /** For a command with subcommands, whose own help would show none. */
  readonly examples?: readonly string[];
  /** Adds the options and the action to the command. The module is loaded only for a named command. */
  readonly load: () => Promise<(command: Command, context: CommandContext) => void>;
}

/** In the order of the help. */
const GROUPS: Readonly<Record<string, Partial<Record<CommandName, Omit<CommandEntry, "name" | "group">>>>> = {
  "The server:": {
    serve: {
      summary: "start the server",
      load: async () => (await import("./serve/serve-command.ts")).defineServeCommand,
    },
    apply: {
      summary: "apply a configuration file",
      load: async () => (await import("./files/apply-command.ts")).defineApplyCommand,
    },
    import: {
      summary: "import many entities and assignments",
      load: async () => (await import("./files/import-command.ts")).defineImportCommand,
    },
    export: {
      summary: "print the configuration as a file for apply",
      load: async () => (await import("./files/export-command.ts")).defineExportCommand,
    },
    init: {
      summary: "write a small project that uses Licet",
      load: async () => (await import("./init/init-command.ts")).defineInitCommand,
    },
    convert: {
      summary: "make a file for apply of an export of Keycloak, Auth0, Hydra or Authing",
      examples: ["licet convert keycloak shop-realm.json --output licet.yaml"],
      load: async () => (await import("./convert/convert-command.ts")).defineConvertCommand,
    },
    backup: {
      summary: "write a backup of the database, while servers run",
      load: async () => (await import("./database/backup-command.ts")).defineBackupCommand,
    },
    restore: {
      summary: "make the database what a backup says",
      load: async () => (await import("./database/restore-command.ts")).defineRestoreCommand,
    },
    migrate: {
      summary: "migrate the database, or say what would happen",
      load: async () => (await import("./database/migrate-command.ts")).defineMigrateCommand,
    },
    keys: {
      summary: "list, rotate and revoke signing keys; change LICET_SECRET",
      examples: ["licet keys list", "licet keys rotate --alg ES256"],
      load: async () => (await import("./database/keys-command.ts")).defineKeysCommand,
    },
    clock: {
      summary: "continue after a clock that was ahead has been corrected",
      examples: ["licet clock accept"],
      load: async () => (await import("./database/clock-command.ts")).defineClockCommand,
    },
    demo: {
      summary: "remove the demo, or give it new credentials",
      examples: ["licet demo remove"],
      load: async () => (await import("./demo/demo-command.ts")).defineDemoCommand,
    },
    token: {
      summary: "request a token from a running server",
      load: async () => (await import("./token/token-command.ts")).defineTokenCommand,
    },
  },
  "Accounts:": {
    admin: {
      summary: "create the first administrator",
      examples: ["licet admin create --application admin"],
      load: async () => (await import("./administrator/admin-command.ts")).defineAdminCommand,
    },
    app: {
      summary: "create, show, disable and delete applications; delegate scopes to them",
      examples: [
        "licet app create --name Shop --type web --redirect-uri https://shop.example.test/callback",
        "licet app show shop",
      ],
      load: async () => (await import("./entities/app-command.ts")).defineAppCommand,
    },
    "access-account": {
      summary: "list, create, show, disable and delete access key pairs of applications",
      examples: [
        "licet access-account create reports --name Laptop --ceiling orders:read",
        "licet access-account list --app reports",
      ],
      load: async () => (await import("./entities/access-account-command.ts")).defineAccessAccountCommand,
    },
    secret: {
      summary: "rotate and list secrets of applications and access accounts",
      examples: ["licet secret rotate reports --keep-old 7d"],
      load: async () => (await import("./entities/secret-command.ts")).defineSecretCommand,
    },
    user: {
      summary: "list, show, create, disable and enable users",
      examples: [
        "licet user create alice --email alice@example.test --generate-password",
        "licet user show alice",
      ],
      load: async () => (await import("./entities/user-command.ts")).defineUserCommand,
    },
    group: {
      summary: "list, show, create and delete groups; add and remove members",
      examples: ["licet group create support --member user:alice", "licet group show support"],
      load: async () => (await import("./entities/group-command.ts")).defineGroupCommand,
    },
    names: {
      summary: "free names of deleted principals",
      examples: ["licet names release reports"],
      load: async () => (await import("./entities/names-command.ts")).defineNamesCommand,
    },
    audit: {
      summary: "remove personal data from the audit log",
      examples: ["licet audit erase user:usr_…"],
      load: async () => (await import("./database/audit-command.ts")).defineAuditCommand,
    },
  },
  "Permissions:": {
    resource: {
      summary: "list, show, create and delete resources and their actions",
      examples: [
        "licet resource create orders --identifier https://orders.example.test --action 'read=See orders'",
        "licet resource show orders",
      ],
      load: async () => (await import("./entities/resource-command.ts")).defineResourceCommand,
    },
    role: {
      summary: "list, show, create and delete roles",
      examples: ["licet role create viewer --grant orders:read", "licet role show viewer"],
      load: async () => (await import("./entities/role-command.ts")).defineRoleCommand,
    },
    grant: {
      summary: "assign a role or a permission",
      load: async () => (await import("./assignments/grant-command.ts")).defineGrantCommand,
    },
    revoke: {
      summary: "remove an assigned role or permission",
      load: async () => (await import("./assignments/revoke-command.ts")).defineRevokeCommand,
    },
    assignments: {
      summary: "list who was given what",
      examples: ["licet assignments list --principal user:alice"],
      load: async () => (await import("./assignments/assignments-command.ts")).defineAssignmentsCommand,
    },
    check: {
      summary: "check whether a subject has a permission",
      load: async () => (await import("./checks/check-command.ts")).defineCheckCommand,
    },
    explain: {
      summary: "say why a check or a scope is allowed or denied",
      load: async () => (await import("./checks/explain-command.ts")).defineExplainCommand,
    },
    simulate: {
      summary: "say who would gain and lose what by a file",
      load: async () => (await import("./files/simulate-command.ts")).defineSimulateCommand,
    },
    types: {
      summary: "write the names of permissions as TypeScript types",
      load: async () => (await import("./files/types-command.ts")).defineTypesCommand,
    },
  },
  "Help:": {
    help: {
      summary: "show a command with its options, or all settings",
      load: async () => (await import("./help/help-command.ts")).defineHelpCommand,
    },
    completion: {
      summary: "print a script that completes commands in bash, zsh or fish",
      load: async () => (await import("./help/completion-command.ts")).defineCompletionCommand,
    },
  },
};

export const COMMANDS: readonly CommandEntry[] = Object.entries(GROUPS).flatMap(([group, commands]) =>
  Object.entries(commands).map(([name, command]) => ({ ...command, name: name as CommandName, group })),
);
