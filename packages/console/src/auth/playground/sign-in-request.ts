/** How the application authenticates when its code is exchanged; `key` is a private key, which the console never has. */
export type ClientAuthentication = "none" | "form" | "header" | "key";

export const PROMPTS = ["login", "consent", "select_account"] as const;
export type Prompt = (typeof PROMPTS)[number];

/** A sign-in of any application, which the Playground starts. It has no secret: it is stored in the tab. */
export interface SignInRequest {
  readonly clientId: string;
  readonly authentication: ClientAuthentication;
  readonly scope?: string | undefined;
  readonly resource?: readonly string[] | undefined;
  readonly prompt?: Prompt | undefined;
  readonly loginHint?: string | undefined;
}

const CALLBACK_PATH = "/console/playground/callback";

/** The redirect URI of the Playground. An application accepts it only after an administrator registered it there. */
export const playgroundCallback = (): string => location.origin + CALLBACK_PATH;

export const isPlaygroundCallback = (): boolean => location.pathname === CALLBACK_PATH;
