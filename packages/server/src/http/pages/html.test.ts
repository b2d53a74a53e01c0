import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { html } from "./html.ts";

test("values are escaped for text and for quoted attributes", () => {
  const hostile = `"><script>alert('1')</script>&`;
  assert.equal(
    html`<p title="${hostile}">${hostile}</p>`.toString(),
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;">&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;</p>',
  );
});

test("no text whatever leaves a character behind that could end an attribute or begin a tag", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const written = html`${text}`.toString();
      assert.doesNotMatch(written, /[<>"']/);
      const read = written.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => {
        return { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" }[entity] ?? "";
      });
      assert.equal(read, text);
    }),
  );
});

test("HTML goes into HTML as it is, arrays are joined, undefined and false leave nothing", () => {
  const items = ["a", "<"].map((item) => html`<li>${item}</li>`);
  assert.equal(
    html`<ul>${items}${undefined}${false}${0}</ul>`.toString(),
    "<ul><li>a</li><li>&lt;</li>0</ul>",
  );
});

test("a thing that only looks like HTML of ours is not taken for it", () => {
  const forged = { toString: () => "<script>", "#text": "<script>" };
  assert.throws(() => html`${forged as unknown as string}`, TypeError);
  assert.throws(() => html(["<script>"] as unknown as TemplateStringsArray), /template tag/);
});

test("a template that puts a value where escaping does not help never renders", () => {
  assert.throws(() => html`<a href=${"x onclick=alert(1)"}>`, /without quotes/);
  assert.throws(() => html`<script>const name = "${"x"}"</script>`, /inline script/);
  assert.throws(() => html`<style>p { color: ${"red"} }</style>`, /inline script or style/);
});
