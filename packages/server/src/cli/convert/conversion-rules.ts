import type { Rules } from "@licet/convert";
import { isUsablePassword } from "../../accounts/passwords/password.ts";
import { isPublicApplication } from "../../accounts/public-application.ts";
import { isPrivateUrl } from "../../core/network/public-address.ts";
import { checkRedirectUri } from "../../core/network/redirect-uri.ts";
import { emailAddress, resourceIdentifier, username } from "../../directory/kinds/values.ts";
import { ADMINISTRATOR_ROLE, CONSOLE_APPLICATION, OWN_RESOURCE } from "../../directory/own-names.ts";
import { findCycle } from "../../directory/plan/find-cycle.ts";
import { parseYaml } from "../../files/parse-long-file.ts";
import { PARSE_OPTIONS } from "../../input/describe-zod-issue.ts";
import { parseClientJwks } from "../../tokens/client-jwks.ts";

const accepts =
  (schema: typeof username) =>
  (text: string): boolean =>
    schema.safeParse(text, PARSE_OPTIONS).success;

/** The rules of the configuration file, for what is converted to one. */
export const CONVERSION_RULES: Rules = {
  ownNames: { resource: OWN_RESOURCE, role: ADMINISTRATOR_ROLE, client_id: CONSOLE_APPLICATION },
  isUsername: accepts(username),
  isEmailAddress: accepts(emailAddress),
  isResourceIdentifier: accepts(resourceIdentifier),
  isUsablePassword,
  isPublicApplication,
  checkRedirectUri,
  isPrivateUrl,
  parseClientJwks,
  findCycle,
  parseYaml: (text, fileName) => parseYaml(text, fileName).data,
};
