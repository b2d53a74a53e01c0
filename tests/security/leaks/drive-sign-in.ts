import assert from "node:assert/strict";
import {
  authorizationPath,
  type Browser,
  createBrowser,
  exchange,
  type Fields,
  followRedirects,
  type Page,
  readAuthorizationResponse,
  readForm,
  refresh,
} from "../../support/sign-in.ts";
import { postForm } from "../../support/start-licet.ts";
import { createPkce } from "../../support/storefront.ts";
import { type Canary, createCanary } from "./canaries.ts";

export interface SignInSecrets {
  readonly username: string;
  readonly password: string;
  readonly newPassword: string;
  /** A password that no user has. */
  readonly wrongPassword: string;
  readonly client: { readonly client_id: string; readonly client_secret: string };
  readonly redirectUri: string;
}

/** Sends all requests of a sign-in, and requests with the mistakes that users and clients make. */
export interface SignInDriver {
  /** A successful flow up to the last refresh; its secrets are canaries from then on. */
  driveSuccess(): Promise<void>;
  driveMistakes(): Promise<void>;
  /** Sends them while a part of the database is missing: any answer will do, as long as it reveals nothing. */
  driveBlindly(): Promise<void>;
  /** The generated values that look like a secret. */
  readonly made: readonly string[];
}

export function createSignInDriver(options: {
  readonly url: string;
  readonly secrets: SignInSecrets;
  readonly canaries: Canary[];
  readonly answers: string[];
}): SignInDriver {
  const { url, secrets, canaries, answers } = options;
  const { client, redirectUri } = secrets;
  const made: string[] = [];

  const keepSecret = (name: string, value: unknown): string => {
    const text = String(value);
    if (made.includes(text)) return text;
    made.push(text);
    // The part of a token that makes it one.
    canaries.push(createCanary(name, text.slice(text.lastIndexOf(".") + 1)));
    return text;
  };

  /** An answer, without the secrets that this very answer is there to bring. */
  const keepAnswer = (text: string, ...brought: readonly string[]): void => {
    const escaped = brought.flatMap((value) => [
      value,
      value.replaceAll("&", "&amp;"),
      encodeURIComponent(value),
    ]);
    answers.push(
      escaped.filter((value) => value !== "").reduce((left, value) => left.replaceAll(value, ""), text),
    );
  };

  /** A browser all of whose pages are kept. Cookies come in headers, tokens of forms in pages: there and nowhere else. */
  function openBrowser(): Browser {
    const browser = createBrowser(url);
    const keepPage = (page: Page, typed: readonly string[]): Page => {
      const cookies = page.headers.getSetCookie().map((line) => /=([^;]*)/.exec(line)?.[1] ?? "");
      for (const cookie of cookies) if (cookie !== "") keepSecret("a cookie", cookie);
      const tokens = [...page.text.matchAll(/name="csrf" value="([^"]*)"/g)].map(([, token = ""]) => token);
      for (const token of tokens) keepSecret("a token of a form", token);
      const code = /[?&]code=([^&]*)/.exec(page.location ?? "")?.[1] ?? "";
      if (code !== "") keepSecret("a code", code);
      const proof = /[?&]proof=([^&]*)/.exec(page.location ?? "")?.[1] ?? "";
      const headers = [...page.headers].filter(([name]) => name !== "set-cookie");
      keepAnswer(headers.join("\n"), code, proof);
      keepAnswer(page.text, ...tokens, ...typed);
      return page;
    };
    return {
      ...browser,
      get: async (path, headers) => keepPage(await browser.get(path, headers), []),
      post: async (path, fields, headers) => {
        // A name that was not known stands in its field again, for who typed it.
        const typed = fields.flatMap(([name, value]) => (name === "username" ? [value] : []));
        return keepPage(await browser.post(path, fields, headers), typed);
      },
    };
  }

  const requestWith = (challenge: Readonly<Record<string, string>>) => ({
    client_id: client.client_id,
    response_type: "code",
    redirect_uri: redirectUri,
    scope: "openid email orders:read offline_access",
    prompt: "consent",
    ...challenge,
  });

  const fill = (page: Page, username: string, password: string): Fields => [
    ...readForm(page, 'id="login-submit"').filter(([name]) => !["username", "password"].includes(name)),
    ["username", username],
    ["password", password],
  ];

  async function getCode(browser: Browser, password: string) {
    const { challenge, code_verifier } = createPkce();
    keepSecret("a code_verifier", code_verifier);
    const pushed = await postForm(`${url}/oidc/par`, { ...requestWith(challenge), ...client });
    const request_uri = String(pushed.body.request_uri);
    keepSecret("a pushed request", request_uri.slice(request_uri.lastIndexOf(":") + 1));
    keepAnswer(pushed.text, request_uri);
    const begun = await browser.get(authorizationPath({ client_id: client.client_id, request_uri }));
    let page = await followRedirects(browser, begun);
    if (page.text.includes('id="login-submit"')) {
      await browser.post("/login", fill(page, secrets.username, secrets.wrongPassword));
      page = await followRedirects(
        browser,
        await browser.post("/login", fill(page, secrets.username, password)),
      );
    }
    const form = readForm(page, 'id="consent-allow"');
    const { code = "" } = readAuthorizationResponse(
      await browser.post("/consent", [...form, ["decision", "allow"]]),
    );
    return { code, code_verifier };
  }

  const keepTokens = ({ text, body }: Awaited<ReturnType<typeof postForm>>) => {
    const tokens = ["access_token", "refresh_token", "id_token"].flatMap((name) =>
      body[name] === undefined ? [] : [keepSecret(`a token: ${name}`, body[name])],
    );
    keepAnswer(text, ...tokens);
    return body;
  };

  async function redeem(code: string, code_verifier: string) {
    return keepTokens(await exchange({ url }, code, { ...client, redirect_uri: redirectUri, code_verifier }));
  }

  return {
    made,

    async driveSuccess() {
      const browser = openBrowser();
      const { code, code_verifier } = await getCode(browser, secrets.password);
      const first = await redeem(code, code_verifier);
      assert.ok(first.access_token && first.refresh_token && first.id_token);
      const second = keepTokens(await refresh({ url }, String(first.refresh_token), client));
      assert.ok(second.refresh_token);
      keepTokens(await refresh({ url }, String(first.refresh_token), client));
      const headers = { authorization: `Bearer ${second.access_token}` };
      keepAnswer(await (await fetch(`${url}/oidc/userinfo`, { headers })).text());
      for (const token of [second.access_token, second.refresh_token]) {
        const form = { token: String(token), ...client };
        keepAnswer((await postForm(`${url}/oidc/introspect`, form)).text);
      }
      const hint = { id_token_hint: String(first.id_token) };
      await browser.get(authorizationPath({ ...requestWith({}), ...hint, prompt: "none" }));
      const account = await browser.get("/account");
      const form = readForm(account, 'id="password-change"').filter(([name]) => !name.endsWith("_password"));
      const passwords = [
        ["current_password", secrets.password],
        ["new_password", secrets.newPassword],
      ] as const;
      const changed = await browser.post("/account/password", [...form, ...passwords]);
      assert.match(changed.location ?? changed.text, /password_changed/);
      // A code that comes twice, and a replayed refresh token.
      const again = await getCode(openBrowser(), secrets.newPassword);
      const tokens = await redeem(again.code, again.code_verifier);
      await redeem(again.code, again.code_verifier);
      keepTokens(await refresh({ url }, String(tokens.refresh_token), client));
      keepAnswer(
        (await postForm(`${url}/oidc/revoke`, { token: String(tokens.refresh_token), ...client })).text,
      );
      await followRedirects(browser, await browser.get("/logout"));
    },

    async driveMistakes() {
      const values = [...made, secrets.password, secrets.newPassword, secrets.wrongPassword];
      for (const value of values) {
        const browser = openBrowser();
        const page = await followRedirects(browser, await browser.get("/login"));
        // The password where the name belongs.
        await browser.post("/login", fill(page, value, "x"));
        await browser.post("/login", [
          ["csrf", value],
          ["interaction", value],
          ["decision", value],
        ]);
        await browser.post("/consent", [
          ["csrf", value],
          ["interaction", value],
          ["item", value],
        ]);
        await browser.post("/account/password", [
          ["csrf", value],
          ["new_password", value],
        ]);
        const encoded = encodeURIComponent(value);
        for (const path of [
          "/login",
          "/consent",
          "/logout",
          "/oidc/logout",
          "/oidc/auth",
          "/account",
          "/oidc/userinfo",
        ]) {
          const query = `interaction=${encoded}&code=${encoded}&client_id=${encoded}&id_token_hint=${encoded}&access_token=${encoded}`;
          await browser.get(`${path}?${query}`);
        }
        const names = [
          "code",
          "refresh_token",
          "code_verifier",
          "redirect_uri",
          "scope",
          "client_id",
          "client_secret",
        ];
        for (const grant_type of ["authorization_code", "refresh_token"]) {
          for (const name of names) {
            const form = { grant_type, code: "x", refresh_token: "x", redirect_uri: redirectUri, ...client };
            keepAnswer((await postForm(`${url}/oidc/token`, { ...form, [name]: value })).text);
          }
        }
        for (const token_type_hint of ["access_token", "refresh_token"]) {
          for (const path of ["/oidc/introspect", "/oidc/revoke"])
            keepAnswer((await postForm(url + path, { token: value, token_type_hint, ...client })).text);
        }
        const bearer = {
          authorization: `Bearer ${encoded}`,
          cookie: `licet_session=${encoded}; licet_browser=${encoded}`,
        };
        keepAnswer(await (await fetch(`${url}/oidc/userinfo`, { headers: bearer })).text());
        await browser.get("/account", bearer);
      }
    },

    async driveBlindly() {
      const browser = openBrowser();
      const page = await followRedirects(browser, await browser.get(authorizationPath(requestWith({}))));
      if (page.text.includes('id="login-submit"')) {
        const next = await browser.post("/login", fill(page, secrets.username, secrets.newPassword));
        const question = await followRedirects(browser, next);
        if (question.text.includes('id="consent-allow"')) {
          const form = readForm(question, 'id="consent-allow"');
          const answered = await browser.post("/consent", [...form, ["decision", "allow"]]);
          const code = /[?&]code=([^&]*)/.exec(answered.location ?? "")?.[1] ?? "x";
          const body = keepTokens(await exchange({ url }, code, { ...client, redirect_uri: redirectUri }));
          keepTokens(await refresh({ url }, String(body.refresh_token ?? "x"), client));
        }
      }
      for (const value of made.filter((one) => one.startsWith("lrt_")).slice(0, 2))
        keepTokens(await refresh({ url }, value, client));
      for (const value of made.filter((one) => one.startsWith("lac_")).slice(0, 2))
        keepTokens(await exchange({ url }, value, { ...client, redirect_uri: redirectUri }));
      const pushed = await postForm(`${url}/oidc/par`, { ...requestWith({}), ...client });
      keepAnswer(pushed.text, String(pushed.body.request_uri ?? ""));
    },
  };
}
