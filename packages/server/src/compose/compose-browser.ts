import { createKnownDevices } from "../accounts/known-devices.ts";
import type { SignInLimitName } from "../accounts/login-throttle.ts";
import { createChangePassword } from "../accounts/passwords/change-password.ts";
import { createCheckPassword } from "../accounts/passwords/check-password.ts";
import type { HashingOptions } from "../accounts/passwords/hashing-thread.ts";
import type { PasswordResets } from "../accounts/passwords/password-resets.ts";
import type { Sessions } from "../accounts/sessions.ts";
import { createSignIn } from "../accounts/sign-in.ts";
import type { AuditRecorder } from "../audit/recorder.ts";
import type { AdmitAnonymous } from "../http/admission/admit-anonymous.ts";
import type { LimitedAddress } from "../http/admission/limited-address.ts";
import type { ReportFull } from "../http/admission/record-limit.ts";
import { createAccountEvents } from "../http/browser/account-events.ts";
import type { BrowserPages } from "../http/browser/add-pages.ts";
import { createReadBrowser } from "../http/browser/browser-context.ts";
import { createCookies } from "../http/browser/cookies.ts";
import { createCsrf } from "../http/browser/csrf.ts";
import { createPageForms } from "../http/browser/page-forms.ts";
import { createShowApplication } from "../http/browser/show-application.ts";
import { readBrandLogo } from "../http/pages/read-brand-logo.ts";
import { createSite } from "../http/pages/site.ts";
import { auditedAuthorize } from "../oauth/authorize/audited-authorize.ts";
import { createAuthorize } from "../oauth/authorize/authorize.ts";
import { createIssueCode } from "../oauth/authorize/issue-code.ts";
import { createParseRequest } from "../oauth/authorize/parse-request.ts";
import { createQuestionSeals } from "../oauth/authorize/question-seals.ts";
import type { ReadRequestObject } from "../oauth/authorize/request-object.ts";
import { createInteractions } from "../oauth/interactions.ts";
import { createParseLogoutRequest } from "../oauth/logout/parse-logout-request.ts";
import type { DelegationStore } from "../oauth/stores.ts";
import type { GatherSubjectFacts } from "../permissions/subject-facts.ts";
import type { Services } from "../services.ts";
import type { SetupLinks } from "../setup/setup-links.ts";

/** Composes the pages for users: sign-in, consent and account. */
export function composeBrowser(
  services: Services,
  parts: {
    readonly audit: AuditRecorder;
    readonly gather: GatherSubjectFacts;
    readonly delegations: DelegationStore;
    readonly sessions: Sessions;
    readonly passwordResets: PasswordResets;
    readonly hasAdministrator: () => Promise<boolean>;
    readonly setupLinks: SetupLinks;
    readonly readRequestObject: ReadRequestObject;
    readonly limitedAddress: LimitedAddress;
    readonly admitAnonymous: AdmitAnonymous;
    /** Reports that the store of unfinished sign-ins is full. */
    readonly reportFull: ReportFull;
    readonly onLimited: (limit: SignInLimitName) => void;
    /** The words that start the command line of this installation. */
    readonly program?: string | undefined;
    readonly hashing?: HashingOptions | undefined;
  },
): BrowserPages {
  const { settings, storage, deriveKey, clock, clients, users, keyRing, factSource, loginThrottle } =
    services;
  const { feed, consents, pushedRequests, logos } = storage;
  const { audit, gather, delegations, sessions, passwordResets, admitAnonymous } = parts;
  const issuer = settings.baseUrl;

  const checkPassword = createCheckPassword({
    isRefused: services.isRefusedCredential,
    hashing: parts.hashing,
  });
  const interactions = createInteractions({
    store: storage.interactions,
    clock,
    onFull: parts.reportFull,
  });
  const seals = createQuestionSeals(deriveKey("consent questions"));
  const authorize = createAuthorize({
    feed,
    parseRequest: createParseRequest({
      clients,
      pushedRequests,
      readRequestObject: parts.readRequestObject,
      keyRing,
      clock,
      issuer,
    }),
    clients,
    gather,
    interactions,
    consents,
    pushedRequests,
    issueCode: createIssueCode({ delegations, clock, codeSeconds: settings.codeSeconds }),
    seals,
    clock,
    issuer,
    consentSeconds: settings.consentSeconds,
    admitAnonymous,
  });

  const cookies = createCookies(issuer);
  const csrf = createCsrf(deriveKey("forms"));
  return {
    site: createSite(
      {
        name: settings.brandName,
        ...(settings.brandColour !== undefined && { colour: settings.brandColour }),
      },
      settings.brandLogo === undefined ? undefined : readBrandLogo(settings.brandLogo),
      parts.program,
    ),
    readBrowser: createReadBrowser({
      baseUrl: issuer,
      cookies,
      sessions,
      feed,
      limitedAddress: parts.limitedAddress,
    }),
    cookies,
    csrf,
    forms: createPageForms({ baseUrl: issuer, csrf }),
    interactions,
    sessions,
    throttle: loginThrottle,
    devices: createKnownDevices({ key: deriveKey("known devices"), clock }),
    admitAnonymous,
    onLimited: parts.onLimited,
    signIn: createSignIn({ users, throttle: loginThrottle, checkPassword }),
    changePassword: createChangePassword({
      users,
      throttle: loginThrottle,
      checkPassword,
      sessions,
      writePassword: services.writePassword,
      isRefused: services.isRefusedCredential,
    }),
    passwordResets,
    hasAdministrator: parts.hasAdministrator,
    setupLinks: parts.setupLinks,
    authorize: auditedAuthorize(authorize, audit, clock),
    seals,
    parseLogoutRequest: createParseLogoutRequest({ clients, keyRing, clock, issuer }),
    consents,
    clients,
    logos,
    showApplication: createShowApplication(logos),
    model: () => factSource.model(),
    events: createAccountEvents({ audit, clock }),
    lifetimes: { accessTokenSeconds: settings.accessTokenSeconds, refreshSeconds: settings.refreshSeconds },
    clock,
  };
}
