import assert from "node:assert/strict";
import type { Check } from "../check.ts";
import { readDeployFile } from "../support/deploy-files.ts";
import { lintContainerfile, parseContainerfile } from "./containerfile.ts";
import { findBrokenRules } from "./image-rules.ts";

/** Each must be found, or the check could not fail. */
const LINT_CONTROLS: readonly [from: string | RegExp, to: string][] = [
  ["STOPSIGNAL SIGTERM", "STOPSIGNAL"],
  ["EXPOSE 4455", "EXPOSE port"],
  ["COPY --from=install /opt", "COPY --form=install /opt"],
  ["VOLUME [", "VOLUMES ["],
];
const RULE_CONTROLS: readonly [from: string | RegExp, to: string, broken: RegExp][] = [
  [/USER 10001:10001(?=\nEXPOSE)/, "USER licet", /USER is no number/],
  [/USER 10001:10001(?=\nEXPOSE)/, "USER 0:0", /USER is no number/],
  [/^ENTRYPOINT .*$/m, "ENTRYPOINT node licet.mjs", /ENTRYPOINT is not in exec form/],
  [/^HEALTHCHECK .*$/m, "", /no HEALTHCHECK/],
  ["debian:trixie-slim", "debian", /no slim image/],
  ["ENV NODE_ENV=production", "ENV LICET_SECRET=abc", /secret would stay/],
];

export const containerfile: Check = {
  name: "containerfile",
  title: "the Containerfile, read by a linter and by our own rules",
  programs: [],
  async run({ tools, report }) {
    const text = readDeployFile("container/Containerfile");
    const instructions = parseContainerfile(text, tools);
    assert.deepEqual(lintContainerfile(text, tools), []);
    assert.deepEqual(findBrokenRules(instructions), []);
    assert.equal(readDeployFile("container/.dockerignore"), readDeployFile("container/.containerignore"));
    for (const [from, to] of LINT_CONTROLS) {
      const changed = replaceOnce(text, from, to);
      assert.notDeepEqual(lintContainerfile(changed, tools), [], `the linter does not see: ${to}`);
    }
    for (const [from, to, broken] of RULE_CONTROLS) {
      const changed = parseContainerfile(replaceOnce(text, from, to), tools);
      assert.match(findBrokenRules(changed).join("\n"), broken);
    }
    const mistakes = LINT_CONTROLS.length + RULE_CONTROLS.length;
    report(`${instructions.length} instructions; ${mistakes} mistakes made on purpose were all found`);
  },
};

function replaceOnce(text: string, from: string | RegExp, to: string): string {
  const changed = text.replace(from, to);
  assert.notEqual(changed, text, `the Containerfile has no ${from}`);
  return changed;
}
