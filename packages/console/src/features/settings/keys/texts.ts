import { defineTexts } from "../../../texts/define-texts.ts";

export const keysTexts = defineTexts({
  en: {
    keys: "Signing keys",
    explanation:
      "A key is published before it signs, and stays published until its last token has expired. All published keys are at",
    timelineOf: (algorithm: string) => `The ${algorithm} keys over time`,
    phases: { next: "Next", current: "Current", retired: "Retired" },
    untilReplaced: "until a successor takes over",
    now: "now",
    uses: {
      ES256: "Access tokens, unless a resource chooses another.",
      RS256: "ID tokens, unless an application chooses ES256; access tokens of resources that choose it.",
      EdDSA: "Access tokens of resources that choose it.",
    },
    rotate: "Rotate",
    rotateTitle: (algorithm: string) => `Rotate the ${algorithm} key?`,
    publishedAtOnce:
      "A new key is created and published immediately. It signs once every verifier can know it.",
    publishedFor: (time: string) => `A new key is created and published immediately. It signs in ${time}.`,
    oldKeyStays: "The current key signs until then, and stays published until its last token has expired.",
    pinnedBreak: "Servers with a pinned key will refuse new tokens.",
    rotated: "New key published",
    alreadyRotated: "Another server rotated the key at the same time; its key is used",
  },
  zh: {
    keys: "签名密钥",
    explanation:
      "密钥先被公布，待所有验证方都能获知后才开始签名，并一直公布到由它签发的最后一个令牌过期为止。已公布的密钥见",
    timelineOf: (algorithm) => `${algorithm} 密钥时间线`,
    phases: { next: "已公布", current: "签名中", retired: "仅用于验证" },
    untilReplaced: "直到接替密钥生效",
    now: "现在",
    uses: {
      ES256: "用于访问令牌，除非资源另有选择。",
      RS256: "用于 ID 令牌，除非应用选择 ES256；也用于选择它的资源的访问令牌。",
      EdDSA: "用于选择它的资源的访问令牌。",
    },
    rotate: "轮换",
    rotateTitle: (algorithm) => `轮换 ${algorithm} 密钥？`,
    publishedAtOnce: "立即生成并公布新密钥；待所有验证方都能获知后开始签名。",
    publishedFor: (time) => `立即生成并公布新密钥；${time}后开始签名。`,
    oldKeyStays: "在此之前由当前密钥签名，并继续公布到其最后一个令牌过期为止。",
    pinnedBreak: "固定使用某个密钥、而不跟随已公布密钥的验证方将拒绝新令牌。",
    rotated: "新密钥已公布",
    alreadyRotated: "另一台服务器同时生成了密钥，以该密钥为准",
  },
});
