/** Words that only this project used. The field has a word for each of them, which is used instead. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ITSELF = "tests/words.test.ts";
/** Authing's answers have a member `remarks`. */
const OF_AUTHING = [
  "docs/move/authing.md",
  "examples/move/authing/authing.json",
  "packages/convert/src/authing/add-access-account.ts",
];
/** The changelog tells what was renamed; the lock file is made by npm and full of hashes. */
const EXCEPT = new Set(["CHANGELOG.md", "package-lock.json", ITSELF, ...OF_AUTHING]);

/**
 * Each with the word to use. One of several parts is a name of code, in any of its spellings; in a sentence these words
 * may follow each other. One with underscores is a name of the wire, and has that spelling alone.
 */
const WORDS: Readonly<Record<string, string>> = {
  mend: "suggestion, fix",
  gift: "compiled assignment",
  hinders: "blocked_by",
  obstacle: "blocked_by",
  complaint: "issue",
  remark: "diagnostic",
  house: "server",
  foundation: "services",
  StateTools: "planner dependencies",
  takeTurns: "cooperative scheduler",
  shareLookups: "coalesce",
  rememberCodes: "issued-code cache",
  shareWithOrigin: "allowCors",
  handedRights: "granted permissions",
  standStill: "frozenFeed",
  sightings: "observed revisions",
  bunch: "batch",
  doubts: "warnings",
  contestant: "subject",
  contender: "subject",
  entrant: "subject",
  lookAgain: "refreshPermissions",
  NothingHere: "NoAccess",
  LeftOut: "UnsearchedKinds",
  KeptValue: "persistedValue",
  prolong: "extend",
  ask_about: "check_instance",
  give_role: "assign_role",
  instance_of: "use_instance_of",
};
const ENDINGS = ["", "s", "es", "d", "ed", "ing", "er", "ers"];
/** The one phrase that is a private word in sentences, too; a comment may break it. */
const AUDIT_TRAIL = /audit[\s*/_-]*trail/i;

/** `readyPath`, `ready_path` and `ready-path` are `ready` and `path`. */
const partsOf = (term: string): string[] =>
  term
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[\s_$-]+/)
    .filter((part) => part !== "");

const SINGLE = new Map<string, string>();
const SEVERAL: { readonly word: string; readonly parts: string }[] = [];
const WIRE = Object.keys(WORDS).filter((word) => word.includes("_"));
for (const word of Object.keys(WORDS)) {
  const parts = partsOf(word);
  if (WIRE.includes(word)) continue;
  if (parts.length > 1) SEVERAL.push({ word, parts: ` ${parts.join(" ")} ` });
  else for (const ending of ENDINGS) SINGLE.set(`${word}${ending}`, word);
}

/** Longer ones are hashes and pictures. */
const LONGEST_TERM = 60;

/** The private words of a text. */
function findWords(text: string): string[] {
  const found = new Set<string>(AUDIT_TRAIL.test(text) ? ["audit trail"] : []);
  for (const [term] of text.matchAll(/[\p{L}\d_$-]+/gu)) {
    if (term.length > LONGEST_TERM) continue;
    const parts = partsOf(term);
    for (const part of parts) {
      const word = SINGLE.get(part);
      if (word !== undefined) found.add(word);
    }
    const joined = ` ${parts.join(" ")} `;
    for (const { word, parts: wanted } of SEVERAL) if (joined.includes(wanted)) found.add(word);
    const onWire = `_${term.toLowerCase()}_`.replace("_use_instance_of_", "_");
    for (const word of WIRE) if (onWire.includes(`_${word}_`)) found.add(word);
  }
  return [...found];
}

describe("private words", () => {
  const PRIVATE: Readonly<Record<string, string>> = {
    "what would mend it": "mend",
    "const Mends = suggestMends()": "mend",
    "whoCanMend: the mender": "mend",
    SHARED_GIFT_BYTES: "gift",
    'near_misses[0]["obstacles"]': "obstacle",
    "buildHouse()": "house",
    "licet.foundation.storage": "foundation",
    "the audit\n * trail": "audit trail",
    useAuditTrail: "audit trail",
    "./take-turns.ts": "takeTurns",
    '"kind": "instance_of"': "instance_of",
    KIND_GIVE_ROLE: "give_role",
    createSightings: "sightings",
    "a bunch of files": "bunch",
    "prolonged until": "prolong",
  };
  for (const [text, word] of Object.entries(PRIVATE)) {
    test(`${JSON.stringify(text)} has one`, () => assert.deepEqual(findWords(text), [word]));
  }

  const ORDINARY = [
    "recommended, amended; String.trimEnd()",
    "a warehouse, a household",
    "error instanceof Error; instanceOf(item)",
    '"kind": "use_instance_of"',
    "an instance of it; ask about it; look again; nothing here is left out",
    "In doubt the answer is no.",
    "remarkable",
    "a trail of audits",
    "sha512-aGiftOfTheHouseThatNobodyWillMendForAContestantWithoutDoubtsOrRemarks==",
  ];
  for (const text of ORDINARY) {
    test(`${JSON.stringify(text)} has none`, () => assert.deepEqual(findWords(text), []));
  }
});

test("no file has a private word, in its name or in its text", () => {
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" }).split("\0");
  const files = listed.filter((file) => file !== "" && !EXCEPT.has(file) && existsSync(join(ROOT, file)));
  const found = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    if (text.includes("\0")) return findWords(file).map((word) => `${file}: ${word} in its name`);
    if (findWords(`${file} ${text}`).length === 0) return [];
    const inLines = text.split("\n").map((line, index) => [`${file}:${index + 1}`, findWords(line)] as const);
    const places = inLines.filter(([, words]) => words.length > 0);
    const all = places.length > 0 ? places : [[file, findWords(`${file} ${text}`)] as const];
    return all.flatMap(([place, words]) =>
      words.map((word) => `${place}: ${word} (${WORDS[word] ?? "audit log"})`),
    );
  });
  assert.ok(files.length > 1_000, "the files were listed");
  assert.deepEqual(found, []);
});
