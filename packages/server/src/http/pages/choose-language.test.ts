import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseLanguage } from "./choose-language.ts";

test("the application's wish counts before the browser's", () => {
  assert.equal(chooseLanguage({ uiLocales: ["zh-CN"], acceptLanguage: "en" }), "zh");
  assert.equal(chooseLanguage({ uiLocales: ["fr", "en-GB"], acceptLanguage: "zh" }), "en");
});

test("a wish that cannot be met leaves the choice to the browser, and in the end it is English", () => {
  assert.equal(chooseLanguage({ uiLocales: ["fr"], acceptLanguage: "zh-TW" }), "zh");
  assert.equal(chooseLanguage({ uiLocales: [], acceptLanguage: "fr, de;q=0.5" }), "en");
  assert.equal(chooseLanguage({}), "en");
});

test("every kind of Chinese is met with Chinese", () => {
  for (const tag of ["zh", "zh-CN", "ZH-hans", "zh-TW", "zh-Hant-HK", "zh_CN"])
    assert.equal(chooseLanguage({ uiLocales: [tag] }), "zh", tag);
});

test("the browser's order is that of its quality values, not of its words", () => {
  assert.equal(chooseLanguage({ acceptLanguage: "en;q=0.3, zh-CN;q=0.8" }), "zh");
  assert.equal(chooseLanguage({ acceptLanguage: "zh;q=0, en;q=0.1" }), "en");
  assert.equal(chooseLanguage({ acceptLanguage: "zh-CN,zh;q=0.9,en;q=0.8" }), "zh");
});

test("nonsense is no wish", () => {
  for (const acceptLanguage of ["zh;q=x", ";;;,,,=", "zh;q=-1", "*", `${"a,".repeat(100_000)}zh`])
    assert.equal(chooseLanguage({ acceptLanguage }), "en", acceptLanguage.slice(0, 20));
  assert.equal(chooseLanguage({ uiLocales: ["<script>", "zhx"] }), "en");
});
