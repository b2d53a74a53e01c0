/** A user at a browser: it keeps cookies, signs in and gives consent. The fields of a form come from its page. */

import assert from "node:assert/strict";
import { sendHttp } from "./send-http.ts";
import { postForm } from "./start-licet.ts";

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The target of the redirect, as it was sent. */
  readonly location: string | undefined;
}

export type Fields = readonly (readonly [name: string, value: string])[];
type HeaderValues = Readonly<Record<string, string>>;

/** A browser that keeps cookies and follows no redirect by itself. */
export interface Browser {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: HeaderValues): Promise<Page>;
  post(path: string, fields: Fields, headers?: HeaderValues): Promise<Page>;
  /** The same browser, with the same cookies, at another node. */
  at(url: string): Browser;
}

/** `sendRequest` lets an experiment observe the requests of the browser. */
export function createBrowser(
  url: string,
  cookies = new Map<string, string>(),
  sendRequest = sendHttp,
): Browser {
  const send = async (method: string, path: string, given: HeaderValues, body?: string): Promise<Page> => {
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(cookie !== "" && { cookie }), ...given };
    const answer = await sendRequest(method, url + path, headers, body);
    for (const line of answer.headers.getSetCookie()) storeCookie(cookies, line);
    return { ...answer, location: answer.headers.get("location") ?? undefined };
  };
  return {
    cookies,
    get: (path, headers = {}) => send("GET", path, headers),
    post: (path, fields, headers = {}) =>
      send("POST", path, { "content-type": "application/x-www-form-urlencoded", ...headers }, encode(fields)),
    at: (other) => createBrowser(other, cookies, sendRequest),
  };
}

function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ""] = line.split(";", 1);
  const equals = pair.indexOf("=");
  if (/;\s*max-age=0/i.test(line)) cookies.delete(pair.slice(0, equals));
  else cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
}

const encode = (fields: Fields): string =>
  new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString();

/** The fields that the last form with this text would send, with its checkboxes as they are. */
export function readForm(
  page: Pick<Page, "text"> & Partial<Pick<Page, "status" | "location">>,
  words: string,
): Fields {
  const forms = page.text.match(/<form[\s\S]*?<\/form>/g) ?? [];
  const form = forms.findLast((text) => text.includes(words));
  assert.ok(form, `no form with ${words} on the page (${page.status}): ${page.location ?? page.text}`);
  return [...form.matchAll(/<input[^>]*>/g)].flatMap(([input]) => {
    const name = / name="([^"]*)"/.exec(input)?.[1];
    const isUnticked = / type="checkbox"/.test(input) && !/ checked/.test(input);
    if (name === undefined || isUnticked) return [];
    return [[readText(name), readText(/ value="([^"]*)"/.exec(input)?.[1] ?? "")] as const];
  });
}

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', "#39": "'", lt: "<", gt: ">", amp: "&" };
const readText = (text: string): string =>
  text.replace(/&(quot|#39|lt|gt|amp);/g, (_all, name: string) => ENTITIES[name] ?? "");

/** Follows redirects within the server. */
export async function followRedirects(browser: Browser, page: Page): Promise<Page> {
  let present = page;
  for (let steps = 0; present.status === 303 && present.location?.startsWith("/"); steps += 1) {
    assert.ok(steps < 10, "the redirects do not end");
    present = await browser.get(present.location);
  }
  return present;
}

export type RequestParameters = Readonly<Record<string, string | undefined>>;

/** The path of an authorization request; undefined parameters are left out. */
export const authorizationPath = (parameters: RequestParameters): string => {
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return `/oidc/auth?${new URLSearchParams(given)}`;
};

/** Sends an authorization request of an application, and returns the page or the answer that it leads to. */
export const authorize = async (browser: Browser, parameters: RequestParameters): Promise<Page> =>
  followRedirects(browser, await browser.get(authorizationPath(parameters)));

export interface Person {
  readonly username: string;
  readonly password: string;
}

/** Fills in the login page. */
export async function signIn(browser: Browser, page: Page, { username, password }: Person): Promise<Page> {
  const hidden = readForm(page, 'id="login-submit"').filter(
    ([name]) => !["username", "password"].includes(name),
  );
  const fields = [...hidden, ["username", username], ["password", password]] as const;
  return followRedirects(browser, await browser.post("/login", fields));
}

export const isLoginPage = ({ text }: Page): boolean => text.includes('id="login-submit"');
export const isConsentPage = ({ text }: Page): boolean => text.includes('id="consent-allow"');

/** The optional items of a consent page. */
export const optionalItems = (page: Page): readonly string[] =>
  readForm(page, 'id="consent-allow"').flatMap(([name, value]) => (name === "item" ? [value] : []));

/** Answers the consent page; the checkboxes in `without` are unticked first. */
export async function consent(
  browser: Browser,
  page: Page,
  decision: "allow" | "deny" = "allow",
  without: readonly string[] = [],
): Promise<Page> {
  const form = readForm(page, 'id="consent-allow"');
  const kept = form.filter(([name, value]) => name !== "item" || !without.includes(value));
  assert.equal(form.length - kept.length, without.length, "the page has all of these checkboxes");
  return followRedirects(browser, await browser.post("/consent", [...kept, ["decision", decision]]));
}

/** The parameters of the redirect to the application. */
export function readAuthorizationResponse(page: Page): Readonly<Record<string, string>> {
  assert.equal(page.status, 303, `not an authorization response, but ${page.status}: ${page.text}`);
  assert.ok(page.location !== undefined && !page.location.startsWith("/"), "it leads to the application");
  return Object.fromEntries(new URL(page.location).searchParams);
}

/** Sends an authorization request, signs in and gives consent where a page asks for it. */
export async function signInAndConsent(
  browser: Browser,
  parameters: RequestParameters,
  person: Person,
  without: readonly string[] = [],
): Promise<Page> {
  let page = await authorize(browser, parameters);
  if (isLoginPage(page)) page = await signIn(browser, page, person);
  if (isConsentPage(page)) page = await consent(browser, page, "allow", without);
  return page;
}

export async function getCode(...request: Parameters<typeof signInAndConsent>): Promise<string> {
  const answer = readAuthorizationResponse(await signInAndConsent(...request));
  assert.ok(answer.code, JSON.stringify(answer));
  return answer.code;
}

type Form = Readonly<Record<string, string>>;
interface Node {
  readonly url: string;
}

export const exchange = ({ url }: Node, code: string, form: Form) =>
  postForm(`${url}/oidc/token`, { grant_type: "authorization_code", code, ...form });

export const refresh = ({ url }: Node, refreshToken: string, form: Form) =>
  postForm(`${url}/oidc/token`, { grant_type: "refresh_token", refresh_token: refreshToken, ...form });

export async function userinfo({ url }: Node, accessToken: string) {
  const response = await fetch(`${url}/oidc/userinfo`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}

/** The claims of a JWT, unverified. */
export const decodeClaims = (jwt: unknown): Record<string, unknown> =>
  JSON.parse(Buffer.from(String(jwt).split(".")[1] ?? "", "base64url").toString());
