import { arrow, box, drawing, text } from "./svg.ts";

interface Texts {
  readonly title: string;
  readonly callers: readonly (readonly [string, string])[];
  readonly engine: readonly [string, string];
  readonly answers: readonly (readonly [string, string])[];
  readonly api: readonly [string, string];
  readonly request: string;
  readonly token: string;
  readonly check: string;
}

const CALLERS = { x: 20, width: 170, height: 62 };
const LICET = { x: 300, y: 30, width: 220, height: 250 };
const API = { x: 630, y: 50, width: 170, height: 210 };

/** Who asks Licet, what it decides, and what an API gets of it. */
export function drawOverview(texts: Texts): string {
  const label = (x: number, y: number, line: string) =>
    text({ x, y }, line, { align: "middle", style: "note" });
  return drawing({ width: 820, height: 300 }, texts.title, [
    ...texts.callers.map((lines, index) => box({ ...CALLERS, y: 40 + index * 84 }, lines)),
    box(LICET, [], "accent"),
    text({ x: LICET.x + LICET.width / 2, y: 56 }, "Licet", { align: "middle", style: "strong" }),
    box({ x: LICET.x + 20, y: 80, width: LICET.width - 40, height: 56 }, texts.engine, "good"),
    ...texts.answers.map((lines, index) =>
      box({ x: LICET.x + 20, y: 148 + index * 60, width: LICET.width - 40, height: 50 }, lines),
    ),
    ...texts.callers.map((_, index) => {
      const y = 40 + index * 84 + CALLERS.height / 2;
      return arrow([
        { x: CALLERS.x + CALLERS.width, y },
        { x: LICET.x, y },
      ]);
    }),
    label((CALLERS.x + CALLERS.width + LICET.x) / 2, 58, texts.request),
    box(API, texts.api),
    arrow(
      [
        { x: LICET.x + LICET.width, y: 93 },
        { x: API.x, y: 93 },
      ],
      "good",
    ),
    label((LICET.x + LICET.width + API.x) / 2, 80, texts.token),
    arrow([
      { x: API.x, y: 223 },
      { x: LICET.x + LICET.width, y: 223 },
    ]),
    label((LICET.x + LICET.width + API.x) / 2, 210, texts.check),
  ]);
}

export const OVERVIEW = {
  en: {
    title:
      "Users, machines and keys request scopes; Licet decides each of them; APIs verify tokens and ask for checks",
    callers: [
      ["Users", "sign in and consent"],
      ["Machines", "with a secret or a key"],
      ["Key pairs", "AK/SK with a ceiling"],
    ],
    engine: ["One engine decides", "roles, instances, conditions"],
    answers: [
      ["Tokens", "scope and scope_rejected"],
      ["Checks", "with a reason for each no"],
    ],
    api: ["Your API", "any language"],
    request: "which scopes?",
    token: "token",
    check: "may they?",
  },
  zh: {
    title: "用户、机器和密钥请求 scope；Licet 逐一决定；API 验证令牌并请求检查",
    callers: [
      ["用户", "登录并逐项同意"],
      ["机器", "使用密钥"],
      ["密钥对", "AK/SK，带权限上限"],
    ],
    engine: ["由一个引擎决定", "角色、实例、条件"],
    answers: [
      ["令牌", "scope 和 scope_rejected"],
      ["检查", "每次拒绝都有原因"],
    ],
    api: ["您的 API", "任何语言"],
    request: "哪些 scope？",
    token: "令牌",
    check: "可以吗？",
  },
} as const satisfies Record<string, Texts>;
