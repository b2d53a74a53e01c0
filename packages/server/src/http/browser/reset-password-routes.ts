import type { FastifyInstance, FastifyReply } from "fastify";
import type { LoginThrottle } from "../../accounts/login-throttle.ts";
import type { PasswordResets } from "../../accounts/passwords/password-resets.ts";
import { addEndpoint } from "../endpoint.ts";
import {
  type ResetPasswordView,
  renderPasswordSetPage,
  renderResetPasswordPage,
} from "../pages/reset-password-page.ts";
import type { Site } from "../pages/site.ts";
import { RESET_PATH } from "../reset-path.ts";
import type { AccountEvents } from "./account-events.ts";
import type { Browser, ReadBrowser } from "./browser-context.ts";
import type { Csrf, FormPurpose } from "./csrf.ts";
import { PageError } from "./page-errors.ts";
import type { PageForms } from "./page-forms.ts";
import { createPageFrame } from "./page-frame.ts";
import { parseQuery } from "./page-query.ts";
import { generateScriptNonce } from "./script-nonce.ts";
import { sendPage } from "./send-page.ts";

export interface ResetPasswordDependencies {
  readonly site: Site;
  readonly readBrowser: ReadBrowser;
  readonly csrf: Csrf;
  readonly forms: PageForms;
  readonly passwordResets: Pick<PasswordResets, "find" | "redeem">;
  readonly throttle: Pick<LoginThrottle, "unlock">;
  readonly events: Pick<AccountEvents, "passwordReset" | "sessionEnded">;
}

const PROBLEMS = {
  too_short: "password_too_short",
  unusable: "password_unusable",
  published: "password_published",
} as const;

/** Choosing a new password by a link. A holder of the link may use it, in any browser. */
export function addResetPasswordRoutes(app: FastifyInstance, dependencies: ResetPasswordDependencies): void {
  const { site, readBrowser, csrf, forms, passwordResets, throttle, events } = dependencies;

  const show = (
    reply: FastifyReply,
    browser: Browser,
    status: number,
    view: Omit<ResetPasswordView, "csrf">,
  ) => {
    const shown = { ...view, csrf: csrf.tokenFor(purposeOf(view.token), browser.token) };
    const scriptNonce = generateScriptNonce();
    // This page tells no server its address, so the form that comes back has none to return to.
    const returnTo = { path: `${RESET_PATH}?${new URLSearchParams({ token: view.token })}` };
    const frame = { ...createPageFrame(site, browser, { returnTo }), scriptNonce };
    const html = renderResetPasswordPage(frame, shown);
    return sendPage(reply, site, { status, html, scriptNonce, referrerPolicy: "strict-origin" });
  };

  addEndpoint(app, RESET_PATH, {
    async GET(request, reply) {
      const browser = await readBrowser(request, reply);
      const token = parseQuery(request).get("token") ?? "";
      const user = await passwordResets.find(token);
      if (!user) throw new PageError("reset_link_void");
      return show(reply, browser, 200, { token, username: user.username });
    },
    async POST(request, reply) {
      const form = forms.read(request);
      const browser = await readBrowser(request, reply);
      const { ip, requestId } = browser;
      const token = form.get("token") ?? "";
      forms.verify(form, purposeOf(token), browser);
      const password = form.get("new_password") ?? "";
      if (password === "") return showMissing(reply, browser, token);
      const result = await passwordResets.redeem({ token, password, ip, requestId });
      if (result.outcome === "void") throw new PageError("reset_link_void");
      const { user } = result;
      if (result.outcome !== "set")
        return show(reply, browser, 400, {
          token,
          username: user.username,
          problem: PROBLEMS[result.outcome],
        });
      // The wrong passwords so far were tried against the old one.
      await throttle.unlock(user);
      events.passwordReset(request, user);
      for (const ended of result.ended) events.sessionEnded(request, user, ended, "password_reset");
      const frame = createPageFrame(site, browser, { returnTo: { path: "/account" } });
      return sendPage(reply, site, { html: renderPasswordSetPage(frame) });
    },
  });

  async function showMissing(reply: FastifyReply, browser: Browser, token: string) {
    const user = await passwordResets.find(token);
    if (!user) throw new PageError("reset_link_void");
    const { username } = user;
    return show(reply, browser, 400, { token, username, problem: "new_password_missing" });
  }
}

const purposeOf = (token: string): FormPurpose => `reset:${token}`;
