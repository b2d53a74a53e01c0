import { arrow, box, drawing, type Kind, text } from "./svg.ts";

interface Texts {
  readonly title: string;
  readonly all: string;
  readonly assignment: readonly [string, string];
  readonly condition: readonly [string, string];
  readonly holds: string;
  readonly not: string;
}

const BOX = { width: 130, height: 50 };

/** A tree of instances, and what an assignment at one of them reaches. */
export function drawInstances(texts: Texts): string {
  const place = (x: number, y: number, lines: readonly string[], kind: Kind) =>
    box({ x, y, ...BOX }, lines, kind);
  const down = (from: number, to: number, y: number, kind: Kind = "plain") =>
    arrow(
      [
        { x: from + BOX.width / 2, y: y - 40 },
        { x: to + BOX.width / 2, y },
      ],
      kind,
    );
  return drawing({ width: 720, height: 330 }, texts.title, [
    place(430, 20, ["`orders`", texts.all], "plain"),
    down(430, 340, 110),
    down(430, 520, 110),
    place(340, 110, ["`orders/eu`", texts.holds], "good"),
    place(520, 110, ["`orders/us`", texts.not], "bad"),
    down(340, 250, 200, "good"),
    down(340, 430, 200, "good"),
    place(250, 200, ["`orders/42`", texts.holds], "good"),
    place(430, 200, ["`orders/43`", texts.holds], "good"),
    box({ x: 20, y: 108, width: 220, height: 54 }, texts.assignment, "accent"),
    arrow(
      [
        { x: 240, y: 135 },
        { x: 340, y: 135 },
      ],
      "accent",
    ),
    text({ x: 20, y: 285 }, texts.condition[0], { style: "note" }),
    text({ x: 20, y: 308 }, texts.condition[1]),
  ]);
}

export const INSTANCES = {
  en: {
    title: "An assignment at orders/eu holds there and for everything below, and nowhere else",
    all: "every order",
    assignment: ["Bob is clerk at", "`orders/eu`"],
    condition: [
      "A condition narrows it further, for example to the owner of the order:",
      "`resource.attributes.owner == subject.name`",
    ],
    holds: "holds",
    not: "does not hold",
  },
  zh: {
    title: "在 orders/eu 上的授权对它及其下的一切有效，对别处无效",
    all: "所有订单",
    assignment: ["Bob 是 clerk，范围：", "`orders/eu`"],
    condition: ["条件可以进一步收窄，例如只限订单的所有者：", "`resource.attributes.owner == subject.name`"],
    holds: "有效",
    not: "无效",
  },
} as const satisfies Record<string, Texts>;
