/** The pages of docs/reference say what the code says. */

import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { before, describe, test } from "node:test";
import { REFUSAL_REASONS } from "@licet/engine/internal/refusal.ts";
import { INPUT_ISSUES } from "@licet/engine/internal/values/input-issue.ts";
import { collectDefaultMetrics, Registry } from "prom-client";
import { githubSlug } from "../docs/.vitepress/github-slug.ts";
import type { ApiDescription } from "../docs/.vitepress/theme/api/api-description.ts";
import { CHANGE_VERBS, RECORDED_TYPES } from "../packages/server/src/audit/event-types.ts";
import { COMMAND_NAMES } from "../packages/server/src/cli/command-names.ts";
import { listCommands } from "../packages/server/src/cli/testing/list-commands.ts";
import { CONFLICTS } from "../packages/server/src/core/errors/conflict.ts";
import { AUTHZEN_PATHS } from "../packages/server/src/http/authzen/authzen-paths.ts";
import { OAUTH_ERROR_STATUS } from "../packages/server/src/http/oauth/oauth-errors.ts";
import { PROBLEMS } from "../packages/server/src/http/problems.ts";
import { AUTHORIZATION_ERROR_CODES } from "../packages/server/src/oauth/authorize/authorization-error.ts";
import { METRIC_DEFINITIONS } from "../packages/server/src/observability/metric-definitions.ts";
import { SETTING_DEFINITIONS } from "../packages/server/src/settings/settings.ts";
import { describeApi } from "../scripts/docs/api/describe-api.ts";
import { REFERENCE_PAGES } from "../scripts/docs/reference/reference-pages.ts";
import { RUNTIME_METRICS } from "../scripts/docs/reference/runtime-metrics.ts";
import { REFERENCE } from "../scripts/docs/reference/write-reference.ts";
import { root } from "../scripts/testing/root.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");
let api: ApiDescription;
before(async () => {
  api = await describeApi();
});

for (const [name, write] of Object.entries(REFERENCE_PAGES))
  test(`${REFERENCE}/${name} is what the code says`, async () => {
    const path = `${REFERENCE}/${name}`;
    const isCurrent = existsSync(join(root, path)) && read(path) === (await write(api));
    assert.ok(isCurrent, `${path} is out of date; \`npm run docs:reference\` writes it`);
  });

test("every page below docs/reference is written from the code", () => {
  const files = globSync("*", { cwd: join(root, REFERENCE) }).map((path) => basename(path));
  assert.deepEqual(files.toSorted(), Object.keys(REFERENCE_PAGES).toSorted());
});

describe("the reference names", () => {
  const headings = (page: string) =>
    Array.from(read(`${REFERENCE}/${page}`).matchAll(/^#{3,} (.+)$/gm), ([, heading = ""]) => heading);
  const missing = (page: string, words: readonly string[]) => {
    const text = read(`${REFERENCE}/${page}`);
    return words.filter((word) => !text.includes(`\`${word}\``));
  };

  test("every setting", () => {
    const names = Object.keys(SETTING_DEFINITIONS).map((name) => `LICET_${name.toUpperCase()}`);
    assert.deepEqual(headings("settings.md").toSorted(), names.toSorted());
    assert.deepEqual(missing("settings.md", Object.keys(SETTING_DEFINITIONS)), []);
  });

  test("every error", () => {
    const tables = [OAUTH_ERROR_STATUS, PROBLEMS, INPUT_ISSUES, CONFLICTS].flatMap(Object.keys);
    assert.deepEqual(missing("errors.md", [...tables, ...AUTHORIZATION_ERROR_CODES, ...REFUSAL_REASONS]), []);
  });

  test("every type of event, also those of changes", () => {
    assert.deepEqual(headings("events.md").toSorted(), RECORDED_TYPES.toSorted());
    const changes = CHANGE_VERBS.map((verb) => `access_account.${verb}`);
    assert.deepEqual(missing("events.md", changes), []);
  });

  test("every metric of Licet", () => {
    assert.deepEqual(headings("metrics.md").toSorted(), Object.keys(METRIC_DEFINITIONS).toSorted());
  });

  test("every metric of the runtime, as prom-client has it", {
    skip: process.platform !== "linux" && "prom-client offers fewer elsewhere",
  }, () => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const offered = registry.getMetricsAsArray() as unknown as readonly {
      readonly name: string;
      readonly type: string;
      readonly help: string;
      readonly labelNames?: readonly string[];
    }[];
    assert.deepEqual(
      RUNTIME_METRICS,
      offered.map(({ name, type, labelNames = [], help }) => ({ name, type, labels: labelNames, help })),
    );
  });

  test("every command", async () => {
    const commands = await listCommands();
    assert.ok(commands.length > COMMAND_NAMES.length);
    const shown = new Set(headings("command-line.md"));
    assert.deepEqual(
      [...commands, ...COMMAND_NAMES].filter((path) => !shown.has(`licet ${path}`)),
      [],
    );
  });

  test("every operation of the API, and AuthZEN", () => {
    const calls = api.groups.flatMap(({ operations }) => operations);
    assert.ok(calls.length > 80, `${calls.length} operations`);
    assert.deepEqual(
      missing(
        "api.md",
        calls.map(({ method, path }) => `${method} ${path}`),
      ),
      [],
    );
    const paths = new Set(calls.map(({ path }) => path));
    assert.deepEqual(
      Object.values(AUTHZEN_PATHS).filter((path) => !paths.has(path)),
      [],
    );
  });
});

test("links between documents lead to headings that exist", () => {
  const documents = globSync("docs/**/*.md", { cwd: root, exclude: ["**/node_modules/**"] });
  const slugs = new Map<string, ReadonlySet<string>>();
  const slugsOf = (path: string): ReadonlySet<string> => {
    const known = slugs.get(path) ?? listSlugs(read(path));
    slugs.set(path, known);
    return known;
  };
  const broken = documents.flatMap((document) =>
    Array.from(read(document).matchAll(/\]\(([^)#\s:]*\.md)?#([^)\s]+)\)/g))
      .map(([, path, anchor = ""]) => ({
        target: path === undefined ? document : relative(root, resolve(root, dirname(document), path)),
        anchor,
      }))
      .filter(({ target, anchor }) => !slugsOf(target).has(anchor))
      .map(({ target, anchor }) => `${document}: ${target}#${anchor}`),
  );
  assert.deepEqual(broken, []);
});

function listSlugs(text: string): ReadonlySet<string> {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, "");
  return new Set(
    Array.from(prose.matchAll(/^#+ (.+)$/gm), ([, heading = ""]) =>
      githubSlug(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")),
    ),
  );
}
