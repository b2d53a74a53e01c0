import { arrow, box, drawing, line, text } from "./svg.ts";

interface Texts {
  readonly title: string;
  readonly nodes: readonly [string, string];
  readonly write: readonly [string, string];
  readonly told: string;
  readonly early: readonly [string, string];
  readonly later: readonly [string, string];
  readonly time: string;
}

const A = 70;
const B = 220;

/** A write at one node, and checks at another one before and after it knows. */
export function drawRevisions(texts: Texts): string {
  return drawing({ width: 720, height: 300 }, texts.title, [
    text({ x: 20, y: A }, texts.nodes[0], { style: "strong" }),
    text({ x: 20, y: B }, texts.nodes[1], { style: "strong" }),
    line({ x: 90, y: A }, { x: 700, y: A }),
    line({ x: 90, y: B }, { x: 700, y: B }),
    box({ x: 110, y: A - 28, width: 210, height: 56 }, texts.write, "accent"),
    arrow(
      [
        { x: 320, y: A + 20 },
        { x: 450, y: B - 28 },
      ],
      "accent",
    ),
    text({ x: 400, y: (A + B) / 2 - 12 }, texts.told, { style: "note" }),
    box({ x: 180, y: B - 28, width: 200, height: 56 }, texts.early, "good"),
    box({ x: 420, y: B - 28, width: 200, height: 56 }, texts.later, "good"),
    arrow([
      { x: 90, y: 280 },
      { x: 700, y: 280 },
    ]),
    text({ x: 90, y: 264 }, texts.time, { style: "note" }),
  ]);
}

export const REVISIONS = {
  en: {
    title: "A check with at_least is never answered from before the write",
    nodes: ["Node A", "Node B"],
    write: ["Bob loses clerk", "answered with revision 1742"],
    told: "within milliseconds; 2 seconds at most",
    early: ["check, at_least 1742", "reads the change first"],
    later: ["check, at_least 1742", "denied, revision 1742"],
    time: "time",
  },
  zh: {
    title: "带 at_least 的检查绝不会用写入之前的数据来回答",
    nodes: ["节点 A", "节点 B"],
    write: ["Bob 失去 clerk", "应答：revision 1742"],
    told: "毫秒之内，最多 2 秒",
    early: ["检查，at_least 1742", "先读取该更改"],
    later: ["检查，at_least 1742", "拒绝，revision 1742"],
    time: "时间",
  },
} as const satisfies Record<string, Texts>;
