import assert from "node:assert/strict";
import type { IncomingHttpHeaders } from "node:http";
import { sendRequest } from "../send-request.ts";

export interface PageAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The values of the inputs of its first form, by name. */
  readonly fields: Readonly<Record<string, string>>;
}

export type Fields = Readonly<Record<string, string | undefined>>;
type Headers = Readonly<Record<string, string | undefined>>;

/** A browser for one form at a time: it keeps cookies and follows no redirect by itself. */
export interface PageBrowser {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Headers): Promise<PageAnswer>;
  /** `undefined` leaves a field or a header out. */
  post(path: string, fields: Fields | string, headers?: Headers): Promise<PageAnswer>;
  /** Opens the login page, and follows the redirect to it. */
  openLogin(path?: string): Promise<PageAnswer>;
  signIn(username: string, password: string): Promise<PageAnswer>;
  /** The token that binds forms and interactions to this browser. */
  token(): string;
  sessionToken(): string | undefined;
}

export function createPageBrowser(url: string, fixed: Headers = {}): PageBrowser {
  const cookies = new Map<string, string>();
  const cookie = (kept: "session" | "browser") =>
    [...cookies].find(([name]) => name.endsWith(`licet_${kept}`))?.[1];

  const send = async (method: string, path: string, headers: Headers, body?: string): Promise<PageAnswer> => {
    const jar = Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; ");
    const all = { ...(jar !== "" && { cookie: jar }), ...fixed, ...headers };
    const answer = await sendRequest(method, url + path, {
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
      ...(body !== undefined && { chunks: [body] }),
    });
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split("=");
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return { ...answer, fields: readFields(answer.text) };
  };

  const browser: PageBrowser = {
    cookies,
    get: (path, headers = {}) => send("GET", path, headers),
    post(path, fields, headers = {}) {
      const form = { "content-type": "application/x-www-form-urlencoded" };
      return send(
        "POST",
        path,
        { ...form, ...headers },
        typeof fields === "string" ? fields : encode(fields),
      );
    },
    async openLogin(path = "/login") {
      const first = await browser.get(path);
      return first.status === 303 ? browser.get(String(first.headers.location)) : first;
    },
    async signIn(username, password) {
      const page = await browser.openLogin();
      assert.equal(page.status, 200, page.text);
      return browser.post("/login", { ...page.fields, username, password });
    },
    token: () => cookie("browser") ?? assert.fail("the browser has no token yet"),
    sessionToken: () => cookie("session"),
  };
  return browser;
}

function encode(fields: Fields): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
  return form.toString();
}

const readEntities = (text: string) =>
  text.replace(/&(quot|#39|lt|gt|amp);/g, (_all, name: string) => ENTITIES[name] ?? "");
const ENTITIES: Readonly<Record<string, string>> = { quot: '"', "#39": "'", lt: "<", gt: ">", amp: "&" };

export function readFields(page: string): Readonly<Record<string, string>> {
  const form = /<form[^>]*>([\s\S]*?)<\/form>/.exec(page)?.[1] ?? "";
  const fields: Record<string, string> = {};
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const name = / name="([^"]*)"/.exec(input)?.[1];
    if (name !== undefined) fields[name] = readEntities(/ value="([^"]*)"/.exec(input)?.[1] ?? "");
  }
  return fields;
}
