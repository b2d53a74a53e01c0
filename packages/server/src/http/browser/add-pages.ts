import type { FastifyInstance } from "fastify";
import type { Authorize } from "../../oauth/authorize/authorize.ts";
import type { Interactions } from "../../oauth/interactions.ts";
import type { LogoStore } from "../../oauth/stores.ts";
import { type AccountDependencies, addAccountRoutes } from "./account-routes.ts";
import { addAssetRoutes } from "./asset-routes.ts";
import { addAuthorizeRoute } from "./authorize-route.ts";
import { addConsentRoute, type ConsentDependencies } from "./consent-route.ts";
import { addLanguageRoute } from "./language-route.ts";
import { addLoginRoutes, type LoginDependencies } from "./login-routes.ts";
import { addLogoutRoutes, type LogoutDependencies } from "./logout-routes.ts";
import { addResetPasswordRoutes, type ResetPasswordDependencies } from "./reset-password-routes.ts";
import { sendStep } from "./send-step.ts";
import { addSetupRoutes, type SetupDependencies } from "./setup-routes.ts";
import { createShowSignInDone } from "./show-sign-in-done.ts";

export interface BrowserPages
  extends AccountDependencies,
    Omit<LoginDependencies, "resume" | "showSignInDone" | keyof AccountDependencies>,
    Omit<ConsentDependencies, "authorize" | "showSignInDone" | keyof AccountDependencies>,
    Omit<LogoutDependencies, keyof AccountDependencies> {
  readonly interactions: LoginDependencies["interactions"] &
    LogoutDependencies["interactions"] &
    Pick<Interactions, "findFinished">;
  readonly sessions: LoginDependencies["sessions"] & AccountDependencies["sessions"];
  readonly authorize: Authorize;
  readonly logos: Pick<LogoStore, "find">;
  readonly passwordResets: ResetPasswordDependencies["passwordResets"];
  readonly setupLinks: SetupDependencies["setupLinks"];
}

/** Adds all HTML pages and their assets. */
export function addPages(app: FastifyInstance, pages: BrowserPages): void {
  const { authorize, site } = pages;
  const showSignInDone = createShowSignInDone(pages);
  addAuthorizeRoute(app, pages);
  addLoginRoutes(app, {
    ...pages,
    showSignInDone,
    async resume(pending, browser) {
      const step = await authorize.resume(pending, browser);
      if (step.kind === "login" || step.kind === "select_account") return { kind: step.kind };
      return { kind: "elsewhere", send: (reply) => sendStep(reply, site, step) };
    },
  });
  addConsentRoute(app, { ...pages, showSignInDone });
  addLogoutRoutes(app, pages);
  addAccountRoutes(app, pages);
  addResetPasswordRoutes(app, pages);
  addLanguageRoute(app, pages);
  addSetupRoutes(app, pages);
  addAssetRoutes(app, pages);
}
