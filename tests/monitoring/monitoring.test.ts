/** The dashboard and the alert rules ask for what /metrics really offers. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { ensureMonitoringTools } from "../../scripts/testing/ensure-tools.ts";
import { loadParser, type Matcher, parseQuery } from "./promql.ts";
import { readScrape, type Scrape } from "./read-scrape.ts";
import { scrapeBusyServers } from "./scrape-busy-servers.ts";

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly description?: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}
interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly type: string; readonly definition?: string }[] };
}
interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<"summary" | "description" | "runbook", string>>;
}

const dashboard = JSON.parse(read("deploy/grafana/licet.json")) as Dashboard;
const alerts = (
  parse(read("deploy/prometheus/alerts.yaml")) as { groups: { rules: Alert[] }[] }
).groups.flatMap(({ rules }) => rules);

/** What Prometheus adds to every series, and the metric that it makes itself. */
const ADDED_LABELS = ["job", "instance"];
const ADDED_METRICS = new Map([["up", [{}]]]);

let parser: Awaited<ReturnType<typeof loadParser>>;
let scrape: Scrape;
before(async () => {
  parser = await loadParser(await ensureMonitoringTools());
  scrape = new Map([...readScrape(await scrapeBusyServers()), ...ADDED_METRICS]);
});

/** As Grafana does before it asks. */
const fillVariables = (query: string) => query.replaceAll("$__rate_interval", "5m");

const LABEL_VALUES = /^label_values\((.+), (\w+)\)$/;

const panels = dashboard.panels.filter(({ type }) => type !== "row");
const queries = [
  ...alerts.map(({ alert, expr }) => ({ place: alert, query: expr })),
  ...panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ place: title, query: fillVariables(expr) })),
  ),
  ...dashboard.templating.list.flatMap(({ definition }) =>
    definition === undefined
      ? []
      : [{ place: "a variable", query: LABEL_VALUES.exec(definition)?.[1] ?? definition }],
  ),
];

function matches({ operator, value }: Matcher, found: string): boolean {
  const pattern = new RegExp(`^(?:${value})$`);
  const results: Readonly<Record<string, boolean>> = {
    "=": found === value,
    "!=": found !== value,
    "=~": pattern.test(found),
    "!~": !pattern.test(found),
  };
  const result = results[operator];
  if (result === undefined) throw new Error(`the operator ${operator} is not known`);
  return result;
}

function findProblems(query: string): readonly string[] {
  const { selectors, groupingLabels } = parseQuery(parser, query);
  const problems = selectors.flatMap(({ metric, matchers }) => {
    const series = scrape.get(metric);
    if (series === undefined) return [`the metric ${metric} is not offered`];
    const own = matchers.filter(({ label }) => !ADDED_LABELS.includes(label));
    const isOffered = series.some((labels) =>
      own.every((matcher) => matcher.label in labels && matches(matcher, labels[matcher.label] as string)),
    );
    return isOffered ? [] : [`no series of ${metric} has the labels of ${query}`];
  });
  const known = new Set([...ADDED_LABELS, ...selectors.flatMap(({ metric }) => labelsOf(metric))]);
  const unknown = groupingLabels.filter((label) => !known.has(label));
  return [...problems, ...unknown.map((label) => `no metric of the query has the label ${label}`)];
}

const labelsOf = (metric: string): readonly string[] => (scrape.get(metric) ?? []).flatMap(Object.keys);

test("every metric and label of every query is in a scrape of servers that did real work", () => {
  assert.ok(queries.length > 50, `${queries.length} queries`);
  const problems = queries.flatMap(({ place, query }) =>
    findProblems(query).map((each) => `${place}: ${each}`),
  );
  assert.deepEqual(problems, []);
});

test("a query for what is not offered is found", () => {
  assert.match(findProblems("rate(licet_no_such_total[5m])").join(), /licet_no_such_total is not offered/);
  assert.match(findProblems('licet_events_total{event="no_such"}').join(), /no series of licet_events_total/);
  assert.match(findProblems('licet_revision{route="/"}').join(), /no series of licet_revision/);
  assert.match(
    findProblems("sum by (route) (licet_revision)").join(),
    /no metric of the query has the label route/,
  );
  assert.throws(() => findProblems("sum by (route (licet_revision)"), /not PromQL/);
});

test("what is written beside a line of the dashboard is a label that its query gives", () => {
  const wrong = panels.flatMap(({ title, targets = [] }) =>
    targets.flatMap(({ expr, legendFormat }) => {
      const { groupingLabels } = parseQuery(parser, fillVariables(expr));
      const isAggregated = /^(sum|max|min|histogram_quantile)\b/.test(expr);
      const given: readonly string[] = isAggregated ? groupingLabels : ADDED_LABELS;
      const shown = Array.from(legendFormat.matchAll(/\{\{(\w+)\}\}/g), ([, label = ""]) => label);
      return shown.filter((label) => !given.includes(label)).map((label) => `${title}: ${label}`);
    }),
  );
  assert.deepEqual(wrong, []);
});

test("every metric of Licet is on the dashboard", () => {
  const shown = new Set(
    queries.flatMap(({ query }) => parseQuery(parser, query).selectors.map(({ metric }) => metric)),
  );
  const names = [...scrape.keys()].map((name) =>
    name.replace(/^(licet_http_request_seconds)_(sum|count)$/, "$1_bucket"),
  );
  assert.deepEqual(
    [...new Set(names)].filter((name) => name.startsWith("licet_") && !shown.has(name)),
    [],
  );
});

test("the reference explains every metric that servers offer, and no other", () => {
  const base = (name: string) => name.replace(/^(licet_http_request_seconds)_(bucket|sum|count)$/, "$1");
  const offered = new Set([...scrape.keys()].filter((name) => name.startsWith("licet_")).map(base));
  const explained = Array.from(
    read("docs/reference/metrics.md").matchAll(/^### (licet_\w+)$/gm),
    ([, name]) => name,
  );
  assert.deepEqual(explained.toSorted(), [...offered].toSorted());
});

test("every panel says in a sentence what it shows", () => {
  const silent = panels.filter(({ description }) => !/^[A-Z0-9].*\.$/.test(description ?? ""));
  assert.deepEqual(
    silent.map(({ title }) => title),
    [],
  );
});

test("every alert has a severity, a runbook that exists, and a case of promtool in which it fires", () => {
  const operations = read("docs/operations.md");
  const anchors = new Set(
    Array.from(operations.matchAll(/^#+ (.+)$/gm), ([, heading = ""]) =>
      heading.toLowerCase().replaceAll(" ", "-"),
    ),
  );
  const { tests } = parse(read("tests/monitoring/alerts.test.yaml")) as { tests: { name: string }[] };
  for (const { alert, labels, annotations } of alerts) {
    assert.match(labels.severity, /^(page|ticket)$/, alert);
    assert.match(annotations.summary, /^[A-Z][^.]+$/, alert);
    assert.match(annotations.description, /^[A-Z{].*\.$/, alert);
    const [, anchor = ""] = /^docs\/operations\.md#(.+)$/.exec(annotations.runbook) ?? [];
    assert.ok(anchors.has(anchor), `${annotations.runbook} does not exist`);
    assert.ok(
      tests.some(({ name }) => name === alert),
      `${alert} has no case`,
    );
  }
  assert.equal(new Set(alerts.map(({ alert }) => alert)).size, alerts.length);
});
