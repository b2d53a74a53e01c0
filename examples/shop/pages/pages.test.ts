import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ASSETS, SAMPLE_PAGES } from "../testing/sample-pages.ts";
import { LANGUAGES } from "./choose-language.ts";

const assets = { styles: ASSETS.styles.path, icon: ASSETS.icon.path };
const everyPage = Object.entries(SAMPLE_PAGES).flatMap(([name, page]) =>
  LANGUAGES.map((language) => ({ name: `${name} in ${language}`, page, frame: { assets, language } })),
);

/** The tags with the names of their attributes, as a browser parses them. */
const structureOf = (text: string): readonly string[] =>
  Array.from(text.matchAll(/<(\/?[a-z][^\s/>]*)((?:"[^"]*"|[^">])*)>/gi), ([, tag = "", attributes = ""]) =>
    [tag, ...Array.from(attributes.matchAll(/([^\s=]+)(?:="[^"]*")?/g), (match) => match[1] ?? "")].join(" "),
  );

test("no text from the issuer changes the structure of a page", () => {
  const dangerous = fc.oneof(
    fc.constantFrom(
      `"><script>alert(1)</script>`,
      `' onmouseover='alert(1)`,
      "</title><img src=x onerror=y>",
    ),
    fc.string({ unit: fc.constantFrom(..."<>\"'&=/ \n\u0000\u202ea`;:%"), minLength: 1 }),
  );
  for (const { name, page, frame } of everyPage) {
    const expected = structureOf(page(frame, () => "text"));
    fc.assert(
      fc.property(dangerous, (text) => {
        assert.deepEqual(structureOf(page(frame, () => `x${text.trim() || "x"}`)), expected, name);
      }),
      { numRuns: 40 },
    );
  }
});

test("no page has a script, an inline style or a handler", () => {
  for (const { name, page, frame } of everyPage)
    assert.doesNotMatch(
      structureOf(page(frame)).join("\n"),
      /^script\b|^style\b|\bstyle$|\son[a-z]+\b/m,
      name,
    );
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
    for (const [, labels = ""] of text.matchAll(/aria-(?:describedby|labelledby)="([^"]+)"/g))
      for (const id of labels.split(" ")) assert.match(text, new RegExp(` id="${id}"`), `${name}: ${id}`);
  }
});

test("every form that changes something carries its token", () => {
  for (const { name, page, frame } of everyPage)
    for (const [form] of page(frame).matchAll(/<form[^>]* method="post"[\s\S]*?<\/form>/g))
      assert.match(form, /<input type="hidden" name="csrf" value="Zk1x-csrf-token">/, name);
});

test("a reason without a text in the shop is not shown", () => {
  const page = SAMPLE_PAGES["shop-result"]?.({ assets, language: "en" }) ?? "";
  assert.match(page, /<code>orders:write<\/code><span>you left it out<\/span>/);
  assert.match(page, /<code>stars:shine<\/code><\/li>/);
});
