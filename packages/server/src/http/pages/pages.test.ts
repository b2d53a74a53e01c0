import assert from "node:assert/strict";
import { test } from "node:test";
import type { Resource } from "@licet/engine/internal/entities.ts";
import type { Permission } from "@licet/engine/internal/model.ts";
import fc from "fast-check";
import { showPermission } from "../browser/show-permission.ts";
import { DEFAULT_BRAND } from "./brand.ts";
import { LANGUAGES } from "./choose-language.ts";
import { renderConsentPage } from "./consent-page.ts";
import { describeFailure, renderErrorPage } from "./error-page.ts";
import { renderFormPostPage } from "./form-post-page.ts";
import type { PageFrame } from "./layout.ts";
import { renderLoggedOutPage } from "./logged-out-page.ts";
import { renderLoginPage } from "./login-page.ts";
import { renderNoAdministratorPage } from "./no-administrator-page.ts";
import { LANGUAGE_PATH } from "./parts/language-switch.ts";
import { permissionTitle, renderPermission } from "./parts/permission.ts";
import { renderSetupPage } from "./setup-page.ts";
import { createSite } from "./site.ts";
import { SAMPLE_PAGES } from "./testing/sample-pages.ts";
import { PAGE_FAILURES } from "./texts/texts.ts";
import { textsIn } from "./texts/texts-in.ts";

const site = createSite(DEFAULT_BRAND);
const frame: PageFrame = { site, language: "en" };
/** As the routes show a page. */
const shown = { site, returnTo: { path: "/login?interaction=int_1" }, scriptNonce: "c2l4dGVlbi1ieXRlcy0h" };
const hasPasswords = (page: string) => page.includes('type="password"');
const everyPage = Object.entries(SAMPLE_PAGES).flatMap(([name, page]) =>
  LANGUAGES.map((language) => ({ name: `${name} in ${language}`, page, frame: { ...shown, language } })),
);
const form = { csrf: "csrf-token", interactionId: "int_1" };

/** The tags with the names of their attributes, as a browser would find them. */
const structureOf = (text: string): readonly string[] =>
  Array.from(text.matchAll(/<(\/?[a-z][^\s/>]*)((?:"[^"]*"|[^">])*)>/gi), ([, tag = "", attributes = ""]) =>
    [tag, ...Array.from(attributes.matchAll(/([^\s=]+)(?:="[^"]*")?/g), (match) => match[1] ?? "")].join(" "),
  );

test("the structure of a page is the same for all names of users and applications", () => {
  const dangerous = fc.oneof(
    fc.constantFrom(
      `"><script>alert(1)</script>`,
      `' onmouseover='alert(1)`,
      "</title><img src=x onerror=y>",
      "-->",
      "{{7*7}}",
    ),
    fc.string({ unit: fc.constantFrom(..."<>\"'&=/ \n\u0000\u202ea`;:%"), minLength: 1 }),
  );
  for (const { name, page, frame } of everyPage) {
    // Neither a path of ours nor an empty text: those two do decide what is shown.
    const expected = structureOf(page(frame, () => "text"));
    fc.assert(
      fc.property(dangerous, (text) => {
        const safe = text.trim() === "" ? "x" : text;
        assert.deepEqual(structureOf(page(frame, () => `x${safe}`)), expected, name);
      }),
      { numRuns: 40 },
    );
  }
});

test("no page has an inline script, an inline style or a handler", () => {
  for (const { name, page, frame } of everyPage) {
    const tags = structureOf(page(frame)).join("\n");
    assert.doesNotMatch(tags, /^style\b|\bstyle$|\son[a-z]+\b/m, name);
    const scripts = page(frame).match(/<script[^>]*>[^<]*<\/script>/g) ?? [];
    assert.equal(scripts.length, name.startsWith("form-post") || hasPasswords(page(frame)) ? 1 : 0, name);
    for (const script of scripts)
      assert.match(script, /^<script src="\/assets\/[^"]+" nonce="[^"]+"><\/script>$/);
  }
});

test("every page says its language, has one heading of the first order, landmarks and a title", () => {
  for (const { name, page, frame } of everyPage) {
    const text = page(frame);
    assert.match(text, frame.language === "zh" ? /<html lang="zh-Hans">/ : /<html lang="en">/, name);
    assert.equal(text.match(/<h1[ >]/g)?.length, 1, name);
    assert.equal(text.match(/<main id="main">/g)?.length, 1, name);
    assert.match(text, /<title>[^<]+ · Licet<\/title>/, name);
    const ids = Array.from(text.matchAll(/ id="([^"]+)"/g), (match) => match[1]);
    assert.equal(new Set(ids).size, ids.length, `${name}: an id is there twice`);
    for (const [, ids = ""] of text.matchAll(/aria-(?:describedby|labelledby)="([^"]+)"/g))
      for (const id of ids.split(" ")) assert.match(text, new RegExp(` id="${id}"`), `${name}: ${id}`);
  }
});

test("every form of ours that changes something carries its token", () => {
  for (const { name, page, frame } of everyPage) {
    for (const [whole, action = ""] of page(frame).matchAll(
      /<form[^>]* method="post" action="([^"]+)"[\s\S]*?<\/form>/g,
    ))
      if (action.startsWith("/") && action !== LANGUAGE_PATH)
        assert.match(whole, /<input type="hidden" name="csrf" value="Zk1x-csrf-token">/, name);
  }
});

test("every page offers the other language in its own name, and nothing else does", () => {
  for (const { name, page, frame } of everyPage) {
    const text = page(frame);
    const [other, tag, word] = frame.language === "en" ? ["zh", "zh-Hans", "中文"] : ["en", "en", "English"];
    assert.ok(
      text.includes(`type="submit" name="language" value="${other}" lang="${tag}">${word}</button>`),
      name,
    );
    assert.match(text, /<input type="hidden" name="return_to" value="\/login\?interaction=int_1">/, name);
  }
});

test("a page that is shown again at its own address does not repeat the address", () => {
  const page = renderLoginPage({ ...frame, returnTo: "same_address" }, form);
  assert.match(page, /name="language" value="zh"/);
  assert.doesNotMatch(page, /return_to/);
});

test("a password can be shown by a button that never sends the form, and that only the script brings to light", () => {
  for (const { name, page, frame } of everyPage) {
    const text = page(frame);
    const buttons = text.match(/<button class="reveal" id="[^"]+"[^>]*>/g) ?? [];
    assert.equal(buttons.length, text.match(/ type="password"/g)?.length ?? 0, name);
    for (const button of buttons)
      assert.match(
        button,
        / type="button" hidden aria-controls="[\w-]+" aria-pressed="false" aria-label="[^"]+"/,
      );
  }
});

test("what is missing is said at its field, the first of which has the cursor, and not by the browser", () => {
  const page = SAMPLE_PAGES["login-missing"]?.(frame) ?? "";
  assert.match(page, /<form method="post" action="\/login" novalidate>/);
  assert.match(
    page,
    /<input id="username"[^>]* aria-describedby="username-problem" aria-invalid="true" autofocus>/,
  );
  assert.match(page, /<input id="password"[^>]* aria-describedby="password-problem" aria-invalid="true">/);
  assert.match(page, /id="username-problem" role="alert">.*<span>Enter your username or email\.</);
  const account = SAMPLE_PAGES["account-missing"]?.(frame) ?? "";
  assert.match(account, /<input id="current-password"[^>]* aria-invalid="true" autofocus>/);
  assert.match(
    account,
    /<input id="new-password"[^>]* aria-describedby="new-password-problem password-rule" aria-invalid="true">/,
  );
});

test("a page that ends has a way on", () => {
  const links = (page: string | undefined) =>
    Array.from(page?.matchAll(/<a class="button[^"]*" href="([^"]+)"/g) ?? [], ([, href]) => href);
  assert.deepEqual(links(SAMPLE_PAGES["logged-out"]?.(frame)), ["https://shop.example.test/"]);
  assert.deepEqual(links(SAMPLE_PAGES["logged-out-bare"]?.(frame)), ["/account"]);
  assert.deepEqual(links(SAMPLE_PAGES["sign-in-done"]?.(frame)), [
    "https://shop.example.test/about",
    "/account",
  ]);
});

test("the mark of Licet stands beside its own name alone, on the page and on the tab", () => {
  const page = (own: PageFrame["site"]) => renderLoginPage({ site: own, language: "en" }, form);
  assert.match(page(site), /<svg class="mark"/);
  const other = createSite({ name: "Äpfel & Co" });
  assert.doesNotMatch(page(other), /class="mark"/);
  assert.match(page(other), /<p class="brand"><span>Äpfel &amp; Co<\/span><\/p>/);
  const icon = String(other.assets.find(({ path }) => path === other.icon.path)?.body);
  assert.match(icon, />Ä<\/text>/);
  assert.doesNotMatch(icon, /Licet|M10 7/);
});

test("pages show commands as they are typed in this installation, and escape them", () => {
  const here = createSite(DEFAULT_BRAND, undefined, "run <b>&$& --");
  const shown = "run &lt;b&gt;&amp;$&amp; --";
  for (const language of ["en", "zh"] as const) {
    const page = { site: here, language };
    const pages = [
      renderNoAdministratorPage(page, { loginPath: "/login" }),
      renderSetupPage(page, { csrf: "x" }),
      renderErrorPage(page, { ...describeFailure("setup_link_void", language), requestId: "req-1" }),
      renderErrorPage(page, { ...describeFailure("published_credentials", language), requestId: "req-1" }),
    ];
    for (const text of pages) {
      assert.ok(text.includes(`${shown} admin `) || text.includes(`${shown} demo `), text);
      assert.doesNotMatch(text, /licet (?:admin|demo) /);
    }
  }
});

test("a page in Chinese has no English sentence left, beside names and what the catalogue says", () => {
  const page = SAMPLE_PAGES["login-wrong"]?.({ site, language: "zh" }) ?? "";
  assert.doesNotMatch(page.replace(/<[^>]+>/g, ""), /\b(sign|password|with|the)\b/);
  assert.match(page, /密码/);
});

test("a failed sign-in is announced, tied to the fields, and leaves the cursor in the password", () => {
  const page = renderLoginPage(frame, { ...form, username: "alice", problem: { kind: "wrong" } });
  assert.match(page, /<title>Problem: /);
  assert.match(page, /id="login-problem" role="alert"/);
  assert.match(
    page,
    /<input id="password"[^>]* aria-describedby="login-problem" aria-invalid="true" autofocus>/,
  );
  assert.match(page, /<input id="username"[^>]* value="alice"/);
});

test("a user who is locked out sees for how long", () => {
  const problem = { kind: "throttled", retryAfterSeconds: 841 } as const;
  assert.match(renderLoginPage(frame, { ...form, problem }), /Wait 15 minutes/);
  assert.match(renderLoginPage({ site, language: "zh" }, { ...form, problem }), /请等待15分钟/);
});

test("a required item is ticked and locked, an optional one can be unticked, and neither answer comes first in size", () => {
  const page = SAMPLE_PAGES.consent?.(frame) ?? "";
  assert.match(page, /<input type="checkbox" checked disabled>[\s\S]*?openid[\s\S]*?required/);
  assert.match(page, /<input type="checkbox" name="item" value="email" checked>/);
  assert.match(page, /<input type="checkbox" name="item" value="orders:42:cancel" checked>/);
  assert.doesNotMatch(page, /name="item" value="openid"/);
  const button = (id: string) => new RegExp(`<button class="([^"]*)" id="${id}"`).exec(page)?.[1];
  assert.equal(button("consent-allow"), "button");
  assert.equal(button("consent-deny"), "button");
});

test("the pages name a resource by its display name in the user's language, and else by its technical name", () => {
  const consent = SAMPLE_PAGES.consent?.(frame) ?? "";
  assert.match(consent, /<legend>[\s\S]*?<bdi>Orders &amp; returns<\/bdi><\/legend>/);
  assert.match(consent, /<code class="permission-scope">orders:read<\/code>/);
  const account = SAMPLE_PAGES.account?.(frame) ?? "";
  assert.match(account, /<bdi>Orders &amp; returns<\/bdi> · /);
  const resource = { name: "orders", displayName: { en: "Orders", zh: "订单" } } as unknown as Resource;
  const model = { permissions: new Map(), resources: new Map([["orders", resource]]) };
  assert.equal(showPermission(model, "orders:read", "zh").resourceTitle, "订单");
  assert.equal(showPermission(model, "orders:read", "en").resourceTitle, "Orders");
  assert.equal(showPermission(model, "stock:read", "en").resourceTitle, undefined);
});

test("a permission at one instance says so in words, in both languages, on the page and to a screen reader", () => {
  const permission = { name: "orders:write", description: { en: "Change orders", zh: "修改订单" } };
  const model = {
    permissions: new Map([[permission.name, permission as unknown as Permission]]),
    resources: new Map(),
  };
  const titleOf = (scope: string, language: "en" | "zh") =>
    permissionTitle(showPermission(model, scope, language), textsIn(language));
  assert.equal(titleOf("orders:write", "en"), "Change orders");
  assert.equal(titleOf("orders:eu:write", "en"), "Change orders (only eu)");
  assert.equal(titleOf("orders:eu:north:write", "zh"), "修改订单（仅限 eu:north）");
  const page = SAMPLE_PAGES.consent?.(frame) ?? "";
  assert.match(page, /<bdi class="permission-title">A permission without a description \(only 42\)<\/bdi>/);
  const shown = { ...showPermission(model, "orders:<b>&:write", "en"), instance: "<b>&" };
  assert.match(
    String(renderPermission(shown, textsIn("en"))),
    /Change orders \(only &lt;b&gt;&amp;\)<\/bdi>/,
  );
});

test("a home page that is no web page is no link", () => {
  for (const homePage of [
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    " javascript:alert(1)",
    "data:text/html,x",
    "//evil.test",
    "https://shop.test@evil.test/",
  ]) {
    const page = renderConsentPage(frame, {
      ...form,
      application: { name: "x", homePage },
      seal: "",
      isChanged: false,
      destinationHost: "shop.test",
      account: { username: "alice" },
      asked: [],
      alreadyAllowed: [],
      lasts: { seconds: 600, whileAway: false },
    });
    assert.doesNotMatch(page, /<a (?!class="skip")/, homePage);
    assert.doesNotMatch(
      renderLoggedOutPage(frame, { application: { name: "x", url: homePage } }),
      /<a (?!class="skip"|class="button block" href="\/account")/,
    );
  }
});

test("an application's logo is served from this server alone, so that no other server learns who is looking", () => {
  const page = (logoUrl: string) => renderLoginPage(frame, { ...form, application: { name: "x", logoUrl } });
  assert.match(page("/assets/shop.png"), /<img class="emblem" src="\/assets\/shop.png"/);
  for (const logoUrl of [
    "https://evil.test/x.png",
    "//evil.test/x.png",
    "/\\evil.test/x.png",
    "javascript:alert(1)",
  ])
    assert.doesNotMatch(page(logoUrl), /<img/, logoUrl);
});

test("a form_post page posts what it was given, byte for byte, and to a web address alone", () => {
  const view = {
    action: "https://app.test/cb?a=1&b=2",
    fields: { state: `"><script>` },
    scriptNonce: "n".repeat(16),
  };
  const page = renderFormPostPage(frame, view);
  assert.match(page, /<form method="post" action="https:\/\/app.test\/cb\?a=1&amp;b=2">/);
  assert.match(page, /<input type="hidden" name="state" value="&quot;&gt;&lt;script&gt;">/);
  assert.throws(() => renderFormPostPage(frame, { ...view, action: "javascript:alert(1)" }), TypeError);
});

test("every failure says what happened, who can fix it, what to do and which request it was", () => {
  for (const failure of PAGE_FAILURES) {
    for (const language of LANGUAGES) {
      const words = describeFailure(failure, language);
      const page = renderErrorPage({ site, language }, { ...words, requestId: "req-1" });
      for (const text of [words.title, words.whatHappened, words.whatToDo, "req-1"])
        assert.ok(page.includes(text.replaceAll("'", "&#39;")), `${failure}: ${text}`);
    }
  }
});
