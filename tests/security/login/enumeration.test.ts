// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createPageBrowser, type PageAnswer } from "./page-browser.ts";
import { type RunningPages, startPages } from "./start-pages.ts";

let pages: RunningPages;
before(async () => {
  pages = await startPages();
});
after(() => pages.stop());

/** Unknown names and names of every kind of account, all with a wrong password. */
const ACCOUNTS = ["nobody", "nobody@example.test", "ada", "ada@example.test", "dora", "nopass", "usr_x"];

/** The parts of an answer that could tell accounts apart: all but the typed name and values that change per page. */
function comparable({ status, headers, text }: PageAnswer, typed: string) {
  const { date: _date, "x-request-id": _id, "content-length": _length, ...rest } = headers;
  const page = text
    .replace(/name="(csrf|interaction)" value="[^"]*"/g, "$1")
    .replace(/name="return_to" value="\/login\?interaction=[\w-]{43}&amp;account=other"/, "return_to");
  const same = JSON.stringify({ status, rest, page }).replaceAll(/nonce(-|=\\")[\w-]{22}/g, "nonce");
  // Last: what is random may contain a short name.
  return same.replaceAll(typed, "TYPED");
}

async function tryEach(password: string): Promise<readonly string[]> {
  const answers = [];
  for (const username of ACCOUNTS) {
    const browser = createPageBrowser(pages.url);
    const page = await browser.openLogin();
    answers.push(comparable(await browser.post("/login", { ...page.fields, username, password }), username));
  }
  return answers;
}

test("ASVS 6.3: a wrong password is answered alike for unknown, known, disabled and password-less users", async () => {
  for (const [password, text] of [
    ["wrong", /"status":400.*do not match/],
    ["", /"status":400.*Enter your password/],
    ["x".repeat(2_000), /"status":400.*do not match/],
  ] as const) {
    const answers = await tryEach(password);
    assert.equal(new Set(answers).size, 1, answers.join("\n"));
    assert.match(answers[0] ?? "", text);
  }
});

test("ASVS 6.3: an attempt after too many is answered alike for all users, and the audit log does not show what was typed", async () => {
  for (let round = 0; round < 8; round += 1) await tryEach("wrong");
  const answers = await tryEach("wrong");
  // The time left differs with the moment of the first attempt.
  const same = answers.map((answer) => answer.replace(/"retry-after":"\d+"/, "").replace(/Wait [^.]*?,/, ""));
  assert.equal(new Set(same).size, 1, answers.join("\n"));
  assert.match(answers[0] ?? "", /"status":429/);
  const failed = await pages.auditLog("user.sign_in_failed");
  const auditLog = JSON.stringify(failed);
  assert.match(auditLog, /"actor":"account:[\w-]{22}"/);
  assert.match(auditLog, /"actor":"user:usr_/);
  assert.doesNotMatch(auditLog, /nobody|example\.test|wrong"|usr_x"/);
  const throttled = failed.filter(({ data }) => data?.reason === "throttled");
  assert.equal(throttled.length, ACCOUNTS.length, "one for each account, however many follow");
});
