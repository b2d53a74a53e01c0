import {
  authorizationPath,
  createBrowser,
  followRedirects,
  getCode,
  readForm,
} from "../../support/sign-in.ts";
import { postForm } from "../../support/start-licet.ts";
import { ALICE, BOB, CALLBACK, createRequest, DESK, ORDERS_SERVER } from "../../support/storefront.ts";
import type { FilledForm, RequestPlan } from "./request-source.ts";

/** What writes under overload. */
export const WRITES = ["roles", "sign-ins", "refreshes"] as const;
export type Write = (typeof WRITES)[number];

/** All sign-ins come from one address, and for two users. */
export const UNLIMITED_SIGN_INS = { limit_account_sign_ins: "0", limit_address_sign_ins: "0" };

const FORMS = 60;
/** More than wait at a time, so that there always is one to refresh. */
const REFRESH_FAMILIES = 1_000;
const AT_ONCE = 10;

/** Makes the plans of processes that send writes of one kind. Each gets roles and refresh tokens of its own. */
export async function prepareWrites(write: Write, url: string): Promise<() => Promise<RequestPlan>> {
  if (write === "roles") {
    const token = await issueToken(url);
    let plans = 0;
    return async () => {
      plans += 1;
      return { kind: "roles", token, prefix: `role-${plans}` };
    };
  }
  if (write === "sign-ins") {
    const forms = await repeat(FORMS, (index) => openForm(url, index % 2 === 0 ? ALICE : BOB));
    return async () => ({ kind: "sign-ins", forms });
  }
  const browser = createBrowser(url);
  await getCode(browser, createRequest(DESK), ALICE);
  return async () => ({
    kind: "refreshes",
    credentials: DESK,
    refreshTokens: await repeat(REFRESH_FAMILIES, () => beginRefreshing(url, browser)),
  });
}

async function issueToken(url: string): Promise<string> {
  const { body, text } = await postForm(`${url}/oidc/token`, {
    grant_type: "client_credentials",
    scope: "licet:roles.write licet:escalate",
    ...ORDERS_SERVER,
  });
  if (typeof body.access_token !== "string") throw new Error(text);
  return body.access_token;
}

async function openForm(url: string, { username, password }: typeof ALICE): Promise<FilledForm> {
  const browser = createBrowser(url);
  const page = await followRedirects(browser, await browser.get("/login"));
  const hidden = readForm(page, 'id="login-submit"').filter(
    ([name]) => !["username", "password"].includes(name),
  );
  const fields = [...hidden, ["username", username], ["password", password]] as const;
  return {
    cookie: Array.from(browser.cookies, ([name, value]) => `${name}=${value}`).join("; "),
    body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString(),
  };
}

async function beginRefreshing(url: string, browser: ReturnType<typeof createBrowser>): Promise<string> {
  const request = createRequest(DESK, { scope: "openid orders:read offline_access" });
  const { location = "", text } = await browser.get(authorizationPath(request));
  const code = new URL(location, url).searchParams.get("code");
  if (code === null) throw new Error(`no code: ${location} ${text}`);
  const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK, ...DESK };
  const { body } = await postForm(`${url}/oidc/token`, form);
  return String(body.refresh_token);
}

async function repeat<T>(times: number, work: (index: number) => Promise<T>): Promise<readonly T[]> {
  const done: T[] = [];
  let begun = 0;
  const workInTurn = async () => {
    while (begun < times) done.push(await work(begun++));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workInTurn));
  return done;
}
