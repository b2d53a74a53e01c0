import type { FastifyReply } from "fastify";
import { type AuthorizationResponse, locationOf } from "../../oauth/authorize/authorization-response.ts";
import type { Step } from "../../oauth/authorize/authorize.ts";
import { renderFormPostPage } from "../pages/form-post-page.ts";
import { formActionSource } from "../pages/page-headers.ts";
import type { Site } from "../pages/site.ts";
import { loginPath } from "./login-routes.ts";
import { PageError } from "./page-errors.ts";
import { createPageFrame } from "./page-frame.ts";
import { readVisit } from "./page-visit.ts";
import { generateScriptNonce } from "./script-nonce.ts";
import { sendPage, sendTo } from "./send-page.ts";

export const consentPath = (interactionId: string): string => `/consent?interaction=${interactionId}`;

/** Sends the browser to the current step of its request. */
export function sendStep(reply: FastifyReply, site: Site, step: Step): FastifyReply {
  switch (step.kind) {
    case "login":
    case "select_account":
      return sendTo(reply, loginPath(step.interactionId));
    case "consent":
      return sendTo(reply, consentPath(step.interactionId));
    case "answer":
      return sendResponse(reply, site, step.response);
    case "over":
      throw new PageError("interaction_expired");
  }
}

function sendResponse(reply: FastifyReply, site: Site, response: AuthorizationResponse): FastifyReply {
  const { redirect, parameters } = response;
  if (redirect.mode === "query")
    return sendTo(reply, locationOf(response), redirect.uri.startsWith(`${parameters.iss}/`));
  // No switch of the language: the page goes on by itself, and its code can be shown only once.
  const { language } = createPageFrame(site, readVisit(reply.request));
  const scriptNonce = generateScriptNonce();
  const view = { action: redirect.uri, fields: parameters, scriptNonce };
  return sendPage(reply, site, {
    html: renderFormPostPage({ site, language }, view),
    scriptNonce,
    formActions: [formActionSource(redirect.uri)],
    referrerPolicy: "no-referrer",
  });
}
