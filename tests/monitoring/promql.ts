import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** A node of the tree that the parser of Prometheus gives. */
interface Node {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly type: { readonly isError: boolean };
  readonly parent: Node | null;
  getChild(name: string): Node | null;
  getChildren(name: string): Node[];
}

interface Parser {
  parse(text: string): { iterate(options: { enter(node: { readonly node: Node }): void }): void };
}

export interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

/** A name of a metric with what its labels have to be. */
export interface Selector {
  readonly metric: string;
  readonly matchers: readonly Matcher[];
}

export interface ParsedQuery {
  readonly selectors: readonly Selector[];
  /** Labels of `by`, `without`, `on`, `ignoring` and `group_left`. */
  readonly groupingLabels: readonly string[];
}

export async function loadParser(packages: string): Promise<Parser> {
  const path = createRequire(join(packages, "any.js")).resolve("@prometheus-io/lezer-promql");
  return ((await import(pathToFileURL(path).href)) as { readonly parser: Parser }).parser;
}

/** Throws when it is not PromQL. */
export function parseQuery(parser: Parser, query: string): ParsedQuery {
  const text = (node: Node | null) => (node ? query.slice(node.from, node.to) : "");
  const selectors: Selector[] = [];
  const groupingLabels: string[] = [];
  parser.parse(query).iterate({
    enter({ node }) {
      if (node.type.isError) throw new Error(`not PromQL at ${node.from}: ${query}`);
      if (node.name === "GroupingLabels") groupingLabels.push(...node.getChildren("LabelName").map(text));
      if (node.name !== "VectorSelector") return;
      const matchers = (node.getChild("LabelMatchers")?.getChildren("UnquotedLabelMatcher") ?? []).map(
        (each) => ({
          label: text(each.getChild("LabelName")),
          operator: text(each.getChild("MatchOp")),
          value: JSON.parse(text(each.getChild("StringLiteral"))) as string,
        }),
      );
      selectors.push({ metric: text(node.getChild("Identifier")), matchers });
    },
  });
  return { selectors, groupingLabels };
}
