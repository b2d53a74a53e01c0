import assert from "node:assert/strict";
import { test } from "node:test";
import { ICONS, MARK } from "./icons.ts";

test("every icon has a size of its own: where the styles cannot be loaded it does not fill the page", () => {
  for (const drawing of [MARK, ...Object.values(ICONS)])
    assert.match(drawing.toString(), /^<svg class="\w+" width="\d+" height="\d+" /);
});
