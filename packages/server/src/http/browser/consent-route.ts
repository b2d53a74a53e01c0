import type { Model } from "@licet/engine/internal/model.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Clients } from "../../accounts/clients.ts";
import { inOrder } from "../../core/async/in-order.ts";
import type { Authorize, Pending, Step } from "../../oauth/authorize/authorize.ts";
import type { ConsentQuestion } from "../../oauth/authorize/consent-question.ts";
import type { OfferedItem } from "../../oauth/authorize/offer.ts";
import type { QuestionSeals } from "../../oauth/authorize/question-seals.ts";
import type { Interactions } from "../../oauth/interactions.ts";
import { addEndpoint } from "../endpoint.ts";
import { renderConsentPage } from "../pages/consent-page.ts";
import { formActionSource } from "../pages/page-headers.ts";
import type { ShownApplication } from "../pages/parts/application-name.ts";
import type { Site } from "../pages/site.ts";
import type { Browser, ReadBrowser } from "./browser-context.ts";
import type { Csrf, FormPurpose } from "./csrf.ts";
import { otherAccountPath } from "./login-routes.ts";
import { PageError } from "./page-errors.ts";
import type { PageForms } from "./page-forms.ts";
import { createPageFrame } from "./page-frame.ts";
import { parseQuery } from "./page-query.ts";
import { sendPage, sendTo } from "./send-page.ts";
import { consentPath, sendStep } from "./send-step.ts";
import { showAccount } from "./show-account.ts";
import type { ShowApplication } from "./show-application.ts";
import { showPermission } from "./show-permission.ts";
import type { ShowSignInDone } from "./show-sign-in-done.ts";

export interface ConsentDependencies {
  readonly site: Site;
  readonly readBrowser: ReadBrowser;
  readonly csrf: Csrf;
  readonly forms: PageForms;
  readonly interactions: Pick<Interactions, "find">;
  readonly authorize: Pick<Authorize, "resume" | "answer">;
  readonly seals: Pick<QuestionSeals, "seal">;
  readonly clients: Pick<Clients, "find">;
  readonly showApplication: ShowApplication;
  readonly showSignInDone: ShowSignInDone;
  readonly model: () => Promise<Pick<Model, "permissions" | "resources">>;
  readonly clock: Clock;
  /** How long access lasts without, and with, `offline_access`. */
  readonly lifetimes: { readonly accessTokenSeconds: number; readonly refreshSeconds: number };
}

type ConsentStep = Extract<Step, { kind: "consent" }>;

/** The consent page: the user allows all, some or none of the permissions that the application asks for. */
export function addConsentRoute(app: FastifyInstance, dependencies: ConsentDependencies): void {
  const { site, readBrowser, csrf, forms, interactions, authorize, seals, showSignInDone } = dependencies;

  const findPending =
    (id: string | undefined) =>
    async (browserToken: string): Promise<Pending | undefined> => {
      const interaction = await interactions.find(id ?? "", browserToken);
      return interaction?.purpose.kind === "authorization" ? (interaction as Pending) : undefined;
    };

  const findAsker = async ({ purpose }: Pending) => {
    const client = await dependencies.clients.find(purpose.request.redirect.applicationId);
    return client && dependencies.showApplication(client.application);
  };

  const show = async (
    reply: FastifyReply,
    { question, interactionId }: ConsentStep,
    browser: Browser,
    { asker, isChanged }: { readonly asker: ShownApplication | undefined; readonly isChanged: boolean },
  ) => {
    const { application, request, active, offer } = question;
    const frame = createPageFrame(site, browser, { uiLocales: request.uiLocales });
    const model = await dependencies.model();
    const shown = ({ scope }: OfferedItem) => showPermission(model, scope, frame.language);
    const view = {
      csrf: csrf.tokenFor(purposeOf(interactionId, browser), browser.token),
      interactionId,
      seal: seals.seal(interactionId, question),
      isChanged,
      application: asker ?? (await dependencies.showApplication(application)),
      destinationHost: destinationOf(request.redirect.uri),
      ...(offer.newAddress && {
        newAddress: { registeredAt: offer.newAddress.at, now: dependencies.clock.seconds() },
      }),
      account: showAccount(active.user),
      asked: offer.asked.map((item) => ({ ...shown(item), required: item.consent !== "optional" })),
      alreadyAllowed: offer.settled.map(shown),
      lasts: lastsFor(question),
    };
    return sendPage(reply, site, {
      html: renderConsentPage(frame, view),
      formActions: [formActionSource(request.redirect.uri)],
    });
  };

  function lastsFor({ offer }: ConsentQuestion) {
    const whileAway = [...offer.asked, ...offer.settled].some(({ scope }) => scope === "offline_access");
    const { accessTokenSeconds, refreshSeconds } = dependencies.lifetimes;
    return { seconds: whileAway ? refreshSeconds : accessTokenSeconds, whileAway };
  }

  addEndpoint(app, "/consent", {
    async GET(request, reply) {
      const query = parseQuery(request);
      const id = query.get("interaction");
      const [browser, pending] = await readBrowser.with(request, reply, findPending(id));
      if (!pending) return showSignInDone(reply, id, browser);
      const [step, asker] = await inOrder([authorize.resume(pending, browser), findAsker(pending)]);
      if (step.kind !== "consent") return sendStep(reply, site, step);
      const isChanged = csrf.isValid(
        query.get("changed"),
        changedPurpose(pending.id, browser),
        browser.token,
      );
      return show(reply, step, browser, { asker, isChanged });
    },

    async POST(request, reply) {
      const form = forms.read(request, "item");
      const id = form.get("interaction") ?? "";
      const [browser, pending] = await readBrowser.with(request, reply, findPending(id));
      forms.verify(form, purposeOf(id, browser), browser);
      if (!pending) return showSignInDone(reply, id, browser);
      const decision = form.get("decision");
      if (decision === "switch") return sendTo(reply, otherAccountPath(pending.id));
      if (decision !== "allow" && decision !== "deny") throw new PageError("invalid_request");
      const allowed =
        decision === "allow" ? { ticked: new Set(form.repeatable), seal: form.get("seal") } : undefined;
      const step = await authorize.answer(pending, browser, allowed);
      if (step.kind !== "consent") return sendStep(reply, site, step);
      const proof = csrf.tokenFor(changedPurpose(pending.id, browser), browser.token);
      return sendTo(reply, `${consentPath(pending.id)}&changed=${proof}`);
    },
  });
}

/** The form belongs to the user who saw it: a user who signed in meanwhile, in another tab, must not agree unseen. */
const purposeOf = (interactionId: string, { active }: Browser): FormPurpose =>
  `consent:${interactionId}:${active?.session.id ?? ""}`;

/** Says why the page is shown again. Sealed, so that no link can claim it. */
const changedPurpose = (interactionId: string, browser: Browser): FormPurpose =>
  `${purposeOf(interactionId, browser)}:changed`;

/** The destination shown to the user: the host, or for an application on the device its scheme. */
function destinationOf(uri: string): string {
  const { host, protocol } = new URL(uri);
  return host === "" ? protocol : host;
}
