import type { Embeddable, SafeHtml } from "../html.ts";

/** The scopes of OpenID Connect Core §5.4 and §11: they are about the user and belong to no resource. */
export const IDENTITY_SCOPES = ["openid", "profile", "email", "phone", "address", "offline_access"] as const;
export type IdentityScope = (typeof IDENTITY_SCOPES)[number];

/** Failures before there is a trusted address to send the browser back to. */
export const PAGE_FAILURES = [
  "unknown_application",
  "invalid_redirect",
  "invalid_request",
  "invalid_logout",
  "invalid_logout_hint",
  "interaction_expired",
  "reset_link_void",
  "setup_link_void",
  "form_refused",
  "published_credentials",
  "not_found",
  "too_many_requests",
  "unavailable",
  "console_not_built",
  "docs_not_built",
  "internal",
] as const;
export type PageFailure = (typeof PAGE_FAILURES)[number];

export type Fixer = "user" | "developer" | "administrator";

export interface FailureText {
  readonly title: string;
  readonly whatHappened: string;
  readonly fixer: Fixer;
  readonly whatToDo: string;
}

interface Described {
  readonly title: string;
  readonly detail: string;
}

/** Every word of the pages. A language that leaves one out does not pass the type check. */
export interface Texts {
  /** The `lang` attribute. */
  readonly languageTag: string;
  /** Its own name, for those who read no other. */
  readonly languageName: string;
  readonly language: string;
  readonly showPassword: string;
  /** Between two sentences. */
  readonly sentenceGap: string;
  readonly skipToContent: string;
  /** In front of the title of a page that reports a problem: the first thing a screen reader says. */
  readonly problemTitle: (title: string) => string;
  readonly passwordPromise: (brand: string) => string;
  readonly login: {
    readonly title: string;
    readonly toContinueTo: (application: SafeHtml) => Embeddable;
    readonly username: string;
    readonly password: string;
    readonly submit: string;
    readonly forgotten: string;
    readonly usernameMissing: string;
    readonly passwordMissing: string;
    readonly wrong: string;
    readonly throttled: (wait: string) => string;
  };
  readonly selectAccount: {
    readonly title: string;
    readonly toContinueTo: (application: SafeHtml) => Embeddable;
    readonly continueAs: (name: SafeHtml) => Embeddable;
    readonly other: string;
  };
  readonly consent: {
    readonly title: (application: string) => string;
    readonly heading: (application: SafeHtml) => Embeddable;
    readonly account: string;
    readonly switchAccount: string;
    readonly wants: string;
    /** The page is shown again, because the user allowed one that showed something else. */
    readonly changed: string;
    /** The user agreed before this address was one of the application's. */
    readonly newAddress: (host: SafeHtml, ago: SafeHtml) => Embeddable;
    readonly nothingNew: string;
    readonly identity: string;
    readonly general: string;
    readonly identityScopes: Readonly<Record<IdentityScope, Described>>;
    readonly undescribed: string;
    /** A permission at one instance of its resource. */
    readonly onlyAt: (title: string, instance: string) => string;
    readonly required: string;
    readonly optionalHint: string;
    readonly alreadyAllowed: (count: number) => string;
    readonly lastsWhilePresent: (duration: string) => string;
    readonly lastsWhileAway: (duration: string) => string;
    readonly withdrawAnyTime: string;
    readonly sentTo: (host: SafeHtml) => Embeddable;
    readonly allow: string;
    readonly deny: string;
  };
  /** For those who went back to a sign-in that they have finished. */
  readonly signInDone: {
    readonly title: string;
    readonly done: string;
    readonly doneFor: (application: SafeHtml) => Embeddable;
    readonly openAgain: (application: SafeHtml) => Embeddable;
    readonly goTo: (application: SafeHtml) => Embeddable;
    readonly toAccount: string;
  };
  readonly logout: {
    readonly title: string;
    readonly question: (name: SafeHtml) => Embeddable;
    readonly askedBy: (application: SafeHtml) => Embeddable;
    readonly confirm: string;
    readonly cancel: string;
    readonly doneTitle: string;
    readonly done: string;
    readonly sharedComputer: string;
    readonly backTo: (application: SafeHtml) => Embeddable;
    readonly signInAgain: string;
  };
  readonly account: {
    readonly title: string;
    readonly signOut: string;
    readonly sessions: string;
    readonly sessionsHint: string;
    readonly thisSession: string;
    readonly device: (browser: string | undefined, system: string | undefined) => string;
    readonly signedIn: (time: SafeHtml) => Embeddable;
    readonly lastSeen: (time: SafeHtml) => Embeddable;
    readonly address: (ip: string) => string;
    readonly endSession: string;
    readonly endSessionOf: (device: string) => string;
    readonly endOthers: string;
    readonly consents: string;
    readonly consentsHint: string;
    readonly noConsents: string;
    readonly allowedItem: (time: SafeHtml) => Embeddable;
    readonly declinedItem: (time: SafeHtml) => Embeddable;
    readonly withdraw: string;
    readonly forget: string;
    readonly withdrawItem: (item: string) => string;
    readonly forgetItem: (item: string) => string;
    readonly withdrawAll: (application: SafeHtml) => Embeddable;
    readonly password: string;
    readonly passwordHint: string;
    readonly noPassword: string;
    readonly currentPassword: string;
    readonly newPassword: string;
    readonly passwordRule: string;
    readonly changePassword: string;
    readonly messages: Readonly<Record<AccountMessageKind, string>>;
    readonly throttled: (wait: string) => string;
  };
  readonly resetPassword: {
    readonly title: string;
    readonly lead: (username: SafeHtml) => Embeddable;
    readonly hint: string;
    readonly submit: string;
    readonly doneTitle: string;
    readonly done: string;
    readonly signIn: string;
  };
  readonly setup: {
    readonly title: string;
    readonly lead: string;
    readonly username: string;
    readonly usernameRule: string;
    readonly password: string;
    readonly submit: string;
    readonly hint: (command: SafeHtml) => Embeddable;
    readonly problems: Readonly<Record<SetupProblem, string>>;
  };
  readonly noAdministrator: {
    readonly title: string;
    readonly lead: string;
    readonly byLink: string;
    readonly openLink: string;
    readonly newLink: string;
    readonly byCommand: string;
    readonly runCommand: string;
    readonly settings: (option: SafeHtml, program: SafeHtml) => Embeddable;
    readonly afterwards: string;
    readonly signIn: string;
  };
  readonly error: {
    readonly tryAgain: string;
    readonly whoCanFix: string;
    readonly fixers: Readonly<Record<Fixer, string>>;
    readonly whatToDo: string;
    readonly technical: string;
    readonly requestId: string;
    readonly requestIdHint: string;
    readonly toConsole: string;
    readonly failures: Readonly<Record<PageFailure, FailureText>>;
  };
  readonly formPost: {
    readonly title: string;
    readonly explanation: (host: SafeHtml) => Embeddable;
    readonly submit: string;
  };
  /** The application that the demo plays was changed since. */
  readonly demo: { readonly unusable: FailureText };
}

export type SetupProblem =
  | "username_unusable"
  | "username_taken"
  | "password_too_short"
  | "password_unusable"
  | "password_published";

export type AccountMessageKind = AccountSuccess | AccountProblem;
export type AccountSuccess =
  | "session_ended"
  | "other_sessions_ended"
  | "consent_withdrawn"
  | "password_changed";
export type AccountProblem =
  | "session_not_found"
  | "current_password_missing"
  | "new_password_missing"
  | "password_wrong"
  | "password_too_short"
  | "password_unusable"
  | "password_published"
  | "password_same";
