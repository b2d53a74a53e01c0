import assert from "node:assert/strict";
import { test } from "node:test";
import { isMemberName, selectMembers } from "./replica-selection.ts";
import { includesMember, membersReadBy, summarizeMembers } from "./stored-members.ts";

const CASES: readonly (readonly [condition: string, members: readonly string[]])[] = [
  ['request.ip == "::1" && action.name == "read"', []],
  ['subject.id == "x" && subject.type == "user" && resource.id == "1" && client.id == "y"', []],
  ['subject.name == "x" || has(subject.email)', ["subject.name", "subject.email"]],
  ['client.name == "x" && client.type == "web" && client.application == "z"', ["client.name", "client.type"]],
  ["subject.attributes.address.city == 'Rome'", ["subject.attributes.address"]],
  ['subject["attributes"]["odd, \\"key\\""] == 1', ['subject.attributes["odd, \\"key\\""]']],
  ["has(resource.attributes.owner)", ["resource.attributes.owner"]],
  ["subject.attributes.exists(key, key == 'x')", ["subject.attributes"]],
  ["subject.attributes[request.context.key] == 1", ["subject.attributes"]],
  ["'subject.email' == 'x'", []],
  ["this is no condition", []],
];

for (const [condition, members] of CASES)
  test(`${condition} reads ${members.join(" and ") || "nothing that is stored"}`, () => {
    assert.deepEqual(membersReadBy(condition), members);
    assert.deepEqual(
      members.filter((member) => !isMemberName(member)),
      [],
      "each name can be sent again",
    );
  });

test("all attributes include each of them, and everything includes all", () => {
  const some = new Set(["subject.attributes", "resource.attributes.a", "resource.attributesx"]);
  assert.equal(includesMember(some, 'subject.attributes["a.b"]'), true);
  assert.equal(includesMember(some, "resource.attributes.a"), true);
  assert.equal(includesMember(some, "resource.attributes"), false);
  assert.equal(includesMember(some, "resource.attributes.b"), false);
  assert.equal(includesMember(new Set(["*"]), "subject.email"), true);
  assert.deepEqual(
    summarizeMembers(new Set(["subject.name", "subject.attributes.b", "subject.attributes"])),
    ["subject.attributes", "subject.name"],
  );
  assert.deepEqual(summarizeMembers(new Set(["*", "subject.name"])), ["*"]);
});

test("the names of members select what records hold", () => {
  const nothing = selectMembers([], false, undefined);
  assert.deepEqual(nothing, {
    usernames: false,
    emails: false,
    applicationNames: false,
    applicationTypes: false,
    userAttributes: new Set(),
    instanceAttributes: new Set(),
  });
  assert.deepEqual(selectMembers(["subject.attributes.a", 'subject.attributes["b c"]'], true, undefined), {
    ...nothing,
    usernames: true,
    userAttributes: new Set(["a", "b c"]),
  });
  assert.deepEqual(selectMembers(["*"], false, undefined), {
    usernames: true,
    emails: true,
    applicationNames: true,
    applicationTypes: true,
    userAttributes: "all",
    instanceAttributes: "all",
  });
});

test("what is no name of a member is refused", () => {
  for (const name of [
    "",
    "subject",
    "subject.password",
    "subject.attributes.",
    "subject.attributes.a.b",
    'subject.attributes["a"',
    'subject.attributes["a"].b["c"]',
    "subject.attributesx",
    "client.attributes",
    "request.ip",
  ])
    assert.equal(isMemberName(name), false, name);
});
