import { type AccountView, renderAccountPage } from "../account-page.ts";
import { type ConsentView, renderConsentPage } from "../consent-page.ts";
import { describeFailure, type ErrorView, renderErrorPage } from "../error-page.ts";
import { type FormPostView, renderFormPostPage } from "../form-post-page.ts";
import type { PageFrame } from "../layout.ts";
import { type LoggedOutView, renderLoggedOutPage } from "../logged-out-page.ts";
import { type LoginView, renderLoginPage } from "../login-page.ts";
import { type LogoutView, renderLogoutPage } from "../logout-page.ts";
import { renderNoAdministratorPage } from "../no-administrator-page.ts";
import {
  type ResetPasswordView,
  renderPasswordSetPage,
  renderResetPasswordPage,
} from "../reset-password-page.ts";
import { renderSelectAccountPage, type SelectAccountView } from "../select-account-page.ts";
import { renderSetupPage, type SetupView } from "../setup-page.ts";
import { renderSignInDonePage, type SignInDoneView } from "../sign-in-done-page.ts";

/** A page as it would be in life; `replace` puts other texts where users and applications decide. */
export type SamplePage = (frame: PageFrame, replace?: (text: string) => string) => string;

const NOW = 1_790_000_000;
const form = { csrf: "Zk1x-csrf-token", interactionId: "int_4f9aQ2" };
const application = { name: "The shop" };
const account = { username: "alice", name: "Alice Meyer", email: "alice@example.test" };
const orders = { resource: "orders", resourceTitle: "Orders & returns" };

const login: LoginView = { ...form, application, username: "alice" };

const selectAccount: SelectAccountView = { ...form, application, account };

const consent: ConsentView = {
  ...form,
  application: { ...application, homePage: "https://shop.example.test/about" },
  seal: "e30.c2VhbA",
  isChanged: false,
  destinationHost: "shop.example.test",
  account,
  asked: [
    { scope: "openid", required: true },
    { scope: "email", required: false },
    { scope: "offline_access", required: false },
    { scope: "orders:read", ...orders, description: "See your orders", required: true },
    { scope: "orders:write", ...orders, description: "Place and change orders", required: false },
    { scope: "orders:42:cancel", ...orders, instance: "42", required: false },
    { scope: "billing_admin", description: "Everything about bills", required: false },
  ],
  alreadyAllowed: [
    { scope: "profile" },
    { scope: "stock:read", resource: "stock", description: "See the stock" },
  ],
  lasts: { seconds: 90 * 86_400, whileAway: true },
};

const signInDone: SignInDoneView = {
  account,
  application: { ...application, homePage: "https://shop.example.test/about" },
};

const logout: LogoutView = { ...form, accountName: "Alice Meyer", application };

const loggedOut: LoggedOutView = { application: { ...application, url: "https://shop.example.test/" } };

const resetPassword: ResetPasswordView = { csrf: form.csrf, token: "lrs_4f9aQ2", username: "alice" };

const setup: SetupView = { csrf: form.csrf };

const failure: ErrorView = {
  title: "We cannot send you back safely",
  whatHappened: "The application asked us to send you to an address that it has not registered.",
  fixer: "developer",
  whatToDo: "Do not enter any data on the page you came from. Tell the application's developers.",
  detail: "redirect_uri is not registered for this client",
  requestId: "5f0c2b1e-8a44-4f4e-9a63-5d8f3f0f7c11",
};

const accountPage: AccountView = {
  csrf: form.csrf,
  now: NOW,
  user: { ...account, hasPassword: true },
  sessions: [
    {
      id: "ses_1",
      current: true,
      userAgent:
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
      ip: "192.0.2.10",
      createdAt: NOW - 5_400,
      lastSeenAt: NOW - 20,
    },
    {
      id: "ses_2",
      current: false,
      userAgent:
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
      ip: "2001:db8:85a3::8a2e:370:7334",
      createdAt: NOW - 8 * 86_400,
      lastSeenAt: NOW - 86_400,
    },
    {
      id: "ses_3",
      current: false,
      userAgent: "Robot",
      ip: "198.51.100.7",
      createdAt: NOW - 9_000,
      lastSeenAt: NOW - 8_000,
    },
  ],
  consents: [
    {
      application: { id: "shop", name: "The shop", homePage: "https://shop.example.test/" },
      items: [
        { scope: "openid", agreed: true, decidedAt: NOW - 8 * 86_400 },
        {
          scope: "orders:read",
          ...orders,
          description: "See your orders",
          agreed: true,
          decidedAt: NOW - 8 * 86_400,
        },
        {
          scope: "orders:write",
          ...orders,
          description: "Place and change orders",
          agreed: false,
          decidedAt: NOW - 3_600,
        },
      ],
    },
  ],
  message: { kind: "session_ended" },
};

const formPost: FormPostView = {
  action: "https://shop.example.test/callback?tenant=1",
  fields: { code: "cd_5tZ0", state: "af0ifjsldkj", iss: "https://id.example.test" },
  scriptNonce: "c2l4dGVlbi1ieXRlcy0h",
};

/** Decided by us, not by users or applications: a test that replaces every text leaves these as they are. */
const OURS = new Set(["kind", "fixer", "reason", "method", "action", "url", "homePage", "scriptNonce"]);

function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, replace));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, OURS.has(key) ? item : replaceTexts(item, replace)]),
  );
}

const sample =
  <View>(render: (frame: PageFrame, view: View) => string, view: View): SamplePage =>
  (frame, replace = (text) => text) =>
    render(frame, replaceTexts(view, replace) as View);

export const SAMPLE_PAGES: Readonly<Record<string, SamplePage>> = {
  login: sample(renderLoginPage, login),
  "login-first": sample(renderLoginPage, form),
  "login-wrong": sample(renderLoginPage, { ...login, problem: { kind: "wrong" } }),
  "login-missing": (frame, replace = (text) => text) =>
    renderLoginPage(frame, {
      csrf: replace(form.csrf),
      interactionId: replace(form.interactionId),
      problem: { kind: "missing", fields: ["username", "password"] },
    }),
  "login-throttled": sample(renderLoginPage, {
    ...login,
    problem: { kind: "throttled", retryAfterSeconds: 840 },
  }),
  "select-account": sample(renderSelectAccountPage, selectAccount),
  "sign-in-done": sample(renderSignInDonePage, signInDone),
  "sign-in-done-bare": sample(renderSignInDonePage, { account, application }),
  consent: sample(renderConsentPage, consent),
  "consent-new-address": sample(renderConsentPage, {
    ...consent,
    destinationHost: "new.example.test",
    newAddress: { registeredAt: NOW - 7_200, now: NOW },
  }),
  "consent-changed": sample(renderConsentPage, { ...consent, isChanged: true }),
  "consent-nothing-new": sample(renderConsentPage, {
    ...consent,
    asked: [],
    lasts: { seconds: 600, whileAway: false },
  }),
  logout: sample(renderLogoutPage, logout),
  "logged-out": sample(renderLoggedOutPage, loggedOut),
  "logged-out-bare": sample(renderLoggedOutPage, {}),
  account: sample(renderAccountPage, accountPage),
  "account-problem": sample(renderAccountPage, { ...accountPage, message: { kind: "password_wrong" } }),
  "account-missing": sample(renderAccountPage, {
    ...accountPage,
    message: { kind: "password_missing", fields: ["current", "next"] },
  }),
  "account-bare": sample(renderAccountPage, {
    csrf: form.csrf,
    now: NOW,
    user: { username: "bob", hasPassword: false },
    sessions: accountPage.sessions.slice(0, 1),
    consents: [],
  }),
  "reset-password": sample(renderResetPasswordPage, resetPassword),
  "reset-password-problem": (frame, replace = (text) => text) =>
    renderResetPasswordPage(frame, {
      csrf: replace(resetPassword.csrf),
      token: replace(resetPassword.token),
      username: replace(resetPassword.username),
      problem: "password_too_short",
    }),
  "password-set": (frame) => renderPasswordSetPage(frame),
  setup: sample(renderSetupPage, setup),
  "setup-problem": (frame, replace = (text) => text) =>
    renderSetupPage(frame, {
      csrf: replace(setup.csrf),
      username: replace("olga"),
      problem: "username_taken",
    }),
  "no-administrator": (frame) => renderNoAdministratorPage(frame, { loginPath: "/login?interaction=int_1" }),
  error: sample(renderErrorPage, failure),
  "error-expired": (frame) =>
    renderErrorPage(frame, {
      ...describeFailure("interaction_expired", frame.language),
      requestId: failure.requestId,
    }),
  "error-setup-link": (frame) =>
    renderErrorPage(frame, {
      ...describeFailure("setup_link_void", frame.language),
      requestId: failure.requestId,
      next: { kind: "console", path: "/console/" },
    }),
  "form-post": sample(renderFormPostPage, formPost),
};
