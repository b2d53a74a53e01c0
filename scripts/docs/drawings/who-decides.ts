import { arrow, box, drawing, text } from "./svg.ts";

interface Texts {
  readonly title: string;
  readonly asked: readonly [string, string];
  /** Each question, and the reasons of a "no". */
  readonly questions: readonly (readonly [question: readonly string[], reasons: readonly string[]])[];
  readonly granted: readonly [string, string];
  readonly refused: readonly [string, string];
  readonly no: string;
}

const WIDTH = 720;
const LEFT = { x: 20, width: 330 };
const RIGHT = { x: 460, width: 240 };
const STEP = 92;

/** The questions that decide about one requested scope, in their order. */
export function drawWhoDecides(texts: Texts): string {
  const middle = LEFT.x + LEFT.width / 2;
  const questions = texts.questions.flatMap(([question, reasons], index) => {
    const y = 90 + index * STEP;
    return [
      arrow([
        { x: middle, y: y - (STEP - 60) },
        { x: middle, y },
      ]),
      box({ ...LEFT, y, height: 60 }, question),
      arrow(
        [
          { x: LEFT.x + LEFT.width, y: y + 30 },
          { x: RIGHT.x, y: y + 30 },
        ],
        "bad",
      ),
      text({ x: (LEFT.x + LEFT.width + RIGHT.x) / 2, y: y + 19 }, texts.no, {
        align: "middle",
        style: "note",
        kind: "bad",
      }),
      box({ ...RIGHT, y: y + 4, height: 52 }, reasons, "bad"),
    ];
  });
  const end = 90 + texts.questions.length * STEP;
  const height = end + 80;
  return drawing({ width: WIDTH, height }, texts.title, [
    box({ ...LEFT, y: 10, height: 48 }, texts.asked, "accent"),
    ...questions,
    arrow(
      [
        { x: middle, y: end - (STEP - 60) },
        { x: middle, y: end },
      ],
      "good",
    ),
    box({ ...LEFT, y: end, height: 60 }, texts.granted, "good"),
    box({ ...RIGHT, y: end, height: 60 }, texts.refused, "bad"),
  ]);
}

export const WHO_DECIDES = {
  en: {
    title: "The questions that decide about one requested scope, and the reason of each refusal",
    asked: ["A client requests a scope", "`orders:write`"],
    questions: [
      [
        ["Does the permission exist here?", "in the catalogue, and of the requested resource"],
        ["`unknown_scope`", "`wrong_resource`"],
      ],
      [
        ["May this client ask for it?", "its delegated scopes; the ceiling of its key"],
        ["`client_not_allowed`", "`key_ceiling`"],
      ],
      [
        ["Does an assignment give it?", "to the subject or its groups, by a role or directly"],
        ["`not_granted`"],
      ],
      [
        ["Is the condition true now?", "for this subject, instance and request"],
        ["`condition_failed`", "`condition_missing_data`"],
      ],
      [["Did the user agree?", "item by item, on the consent page"], ["`user_declined`"]],
    ],
    granted: ["Granted", "it is in scope"],
    refused: ["Refused", "it is in scope_rejected"],
    no: "no",
  },
  zh: {
    title: "决定一个被请求的 scope 的各个问题，以及每种拒绝的原因",
    asked: ["客户端请求一个 scope", "`orders:write`"],
    questions: [
      [
        ["这项权限存在吗？", "在目录中，并属于所请求的资源"],
        ["`unknown_scope`", "`wrong_resource`"],
      ],
      [
        ["这个客户端可以请求它吗？", "应用的 delegated；密钥的权限上限"],
        ["`client_not_allowed`", "`key_ceiling`"],
      ],
      [["有授权给予它吗？", "授予主体或其用户组，通过角色或直接授予"], ["`not_granted`"]],
      [
        ["条件此刻成立吗？", "针对这个主体、实例和请求"],
        ["`condition_failed`", "`condition_missing_data`"],
      ],
      [["用户同意了吗？", "在同意页面上逐项确认"], ["`user_declined`"]],
    ],
    granted: ["许可", "列入 scope"],
    refused: ["拒绝", "列入 scope_rejected"],
    no: "否",
  },
} as const satisfies Record<string, Texts>;
