import { arrow, box, drawing, text } from "./svg.ts";

interface Texts {
  readonly title: string;
  readonly columns: readonly [asked: string, consent: string, answer: string];
  /** Requested item, its consent, the tick that the user sees, whether it is granted. */
  readonly items: readonly (readonly [item: string, consent: string, tick: string, granted: boolean])[];
  readonly scope: string;
  readonly rejected: string;
}

/** Each requested item, how the user is asked for it, and where it ends. */
export function drawConsent(texts: Texts): string {
  const rows = texts.items.flatMap(([item, consent, tick, granted], index) => {
    const y = 50 + index * 62;
    const kind = granted ? "good" : "bad";
    const right = granted ? texts.scope : texts.rejected;
    return [
      box({ x: 20, y, width: 170, height: 46 }, [item]),
      arrow([
        { x: 190, y: y + 23 },
        { x: 250, y: y + 23 },
      ]),
      box({ x: 250, y, width: 210, height: 46 }, [consent, tick], "accent"),
      arrow(
        [
          { x: 460, y: y + 23 },
          { x: 530, y: y + 23 },
        ],
        kind,
      ),
      box({ x: 530, y, width: 170, height: 46 }, [right], kind),
    ];
  });
  const head = (x: number, line: string) => text({ x, y: 24 }, line, { align: "middle", style: "note" });
  return drawing({ width: 720, height: 60 + texts.items.length * 62 }, texts.title, [
    head(105, texts.columns[0]),
    head(355, texts.columns[1]),
    head(615, texts.columns[2]),
    ...rows,
  ]);
}

export const CONSENT = {
  en: {
    title: "How the user is asked for each item, and where it is in the answer",
    columns: ["requested", "consent page", "answer"],
    items: [
      ["`stock:read`", "implicit", "not asked", true],
      ["`orders:read`", "required", "☑ cannot be unticked", true],
      ["`orders:write`", "optional", "☑ stays ticked", true],
      ["`email`", "optional", "☐ unticked by the user", false],
    ],
    scope: "`scope`",
    rejected: "`scope_rejected`",
  },
  zh: {
    title: "每一项如何询问用户，以及它在应答中的位置",
    columns: ["请求的 scope", "同意页面", "应答"],
    items: [
      ["`stock:read`", "implicit", "不询问", true],
      ["`orders:read`", "required", "☑ 不能取消", true],
      ["`orders:write`", "optional", "☑ 保持勾选", true],
      ["`email`", "optional", "☐ 用户取消了勾选", false],
    ],
    scope: "`scope`",
    rejected: "`scope_rejected`",
  },
} as const satisfies Record<string, Texts>;
