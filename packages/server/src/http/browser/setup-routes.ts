import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { boundSignInName } from "../../core/values/fold-sign-in-name.ts";
import type { SetupLinks } from "../../setup/setup-links.ts";
import { SETUP_PATH } from "../../setup/setup-path.ts";
import type { AdmitAnonymous } from "../admission/admit-anonymous.ts";
import { addEndpoint } from "../endpoint.ts";
import { renderSetupPage, type SetupView } from "../pages/setup-page.ts";
import type { Site } from "../pages/site.ts";
import { createBeginSession, type SessionDependencies } from "./begin-session.ts";
import type { Browser, ReadBrowser } from "./browser-context.ts";
import type { Csrf, FormPurpose } from "./csrf.ts";
import { PageError } from "./page-errors.ts";
import type { PageForms } from "./page-forms.ts";
import { createPageFrame } from "./page-frame.ts";
import { generateScriptNonce } from "./script-nonce.ts";
import { sendPage, sendTo } from "./send-page.ts";

export interface SetupDependencies extends SessionDependencies {
  readonly site: Site;
  readonly readBrowser: ReadBrowser;
  readonly csrf: Csrf;
  readonly forms: PageForms;
  readonly setupLinks: Pick<SetupLinks, "open" | "isOpen" | "redeem">;
  /** Called before a token is looked up, so that guesses are counted. Throws TooManyRequestsError. */
  readonly admitAnonymous: AdmitAnonymous;
}

/** Creating the first administrator by a link. */
export function addSetupRoutes(app: FastifyInstance, dependencies: SetupDependencies): void {
  const { site, readBrowser, cookies, csrf, forms, setupLinks, admitAnonymous } = dependencies;
  const beginSession = createBeginSession(dependencies);

  const readSetup = async (request: FastifyRequest, reply: FastifyReply) => {
    const browser = await readBrowser(request, reply);
    const token = cookies.read(request, "setup");
    if (token === undefined) throw new PageError("setup_link_void");
    admitAnonymous(browser);
    return { browser, token };
  };

  const show = (
    reply: FastifyReply,
    { browser, token }: { readonly browser: Browser; readonly token: string },
    view: Omit<SetupView, "csrf"> = {},
  ) => {
    const scriptNonce = generateScriptNonce();
    const frame = { ...createPageFrame(site, browser), scriptNonce };
    const html = renderSetupPage(frame, { ...view, csrf: csrf.tokenFor(purposeOf(token), browser.token) });
    return sendPage(reply, site, { status: view.problem ? 400 : 200, html, scriptNonce });
  };

  /**
   * The token leaves the address at once, whether it was valid or not: histories and the logs of proxies keep addresses.
   * What they keep is spent, because the browser gets another token in a cookie.
   */
  addEndpoint(app, `${SETUP_PATH}/:token`, {
    async GET(request, reply) {
      const browser = await readBrowser(request, reply);
      admitAnonymous(browser);
      const browserToken = await setupLinks.open((request.params as { readonly token: string }).token);
      if (browserToken !== undefined) cookies.set(reply, "setup", browserToken);
      return sendTo(reply, SETUP_PATH);
    },
  });

  addEndpoint(app, SETUP_PATH, {
    async GET(request, reply) {
      const setup = await readSetup(request, reply);
      if (!(await setupLinks.isOpen(setup.token))) throw new PageError("setup_link_void");
      return show(reply, setup);
    },
    async POST(request, reply) {
      const form = forms.read(request);
      const setup = await readSetup(request, reply);
      const { browser, token: browserToken } = setup;
      forms.verify(form, purposeOf(browserToken), browser);
      const username = boundSignInName(form.get("username") ?? "").normalize("NFC");
      const password = form.get("new_password") ?? "";
      const { ip, requestId } = browser;
      const result = await setupLinks.redeem({ browserToken, username, password, ip, requestId });
      if (result.outcome === "void") throw new PageError("setup_link_void");
      if (result.outcome === "problem") return show(reply, setup, { username, problem: result.problem });
      cookies.clear(reply, "setup");
      await beginSession(request, reply, browser, result.user);
      return sendTo(reply, "/console/");
    },
  });
}

const purposeOf = (token: string): FormPurpose => `setup:${token}`;
