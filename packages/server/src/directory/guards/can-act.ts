import type { Assignment } from "@licet/engine/internal/entities.ts";
import { parsePrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { type EpochSeconds, isExpired } from "@licet/engine/internal/values/time.ts";
import type { AccessAccount, Application } from "../../accounts/entities.ts";
import { isPublicApplication } from "../../accounts/public-application.ts";
import { OWN_RESOURCE } from "../own-names.ts";
import type { DraftView } from "./draft-view.ts";

/**
 * Tests whether a holder of the administrator's role could still use it: it exists, is enabled, and, if it is a client,
 * has a credential. A credential that will expire counts until it expires, so that clients can rotate their secrets by
 * date.
 */
export function createCanAct(view: DraftView, now: EpochSeconds) {
  return async function canAct(principal: Assignment["principal"]): Promise<boolean> {
    const { type, id } = parsePrincipalKey(principal);
    switch (type) {
      case "user":
        // `user:*` counts: a user exists or will exist.
        return id === "*" || ((await view.find("user", id))?.enabled ?? false);
      case "application":
        return applicationCanAct(await view.find("application", id));
      case "access_account": {
        const account = await view.find("access_account", id);
        return account !== undefined && accountCanAct(account);
      }
      case "group":
        return hasMember(id, new Set());
    }
  };

  async function applicationCanAct(application: Application | undefined): Promise<boolean> {
    if (!application || !mayCall(application)) return false;
    if (await hasCredential(application)) return true;
    const { id } = application;
    const accounts = await view.all(
      "access_account",
      { application: id },
      ({ applicationId }) => applicationId === id,
    );
    for (const account of accounts) if (isUnbounded(account) && (await accountCanAct(account))) return true;
    return false;
  }

  async function accountCanAct({ accessKey, applicationId, enabled, expiresAt }: AccessAccount) {
    if (!enabled || isExpired(expiresAt, now)) return false;
    const application = await view.find("application", applicationId);
    return application !== undefined && mayCall(application) && hasLiveSecret(accessKey);
  }

  async function hasCredential({ id, authenticationMethod: method, jwks }: Application): Promise<boolean> {
    const hasKey = jwks !== undefined && jwks.keys.length > 0;
    if (method === "none") return false;
    if (method === "private_key_jwt") return hasKey;
    return (method === undefined && hasKey) || hasLiveSecret(id);
  }

  async function hasLiveSecret(owner: string): Promise<boolean> {
    const secrets = await view.all("secret", { owner }, (secret) => secret.owner === owner);
    return secrets.some(({ expiresAt }) => !isExpired(expiresAt, now));
  }

  /** True when a member of the group, or of a nested group, can act. */
  async function hasMember(group: string, seen: Set<string>): Promise<boolean> {
    if (seen.has(group) || (await view.find("group", group)) === undefined) return false;
    seen.add(group);
    for (const { member } of await view.all("membership", { group }, (each) => each.group === group)) {
      const { type, id } = parsePrincipalKey(member);
      if (type === "group" ? await hasMember(id, seen) : (await view.find("user", id))?.enabled) return true;
    }
    return false;
  }
}

/** True when the application may request tokens of its own. */
const mayCall = (application: Application): boolean =>
  application.enabled && !isPublicApplication(application);

/** An account whose ceiling excludes any permission of Licet is not a full administrator. */
const isUnbounded = ({ ceiling }: AccessAccount): boolean =>
  ceiling === undefined || ceiling.includes(`${OWN_RESOURCE}:*`);
