/** The hosted run is the local run: the same command, no secrets, no more permissions than reading. */

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

test("it runs npm test and nothing else, as .ci/run does", () => {
  const { jobs } = parse(read(".github/workflows/test.yml"));
  const steps: Step[] = jobs.test.steps;
  assert.deepEqual(
    steps.flatMap(({ run }) => run ?? []),
    ["npm test"],
  );
  assert.match(read(".ci/run"), /^npm test$/m);
});

test("every night it runs npm run test:all", () => {
  const { on, jobs } = parse(read(".github/workflows/nightly.yml"));
  assert.ok(on.schedule.length > 0);
  const steps: Step[] = jobs["test-all"].steps;
  assert.equal(steps.at(-1)?.run, "npm run test:all");
});

/** npm trusts the release by the identity of its run. It still writes nothing to the repository. */
const MORE_PERMISSIONS: Readonly<Record<string, object>> = {
  ".github/workflows/release.yml": { contents: "read", "id-token": "write" },
};

test("the release runs the command that maintainers run, for tags only, after an approval", () => {
  const { on, jobs } = parse(read(".github/workflows/release.yml"));
  assert.deepEqual(on, { push: { tags: ["v*"] } });
  assert.equal(jobs.publish.environment, "release");
  const steps: Step[] = jobs.publish.steps;
  assert.deepEqual(
    steps.flatMap(({ run }) => run ?? []),
    ["npm run release"],
  );
});

for (const path of globSync(".github/workflows/*.yml", { cwd: ROOT }))
  test(`${path} may only read, knows no secret, and takes actions at a major version`, () => {
    const { permissions, jobs } = parse(read(path));
    assert.deepEqual(permissions, { contents: "read" });
    assert.doesNotMatch(read(path), /secrets\./);
    const steps = Object.values(jobs as Record<string, { steps: Step[]; permissions?: object }>).flatMap(
      (job) => {
        assert.deepEqual(job.permissions, MORE_PERMISSIONS[path]);
        return job.steps;
      },
    );
    for (const { uses } of steps) if (uses !== undefined) assert.match(uses, /^actions\/[\w-]+@v\d+$/);
  });

test("every form for an issue can be read, and asks for something", () => {
  const forms = globSync(".github/ISSUE_TEMPLATE/*.yml", { cwd: ROOT }).filter(
    (path) => !path.endsWith("config.yml"),
  );
  assert.ok(forms.length > 0);
  for (const path of forms) {
    const { name, description, body } = parse(read(path));
    assert.ok(name && description, path);
    assert.ok(
      body.some(({ validations }: { validations?: { required?: boolean } }) => validations?.required),
      path,
    );
  }
});
