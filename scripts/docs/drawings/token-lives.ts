import { box, drawing, type Kind, text } from "./svg.ts";

interface Texts {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, life: string, note: string])[];
}

/** Not to scale: each bar is longer than the one before it. */
const BARS: readonly (readonly [width: number, kind: Kind])[] = [
  [90, "plain"],
  [170, "good"],
  [270, "accent"],
  [360, "accent"],
];

/** How long a code, a token, a session and a delegation live. */
export function drawTokenLives(texts: Texts): string {
  const rows = texts.rows.flatMap(([name, life, note], index) => {
    const y = 20 + index * 66;
    const [width, kind] = BARS[index] as (typeof BARS)[number];
    return [
      text({ x: 20, y: y + 12 }, name, { style: "strong" }),
      text({ x: 20, y: y + 33 }, note, { style: "note" }),
      box({ x: 330, y, width, height: 40 }, [life], kind),
    ];
  });
  return drawing({ width: 720, height: 20 + texts.rows.length * 66 }, texts.title, rows);
}

export const TOKEN_LIVES = {
  en: {
    title: "How long codes, tokens and sessions live by default",
    rows: [
      ["Authorization code", "60 s", "works once"],
      ["Access token", "10 minutes", "a signed JWT that APIs verify themselves"],
      ["Session", "14 days; 1 day without use", "the sign-in in the browser"],
      ["Refresh tokens", "90 days; 30 days without use", "each works once; a second use ends all"],
    ],
  },
  zh: {
    title: "授权码、令牌和会话的默认有效期",
    rows: [
      ["授权码", "60 秒", "只能用一次"],
      ["访问令牌", "10 分钟", "签名的 JWT，API 自行验证"],
      ["会话", "14 天；闲置不超过 1 天", "浏览器中的登录"],
      ["刷新令牌", "90 天；闲置不超过 30 天", "每个只能用一次；再次使用则全部失效"],
    ],
  },
} as const satisfies Record<string, Texts>;
