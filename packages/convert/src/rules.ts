export type ApplicationType = "service" | "web" | "spa" | "native";

/** What Licet accepts, and what is its own. The server gives its own functions, so that no rule is written twice. */
export interface Rules {
  /** An export must never reach what is Licet's own by its name. */
  readonly ownNames: Readonly<Record<"resource" | "role" | "client_id", string>>;
  readonly isUsername: (text: string) => boolean;
  readonly isEmailAddress: (text: string) => boolean;
  readonly isResourceIdentifier: (text: string) => boolean;
  readonly isUsablePassword: (password: string) => boolean;
  /** Whether it runs where everyone can read what it holds. */
  readonly isPublicApplication: (application: { readonly type: ApplicationType }) => boolean;
  /** The issue of an address of an application, or undefined. */
  readonly checkRedirectUri: (uri: string, type: ApplicationType) => string | undefined;
  /** Whether a URL names a host that is certainly not on the internet. */
  readonly isPrivateUrl: (url: string) => boolean;
  /** Throws InvalidInputError for keys that no application may have. */
  readonly parseClientJwks: (jwks: unknown) => { readonly keys: readonly unknown[] };
  /** The first cycle that is reachable from these names. It ends with its first name again. */
  readonly findCycle: (
    names: Iterable<string>,
    following: (name: string) => readonly string[],
  ) => readonly string[] | undefined;
  /** Throws InvalidInputError for a text that is no YAML, or too much of it. */
  readonly parseYaml: (text: string, fileName: string) => unknown;
}
