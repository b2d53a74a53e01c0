import type { GrantedScope } from "@licet/engine/internal/decide-scopes.ts";
import { type EpochSeconds, isExpired } from "@licet/engine/internal/values/time.ts";
import type { Application, DelegatedScope, RedirectRegistration } from "../../accounts/entities.ts";
import { isPublicApplication } from "../../accounts/public-application.ts";
import { type ConsentItem, coversAddress, findAnswer } from "../consent.ts";
import { consentTreatment } from "../scopes/delegated-scopes.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";

/** The items that an application could get from this user, and those that need the user's consent. */
export interface Offer {
  /** The items to show. Empty: the user need not be asked. */
  readonly asked: readonly OfferedItem[];
  /** Agreed to before, or implicit by the registration of the application. */
  readonly settled: readonly OfferedItem[];
  /** The user agreed to something before this address was one of the application's: nothing of it counts here. */
  readonly newAddress?: RedirectRegistration;
}

export interface OfferedItem {
  readonly scope: string;
  readonly granted: GrantedScope;
  readonly consent: DelegatedScope["consent"];
  /** The user is asked about it, now or before; otherwise the registration makes it implicit. */
  readonly isAsked: boolean;
}

/**
 * Pure. `grantable` is what the engine would grant if the user agreed to everything; `address` is where the answer will
 * go, and since when that is one of the application's.
 */
export function createOffer(
  application: Application,
  { request, address }: { readonly request: AuthorizationRequest; readonly address: RedirectRegistration },
  grantable: readonly GrantedScope[],
  remembered: readonly ConsentItem[],
  now: EpochSeconds,
): Offer {
  const askAll = request.prompts.includes("consent");
  const current = remembered.filter(({ expiresAt }) => !isExpired(expiresAt, now));
  const answers = new Map(
    current.filter((item) => coversAddress(item, address)).map((item) => [item.scope, item] as const),
  );
  const mayReuse = mayReuseConsent(application, request);
  const asked: OfferedItem[] = [];
  const settled: OfferedItem[] = [];
  for (const granted of grantable) {
    const { scope } = granted;
    const consent = consentTreatment(application, scope, granted.held?.permission);
    const isAsked = askAll || (!application.firstParty && consent !== "implicit");
    const item = { scope, granted, consent, isAsked };
    const before = mayReuse ? findAnswer(answers, scope) : undefined;
    if (askAll) asked.push(item);
    else if (!isAsked || before?.agreed) settled.push(item);
    // An optional item that was left out before is not asked again; a required one is.
    else if (before === undefined || consent === "required") asked.push(item);
  }
  const agreedElsewhere = new Map(
    current.filter((item) => item.agreed && !coversAddress(item, address)).map((item) => [item.scope, item]),
  );
  const isAskedAgain = asked.some(({ scope }) => findAnswer(agreedElsewhere, scope) !== undefined);
  return { asked, settled, ...(isAskedAgain && { newAddress: address }) };
}

/**
 * RFC 8252 §8.6: a public application on the user's own machine could be any program there,
 * so an earlier consent was not necessarily given to it.
 */
function mayReuseConsent(application: Application, { redirect }: AuthorizationRequest): boolean {
  return !isPublicApplication(application) || redirect.uri.startsWith("https://");
}
