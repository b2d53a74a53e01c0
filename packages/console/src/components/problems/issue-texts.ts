import { defineTexts } from "../../texts/define-texts.ts";
import { kindWords } from "./kind-words.ts";

const letters = "a letter first, then letters, digits, _ and -";
const lettersAndDots = "a letter first, then letters, digits, dots, _ and -";
const lettersZh = "以字母开头，后接字母、数字、_ 或 -";
const lettersAndDotsZh = "以字母开头，后接字母、数字、点号、_ 或 -";

/** Texts for the codes of input issues. */
export const issueTexts = defineTexts({
  en: {
    missing: "This field is required.",
    unknownMember: "This field is not allowed here.",
    wrongType: (type: string) => `This must be ${type}.`,
    notOneOf: (values: readonly string[]) => `This must be one of: ${values.join(", ")}.`,
    tooShort: (minimum: number) =>
      minimum === 1 ? "This must not be empty." : `This needs at least ${minimum} characters.`,
    tooLong: (maximum: number) => `This may have at most ${maximum} characters.`,
    tooFew: (minimum: number) =>
      minimum === 1 ? "This needs at least one entry." : `This needs at least ${minimum} entries.`,
    tooMany: (maximum: number) => `This may have at most ${maximum} entries.`,
    outOfRange: (minimum: number | undefined, maximum: number | undefined) => {
      if (minimum === undefined) return `This may be at most ${maximum}.`;
      return maximum === undefined
        ? `This must be at least ${minimum}.`
        : `This must be from ${minimum} to ${maximum}.`;
    },
    tooDeep: (maximum: number) => `This may be at most ${maximum} levels deep.`,
    malformed: (form: string) => `This must be ${form}.`,
    unusableCharacters: "This contains characters that cannot be used here.",
    inThePast: "This is in the past. Choose a later time.",
    published: "This value is published in Licet's examples. Choose another one.",
    repeated: "This is already in the list.",
    exactlyOneOf: (members: readonly string[]) => `Exactly one of these is required: ${members.join(", ")}.`,
    atLeastOneOf: (members: readonly string[]) =>
      members.length === 1
        ? `${members[0]} is required.`
        : `At least one of these is required: ${members.join(", ")}.`,
    notFound: (kind: string, name: string) => `The ${kind} “${name}” does not exist.`,
    didYouMean: (name: string) => ` Did you mean “${name}”?`,
    ambiguous: (kind: string, name: string) =>
      `“${name}” is the name of more than one ${kind}. Use its id instead.`,
    taken: (kind: string, name: string) => `This already belongs to the ${kind} “${name}”.`,
    cycle: (names: readonly string[]) => `This would create a cycle: ${names.join(" → ")}.`,
    inUse: (name: string, users: readonly string[]) =>
      `“${name}” cannot be removed. It is still used by: ${users.join(", ")}.`,
    notChangeable: "This cannot be changed.",
    notForType: (type: string) => `An application of type ${type} cannot have this.`,
    condition: (line: number, column: number, message: string) =>
      `Line ${line}, column ${column}: ${message}`,
    tooMuchWork: "This is too expensive to evaluate. Request less at once.",
    types: {
      string: "a text",
      number: "a number",
      integer: "a whole number",
      boolean: "true or false",
      array: "a list",
      object: "an object with members",
    },
    kinds: kindWords.en,
    forms: {
      resource_name: `a resource name: ${letters}, at most 64 characters`,
      action_name: `an action name: ${lettersAndDots}, at most 64 characters`,
      permission_name: `a permission name: ${lettersAndDots}, at most 128 characters, and none of OpenID Connect’s scopes`,
      permission: "a permission: <resource>:<action>, <resource>:* or a custom name",
      role_name: `a role name: ${lettersAndDots}, at most 128 characters`,
      group_name: `a group name: ${lettersAndDots}, at most 128 characters`,
      instance_id:
        "an instance id: up to 192 letters, digits and signs without spaces, quotes and backslashes, and not *",
      instance: "an instance: <resource>/<id>",
      user_id: "a user id as it was given out: usr_…",
      username: "a username: up to 128 characters without spaces, neither * nor beginning with usr_",
      email_address: "an email address: one @ with something on both sides",
      principal: "one of user:…, group:…, application:…, access_account:… or user:*",
      group_member: "user:… or group:…",
      resource_identifier: "an absolute URI without #, such as https://orders.example.com",
      language_tag: "a language such as en or pt-BR",
      access_key: "an access key: ak_ and up to 125 letters, digits, _ . -",
      client_id: "up to 128 letters, digits, _ . -, not beginning with usr_ or ak_",
      public_key: "a public key as JSON Web Key, without its private part",
      redirect_uri:
        "an absolute address that begins with https:// (http:// only for 127.0.0.1, [::1] and localhost; a native application may use a scheme with a dot, such as com.example.app:), without *, # and user name",
      web_address:
        "an absolute address that begins with https:// (http:// only for 127.0.0.1, [::1] and localhost), without *, # and user name",
      public_address: "an address on the internet, neither of this machine nor of a private network",
      date_time: "a date and time with its zone, such as 2027-01-01T00:00:00Z",
      base64: "base64",
      picture: "a PNG, JPEG or WebP picture",
      cursor: "a cursor of this list: start again from its first page",
    },
    problems: {
      bad_request: "The request is not well-formed",
      invalid_input: "Some of the input is not valid",
      unknown_revision: "There is no such revision",
      unauthenticated: "A valid access token is required",
      forbidden: "This is not allowed",
      not_found: "Not found",
      method_not_allowed: "This method is not allowed here",
      request_timeout: "The request took too long to arrive",
      conflict: "The current state does not allow this",
      in_use: "This is still in use",
      gone: "This is no longer available",
      version_mismatch: "Another user changed this in the meantime",
      payload_too_large: "The request is too large",
      unsupported_media_type: "The content type of the request is not supported",
      published_credentials: "Published credentials work here, and others can reach them",
      misdirected_request: "This host is not served here",
      idempotency_mismatch: "This idempotency key was used for another request",
      header_fields_too_large: "The header fields of the request are too large",
      internal_error: "Something went wrong on the server",
      temporarily_unavailable: "The service is temporarily unavailable",
    },
  },
  zh: {
    missing: "此项必填。",
    unknownMember: "此处不接受该项。",
    wrongType: (type) => `此项应为${type}。`,
    notOneOf: (values) => `此项应为以下之一：${values.join("、")}。`,
    tooShort: (minimum) => (minimum === 1 ? "此项不能为空。" : `至少需要 ${minimum} 个字符。`),
    tooLong: (maximum) => `最多 ${maximum} 个字符。`,
    tooFew: (minimum) => `至少需要 ${minimum} 项。`,
    tooMany: (maximum) => `最多 ${maximum} 项。`,
    outOfRange: (minimum, maximum) => {
      if (minimum === undefined) return `不能大于 ${maximum}。`;
      return maximum === undefined ? `不能小于 ${minimum}。` : `应在 ${minimum} 到 ${maximum} 之间。`;
    },
    tooDeep: (maximum) => `最多嵌套 ${maximum} 层。`,
    malformed: (form) => `格式不正确，应为${form}。`,
    unusableCharacters: "包含此处不能使用的字符。",
    inThePast: "该时间已过去，请选择更晚的时间。",
    published: "Licet 的示例公开了此值，人人皆知。请另选一个。",
    repeated: "列表中已有此项。",
    exactlyOneOf: (members) => `以下各项必须且只能填写一项：${members.join("、")}。`,
    atLeastOneOf: (members) =>
      members.length === 1 ? `必须填写 ${members[0]}。` : `以下各项至少填写一项：${members.join("、")}。`,
    notFound: (kind, name) => `${kind}“${name}”不存在。`,
    didYouMean: (name) => `您是想填“${name}”吗？`,
    ambiguous: (kind, name) => `有多个${kind}名为“${name}”，请改用其 ID。`,
    taken: (kind, name) => `已被${kind}“${name}”占用。`,
    cycle: (names) => `会形成循环：${names.join(" → ")}。`,
    inUse: (name, users) => `无法移除“${name}”，以下对象仍在使用它：${users.join("、")}。`,
    notChangeable: "此项不能更改。",
    notForType: (type) => `${type} 类型的应用不能设置此项。`,
    condition: (line, column, message) => `第 ${line} 行第 ${column} 列有误：${message}`,
    tooMuchWork: "计算量过大，请减少一次查询的内容。",
    types: {
      string: "文本",
      number: "数字",
      integer: "整数",
      boolean: " true 或 false",
      array: "列表",
      object: "对象",
    },
    kinds: kindWords.zh,
    forms: {
      resource_name: `资源名称：${lettersZh}，最多 64 个字符`,
      action_name: `操作名称：${lettersAndDotsZh}，最多 64 个字符`,
      permission_name: `权限名称：${lettersAndDotsZh}，最多 128 个字符，且不能与 OpenID Connect 的权限范围同名`,
      permission: "权限：<资源>:<操作>、<资源>:* 或自定义权限的名称",
      role_name: `角色名称：${lettersAndDotsZh}，最多 128 个字符`,
      group_name: `用户组名称：${lettersAndDotsZh}，最多 128 个字符`,
      instance_id: "实例 ID：最多 192 个字母、数字或符号，不含空格、引号和反斜杠，也不能是 *",
      instance: "实例：<资源>/<ID>",
      user_id: "系统分配的用户 ID：usr_…",
      username: "用户名：最多 128 个字符，不含空格，不能是 *，也不能以 usr_ 开头",
      email_address: "邮箱地址：一个 @，前后都有内容",
      principal: " user:…、group:…、application:…、access_account:… 或 user:*",
      group_member: " user:… 或 group:…",
      resource_identifier: "不含 # 的绝对 URI，例如 https://orders.example.com",
      language_tag: "语言标签，例如 en 或 pt-BR",
      access_key: "访问密钥：ak_ 加上最多 125 个字母、数字或 _ . -",
      client_id: "最多 128 个字母、数字或 _ . -，不能以 usr_ 或 ak_ 开头",
      public_key: "JSON Web Key 格式的公钥，不含私钥部分",
      redirect_uri:
        "以 https:// 开头的绝对地址（http:// 仅限 127.0.0.1、[::1] 和 localhost；原生应用可使用带点号的自定义协议，例如 com.example.app:），不含 *、# 和用户名",
      web_address:
        "以 https:// 开头的绝对地址（http:// 仅限 127.0.0.1、[::1] 和 localhost），不含 *、# 和用户名",
      public_address: "互联网地址，不能是本机或私有网络的地址",
      date_time: "带时区的日期和时间，例如 2027-01-01T00:00:00Z",
      base64: " base64",
      picture: " PNG、JPEG 或 WebP 图片",
      cursor: "此列表的游标，请从第一页重新开始",
    },
    problems: {
      bad_request: "请求格式不正确",
      invalid_input: "部分输入无效",
      unknown_revision: "没有这个修订号",
      unauthenticated: "需要有效的访问令牌",
      forbidden: "不允许此操作",
      not_found: "此处没有内容",
      method_not_allowed: "此处不支持该请求方法",
      request_timeout: "请求传输超时",
      conflict: "当前状态不允许此操作",
      in_use: "仍有其他对象在使用它",
      gone: "此内容已不再保留",
      version_mismatch: "其他人刚刚修改了此内容",
      payload_too_large: "一次发送的内容过多",
      unsupported_media_type: "无法识别请求内容的类型",
      published_credentials: "此处公开的凭据仍可使用，且他人可以访问",
      misdirected_request: "此服务器不提供该主机名",
      idempotency_mismatch: "该幂等键已用于另一个请求",
      header_fields_too_large: "请求头过大",
      internal_error: "服务器出现错误",
      temporarily_unavailable: "服务暂时无法响应",
    },
  },
});
