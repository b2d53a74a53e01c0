/** The schemas of single values of entries. Messages may repeat names, never secrets or passwords. */

import type { InstanceKey, LocalizedText } from "@licet/engine/internal/entities.ts";
import {
  isActionName,
  isCustomPermissionName,
  isDisplayName,
  isGroupName,
  isInstanceId,
  isResourceName,
  isRoleName,
} from "@licet/engine/internal/values/names.ts";
import { EVERY_USER, parsePrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { z } from "zod";
import { MAX_URI_CHARACTERS } from "../../core/network/redirect-uri.ts";
import { malformed, withIssue } from "../../input/issue-from-zod.ts";
import { named, orText, quote, strictMap, type TextForm } from "../../input/schemas.ts";

export const shortText = z.string().min(1).max(200);
/** The display name of a user, an application or an access account. */
export const displayName = shortText.refine(isDisplayName, {
  error: "needs something to see, and no control characters or ones that turn the direction of writing",
  ...withIssue({ code: "unusable_characters" }),
});
export const reference = z.string().min(1).max(300);
export const condition = z.string().min(1);

const RESOURCE_NAME = "^[A-Za-z][A-Za-z0-9_-]{0,63}$";
const LONG_NAME = "^[A-Za-z][A-Za-z0-9_.-]{0,127}$";
const INSTANCE_ID = "[\\x21\\x23-\\x5B\\x5D-\\x7E]{1,192}";
const LETTERS = "a letter first, then letters, digits, _ and -";

export const resourceName = named("a resource name", isResourceName, `${LETTERS}, at most 64`, {
  pattern: RESOURCE_NAME,
});
export const actionName = named("an action name", isActionName, `${LETTERS} or dots, at most 64`, {
  pattern: "^[A-Za-z][A-Za-z0-9_.-]{0,63}$",
});
export const customPermissionName = named(
  "a permission name",
  isCustomPermissionName,
  `${LETTERS} or dots, at most 128, and none of OpenID Connect's scopes`,
  { pattern: LONG_NAME },
);
export const roleName = named("a role name", isRoleName, `${LETTERS} or dots, at most 128`, {
  pattern: LONG_NAME,
});
export const groupName = named("a group name", isGroupName, `${LETTERS} or dots, at most 128`, {
  pattern: LONG_NAME,
});
export const instanceId = named(
  "an instance id",
  isInstanceId,
  'printable ASCII without spaces, " and \\, at most 192, and not *',
  { pattern: `^${INSTANCE_ID}$` },
);

export const userId = named(
  "a user id",
  (id) => /^usr_[0-9a-z]{1,60}$/.test(id),
  "usr_ and letters and digits, as it was given out",
  { pattern: "^usr_[0-9a-z]{1,60}$" },
);
/** A username never has the form of an id, so `user:…` always means one user. */
export const username = named(
  "a username",
  (name) =>
    /^[^\p{C}\p{Z}]{1,128}$/u.test(name) && !/^(usr_|\*$)/.test(name) && name === name.normalize("NFC"),
  "1 to 128 characters without spaces, in NFC, neither * nor beginning with usr_",
  { pattern: "^\\S+$", minLength: 1, maxLength: 128 },
);
export const emailAddress = named(
  "an email address",
  (text) => text.length <= 254 && /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(text),
  "one @ with something on both sides",
  { pattern: "^[^\\s@]+@[^\\s@]+$", minLength: 3, maxLength: 254 },
);

export const principalName = named(
  "a principal",
  (text) => /^./.test(parsePrincipalKey(text)?.id ?? ""),
  "write user:…, group:…, application:…, access_account:… or user:*",
  { pattern: "^(user|group|application|access_account):." },
);
export const GROUP_MEMBER: TextForm = { pattern: "^(user|group):." };
export const groupMember = named("a group member", isGroupMember, "write user:… or group:…", GROUP_MEMBER);

function isGroupMember(text: string): boolean {
  const named = parsePrincipalKey(text);
  return (named?.type === "user" || named?.type === "group") && /^./.test(named.id) && text !== EVERY_USER;
}

export const instanceKey = z
  .string()
  .transform((text, context): InstanceKey => {
    const slash = text.indexOf("/");
    const resource = text.slice(0, Math.max(slash, 0));
    const id = text.slice(slash + 1);
    if (!isResourceName(resource) || !isInstanceId(id)) {
      const message = `${quote(text)} is not an instance: write <resource>/<id>`;
      context.addIssue({ code: "custom", message, ...malformed("instance") });
      return z.NEVER;
    }
    return `${resource}/${id}`;
  })
  .meta({ type: "string", pattern: `${RESOURCE_NAME.slice(0, -1)}/${INSTANCE_ID}$` });

/** RFC 8707 §2: an absolute URI without fragment. It becomes an `aud`, which resources compare byte by byte. */
export const resourceIdentifier = named(
  "a resource identifier",
  (text) =>
    text.length <= 512 &&
    /^[A-Za-z][A-Za-z0-9+.-]*:[\x21\x23-\x5B\x5D-\x7E]+$/.test(text) &&
    !text.includes("#") &&
    URL.canParse(text),
  "an absolute URI without fragment",
  { pattern: "^[A-Za-z][A-Za-z0-9+.-]*:[\\x21\\x24-\\x5B\\x5D-\\x7E]+$", maxLength: 512 },
);

export const instant = z.iso
  .datetime({ offset: true, error: "expected a date and time with its zone, such as 2027-01-01T00:00:00Z" })
  .transform((text) => Math.floor(Date.parse(text) / 1000))
  .meta({ type: "string", format: "date-time" });

const LANGUAGE_TAG: TextForm = { pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$" };
const languageTag = named(
  "a language tag",
  (tag) => /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(tag),
  "such as en or pt-BR",
  LANGUAGE_TAG,
);
const needsEnglish = {
  error: "needs the language en, shown where another is missing",
  ...withIssue({ code: "at_least_one_of", members: ["en"] }),
};

/** A plain string means the English text. */
export const localizedText = orText(
  { title: "LocalizedTextInput", text: "EnglishText", maxLength: 1000 },
  z
    .record(languageTag, z.string().min(1).max(1000))
    .refine((texts) => Object.hasOwn(texts, "en"), needsEnglish)
    .transform((texts): LocalizedText => texts)
    .meta({
      title: "LocalizedText",
      type: "object",
      properties: { en: { type: "string", minLength: 1, maxLength: 1000 } },
      required: ["en"],
      propertyNames: { type: "string", ...LANGUAGE_TAG },
      additionalProperties: { type: "string", minLength: 1, maxLength: 1000 },
    }),
  (en) => ({ en }),
);

/** A display name by language; a plain string means the English one. Users read it, so it must be a readable name. */
export const localizedName = orText(
  { title: "LocalizedNameInput", text: "EnglishName", maxLength: 200 },
  z
    .record(languageTag, displayName)
    .refine((names) => Object.hasOwn(names, "en"), needsEnglish)
    .transform((names): LocalizedText => names)
    .meta({
      title: "LocalizedName",
      type: "object",
      properties: { en: { type: "string", minLength: 1, maxLength: 200 } },
      required: ["en"],
      propertyNames: { type: "string", ...LANGUAGE_TAG },
      additionalProperties: { type: "string", minLength: 1, maxLength: 200 },
    }),
  (en) => ({ en }),
);

/** The values are converted to JSON and back, so they compare equal to stored values (JSON has no -0). */
export const attributes = z
  .record(z.string(), z.unknown())
  .transform((values): Readonly<Record<string, unknown>> => JSON.parse(JSON.stringify(values)))
  .meta({ type: "object", additionalProperties: {} });

/** A user chose this secret, so Licet can only check its length. RFC 6749 appendix A.2: VSCHAR. */
export const givenSecret = z
  .string()
  .min(32, "needs at least 32 characters")
  .max(256)
  .refine((secret) => /^[\x20-\x7E]*$/.test(secret), {
    error: "may contain printable ASCII characters only",
    ...withIssue({ code: "unusable_characters" }),
  })
  .meta({ pattern: "^[\\x20-\\x7E]*$" });

/** RFC 7518 §6: members that only a private or a symmetric key has. */
const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];
export const publicJwks = strictMap({
  keys: z
    .array(
      z
        .record(z.string(), z.unknown())
        .refine((key) => typeof key.kty === "string" && key.kty !== "oct", {
          error: "is not a public key (kty)",
          ...malformed("public_key"),
        })
        .refine((key) => !PRIVATE_MEMBERS.some((member) => Object.hasOwn(key, member)), {
          error: "holds a private key; give the public one",
          ...malformed("public_key"),
        }),
    )
    .min(1)
    .max(20),
}).meta({ title: "JwkSet" });

/** For the description alone: what is accepted depends on the type of the application; see `checkRedirectUri`. */
export const redirectUri = z
  .string()
  .meta({ pattern: "^[A-Za-z][A-Za-z0-9+.-]*:[^\\s#*]+$", maxLength: MAX_URI_CHARACTERS });
export const webAddress = z.string().meta({ pattern: "^https?://[^\\s#*]+$", maxLength: MAX_URI_CHARACTERS });
