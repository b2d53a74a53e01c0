import type { FastifyReply } from "fastify";
import type { Clients } from "../../accounts/clients.ts";
import type { Interactions } from "../../oauth/interactions.ts";
import { renderSignInDonePage } from "../pages/sign-in-done-page.ts";
import type { Site } from "../pages/site.ts";
import type { Browser } from "./browser-context.ts";
import { PageError } from "./page-errors.ts";
import { createPageFrame } from "./page-frame.ts";
import { sendPage } from "./send-page.ts";
import { showAccount } from "./show-account.ts";
import type { ShowApplication } from "./show-application.ts";

export type ShowSignInDone = (
  reply: FastifyReply,
  interactionId: string | undefined,
  browser: Browser,
) => Promise<FastifyReply>;

/**
 * The page of an interaction that cannot continue. A user who has finished it, in this session, went back in the
 * browser and sees that nothing is left to do; all others see that it is over. It links only to registered addresses:
 * nothing in the URL decides where.
 */
export function createShowSignInDone(dependencies: {
  readonly site: Site;
  readonly interactions: Pick<Interactions, "findFinished">;
  readonly clients: Pick<Clients, "find">;
  readonly showApplication: ShowApplication;
}): ShowSignInDone {
  const { site, interactions, clients, showApplication } = dependencies;
  return async (reply, interactionId = "", browser) => {
    const { token, active } = browser;
    const finished = active && (await interactions.findFinished(interactionId, token));
    if (!finished || finished.sessionId !== active.session.id) throw new PageError("interaction_expired");
    const { application } = (await clients.find(finished.applicationId)) ?? {};
    const view = {
      account: showAccount(active.user),
      ...(application?.enabled && { application: await showApplication(application) }),
    };
    const returnTo = { path: `/login?${new URLSearchParams({ interaction: interactionId })}` };
    const frame = createPageFrame(site, browser, { uiLocales: finished.uiLocales, returnTo });
    // A form that comes again was refused, and its status says so.
    const status = reply.request.method === "GET" ? 200 : 400;
    return sendPage(reply, site, { status, html: renderSignInDonePage(frame, view) });
  };
}
