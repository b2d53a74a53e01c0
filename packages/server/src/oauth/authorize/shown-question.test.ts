import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConsentQuestion } from "./consent-question.ts";
import type { OfferedItem } from "./offer.ts";
import { answersTo, coversQuestion, describeShown } from "./shown-question.ts";

type Items = Readonly<Record<string, OfferedItem["consent"]>>;

const items = (given: Items): readonly OfferedItem[] =>
  Object.entries(given).map(([scope, consent]) => ({ scope, consent, granted: { scope }, isAsked: true }));

/** The question at revision 7, at an address that was registered at revision 5. */
const question = (asked: Items, settled: Items = {}, registeredAt = 5): ConsentQuestion =>
  ({
    offer: { asked: items(asked), settled: items(settled) },
    address: { address: "https://shop.example/cb", revision: registeredAt, at: 0 },
    revision: 7,
  }) as unknown as ConsentQuestion;

const page = question({ read: "required", write: "optional" }, { openid: "implicit" });
const shown = describeShown(page);

test("a page covers its own question, and one that asks for less", () => {
  for (const present of [
    page,
    question({ read: "required" }),
    question({ write: "optional" }, { read: "required", openid: "implicit" }),
    question({ read: "optional", write: "optional" }),
    question({}, { read: "required", write: "optional" }),
  ])
    assert.equal(coversQuestion(shown, present), true);
});

test("a page does not cover what it did not show, or showed as something else", () => {
  const more: Readonly<Record<string, ConsentQuestion>> = {
    "a required item": question({ read: "required", delete: "required" }),
    "an optional item": question({ read: "required", delete: "optional" }),
    "an implicit item": question({ read: "required" }, { delete: "implicit" }),
    "an item that cannot be unticked any more": question({ write: "required" }),
    "an item that was agreed to before, and is asked for again": question({ openid: "required" }),
    "an address that was registered again": question({ read: "required" }, {}, 8),
  };
  for (const [name, present] of Object.entries(more))
    assert.equal(coversQuestion(shown, present), false, name);
});

const agreedTo = (present: ConsentQuestion, ...ticked: string[]) =>
  answersTo(present, shown, new Set(ticked))
    .agreed.map(({ scope }) => scope)
    .toSorted();

test("allowing gives the required items, the ticked ones and what was settled, and nothing that was made up", () => {
  assert.deepEqual(agreedTo(page, "write", "delete"), ["openid", "read", "write"]);
  assert.deepEqual(agreedTo(page), ["openid", "read"]);
});

test("an item that the page showed as required is agreed to, although it has become optional", () => {
  assert.deepEqual(agreedTo(question({ read: "optional" })), ["read"]);
});

test("an item that was unticked is declined, although the user agreed to it elsewhere meanwhile", () => {
  const present = question({ read: "required" }, { write: "optional" });
  assert.deepEqual(agreedTo(present), ["read"]);
  assert.deepEqual(answersTo(present, shown, new Set()).said, [
    { scope: "read", agreed: true },
    { scope: "write", agreed: false },
  ]);
});

test("only answers to what is asked now are new", () => {
  const present = question({ write: "optional" }, { read: "required", openid: "implicit" });
  assert.deepEqual(answersTo(present, shown, new Set(["write"])).said, [{ scope: "write", agreed: true }]);
});
