import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { accentShades, brandStylesheet, DARK_SURFACES, LIGHT_SURFACES } from "./brand-stylesheet.ts";
import { type Colour, contrastOf, formatColour, parseColour } from "./colour.ts";

const channel = fc.integer({ min: 0, max: 255 });
const anyColour: fc.Arbitrary<Colour> = fc.tuple(channel, channel, channel);

test("texts in and on the colour of a brand are readable, for every colour", () => {
  fc.assert(
    fc.property(anyColour, fc.constantFrom("light" as const, "dark" as const), (colour, scheme) => {
      const shades = accentShades(colour, scheme);
      const surfaces = [...(scheme === "light" ? LIGHT_SURFACES : DARK_SURFACES), shades.accentTint];
      for (const surface of surfaces) assert.ok(contrastOf(shades.accentText, surface) >= 4.5);
      assert.ok(contrastOf(shades.onAccent, shades.accent) >= 4.5);
      assert.ok(contrastOf(shades.onAccent, shades.accentHover) >= 4.5);
    }),
    { numRuns: 2000 },
  );
});

test("a colour that is readable as it is stays as it is", () => {
  assert.match(brandStylesheet({ name: "x", colour: "#5b21b6" }), /--accent: #5b21b6;/);
  assert.match(brandStylesheet({ name: "x", colour: "#125" }), /--accent: #112255;/);
});

test("an invalid colour counts as none, and never reaches the stylesheet", () => {
  const standard = brandStylesheet({ name: "x" });
  for (const colour of ["red", "#12345", "#fff;} body{display:none", "url(//evil.test)", "", "#ggg"])
    assert.equal(brandStylesheet({ name: "x", colour }), standard, colour);
});

test("contrast is that of WCAG: 21 between black and white, and #767676 just readable on white", () => {
  assert.equal(contrastOf([0, 0, 0], [255, 255, 255]), 21);
  assert.ok(contrastOf(parseColour("#767676") ?? [0, 0, 0], [255, 255, 255]) >= 4.5);
  assert.ok(contrastOf(parseColour("#777777") ?? [0, 0, 0], [255, 255, 255]) < 4.5);
});

test("the surfaces that the accent is computed for are those of the stylesheet, and its own texts are readable on them", () => {
  const styles = readFileSync(new URL("assets/styles.css", import.meta.url), "utf8");
  const [light = "", dark = ""] = styles.split("@media (prefers-color-scheme: dark)");
  for (const [scheme, surfaces] of [
    [light, LIGHT_SURFACES],
    [dark, DARK_SURFACES],
  ] as const) {
    const value = (name: string) =>
      parseColour(new RegExp(`--${name}: (#[0-9a-f]+);`).exec(scheme)?.[1] ?? "");
    assert.deepEqual([value("surface"), value("page")], surfaces);
    assert.deepEqual(value("inset"), value("page"));
    for (const surface of surfaces) {
      for (const text of ["text", "muted", "problem"])
        assert.ok(contrastOf(value(text) ?? surface, surface) >= 4.5, `${text} on ${formatColour(surface)}`);
      // WCAG 2.2 §1.4.11: the border is what shows where a field is.
      assert.ok(contrastOf(value("edge") ?? surface, surface) >= 3, `edge on ${formatColour(surface)}`);
    }
    assert.ok(contrastOf(value("problem") ?? [0, 0, 0], value("problem-tint") ?? [0, 0, 0]) >= 4.5);
  }
});
