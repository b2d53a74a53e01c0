import assert from "node:assert/strict";
import { test } from "node:test";
import { didYouMean } from "./did-you-mean.ts";

test("the closest name is suggested when it is close enough", () => {
  assert.equal(didYouMean("clark", ["viewer", "clerk"]), '; did you mean "clerk"?');
  assert.equal(didYouMean("Clerk", ["clerk"]), '; did you mean "clerk"?');
  assert.equal(didYouMean("redirect_uri", ["redirect_uris", "name"]), '; did you mean "redirect_uris"?');
});

test("nothing is suggested for a very different name", () => {
  assert.equal(didYouMean("zebra", ["viewer", "clerk"]), "");
  assert.equal(didYouMean("x".repeat(10_000), ["clerk"]), "");
  assert.equal(didYouMean("clerk", []), "");
});
