import { defineTexts } from "../../texts/define-texts.ts";
import { kindWords } from "./kind-words.ts";

/** Texts for the conflict codes of the API: each names the cause and the next step. */
export const conflictTexts = defineTexts({
  en: {
    exists: (kind: string, name: string) => `A ${kind} named “${name}” already exists. Choose another name.`,
    taken: (kind: string, name: string | undefined) =>
      name === undefined
        ? `Another ${kind} already has this name. Choose another one.`
        : `“${name}” already belongs to another ${kind}. Choose another one.`,
    nameReserved: (kind: string, name: string) =>
      `“${name}” belonged to another ${kind} and stays reserved. Choose another name, or ask an administrator who holds licet:escalate.`,
    signInNameTaken: (name: string) =>
      `“${name}” is the username or email address of another user. Choose another one.`,
    ownerMissing: (kind: string) => `The ${kind} that this belongs to no longer exists.`,
    createdAndDeleted: "The same assignment cannot be created and revoked at once.",
    inUse: (kind: string, name: string, uses: string, isMore: boolean) =>
      `The ${kind} “${name}” is still used by ${uses}${isMore ? " and others" : ""}. Remove these first, or delete it together with them.`,
    use: (kind: string, names: readonly string[], others: number) =>
      `${kind} ${names.join(", ")}${others > 0 ? ` and ${others} more` : ""}`,
    and: "; ",
    tooManyDependants: (kind: string, name: string, maximum: number) =>
      `More than ${maximum.toLocaleString("en")} things depend on the ${kind} “${name}”. Delete some of them first.`,
    partOfLicet: (kind: string, name: string) =>
      `The ${kind} “${name}” is part of Licet and cannot be changed.`,
    lastAdministrator:
      "Licet would have no administrator left. Add another administrator first, or create another secret for this one.",
    deletesItself: "You cannot delete your own account. Ask another administrator.",
    disablesItself: "You cannot disable your own account. Ask another administrator.",
    userDisabled: "This user is disabled and cannot sign in. Enable the account first.",
    secretUsedBefore: "This secret is or was already in use. Enter a new one.",
    tooManySecrets: (maximum: number) => `It already has ${maximum} active secrets. Revoke the unused ones.`,
    noSecretForType: (type: string) => `An application of type ${type} cannot keep a secret.`,
    signsInWithKey: "It signs in with its own key and has no secret.",
    stateChanged: "Another user made a change in the meantime. Try again.",
    requestUnderWay: "The same request is still in progress. Wait a moment, then check whether it succeeded.",
    answerLost: "The request succeeded, but its response is no longer available. Reload to see the result.",
    kinds: kindWords.en,
  },
  zh: {
    exists: (kind, name) => `${kind}“${name}”已存在，请换一个名称。`,
    taken: (kind, name) =>
      name === undefined
        ? `该名称已被另一个${kind}使用，请换一个。`
        : `“${name}”已被另一个${kind}使用，请换一个。`,
    nameReserved: (kind, name) =>
      `“${name}”曾属于另一个${kind}，仍被保留。请换一个名称，或联系拥有 licet:escalate 权限的管理员。`,
    signInNameTaken: (name) => `“${name}”是另一个用户的用户名或电子邮箱，请换一个。`,
    ownerMissing: (kind) => `所属的${kind}已不存在。`,
    createdAndDeleted: "不能同时授予和收回同一项授权。",
    inUse: (kind, name, uses, isMore) =>
      `${kind}“${name}”仍在被使用：${uses}${isMore ? "等" : ""}。请先移除这些对象，或连同它们一并删除。`,
    use: (kind, names, others) =>
      `${kind} ${names.join("、")}${others > 0 ? ` 等共 ${names.length + others} 个` : ""}`,
    and: "；",
    tooManyDependants: (kind, name, maximum) =>
      `依赖${kind}“${name}”的对象超过 ${maximum.toLocaleString("zh")} 个，请先删除其中一部分。`,
    partOfLicet: (kind, name) => `${kind}“${name}”属于 Licet 自身，不能更改。`,
    lastAdministrator: "这样将没有任何人能够管理 Licet。请先指定另一位管理员，或为当前管理员添加另一个密钥。",
    deletesItself: "不能删除自己正在使用的账号，请由其他人操作。",
    disablesItself: "不能停用自己正在使用的账号，请由其他人操作。",
    userDisabled: "该用户已停用，无法登录。请先启用该账号。",
    secretUsedBefore: "这是它现在或曾经使用的密钥，请换一个新的。",
    tooManySecrets: (maximum) => `已有 ${maximum} 个有效密钥，请先删除不再使用的密钥。`,
    noSecretForType: (type) => `${type} 类型的应用无法保管密钥。`,
    signsInWithKey: "该应用使用自己的公私钥登录，没有密钥。",
    stateChanged: "其他人刚刚修改了数据，请重试。",
    requestUnderWay: "同一请求仍在处理中。请稍候，再查看是否已完成。",
    answerLost: "操作已完成，但其结果无法再显示。请刷新页面查看。",
    kinds: kindWords.zh,
  },
});
