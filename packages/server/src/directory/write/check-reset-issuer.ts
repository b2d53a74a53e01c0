import { decide } from "@licet/engine/internal/decide.ts";
import type { Subject } from "@licet/engine/internal/subject.ts";
import { describeClient } from "@licet/engine/internal/subject.ts";
import { parsePrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { Clients } from "../../accounts/clients.ts";
import type { MayReset } from "../../accounts/passwords/password-resets.ts";
import type { ResetIssuer } from "../../accounts/stores.ts";
import { ConflictError } from "../../core/errors/errors.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import type { FactSource } from "../../permissions/fact-source.ts";
import type { SubjectSource } from "../../permissions/subjects.ts";
import { requesterContext } from "../guards/check-escalation.ts";
import { OWN_RESOURCE } from "../own-names.ts";
import type { StateStore } from "../stores.ts";
import { ForbiddenError } from "./errors.ts";
import { passwordChangeOf } from "./issue-password-reset.ts";
import type { Requester } from "./requester.ts";
import type { Guard } from "./write-state.ts";

const USERS_WRITE = `${OWN_RESOURCE}:users.write`;

/**
 * A link for a new password depends on the permissions of its issuer now, not at its creation: since then, the user may
 * have gained permissions and the issuer may have lost some. The issuer must exist and be enabled, still hold the
 * permissions of its token, and pass the guards again.
 */
export function createCheckResetIssuer(dependencies: {
  readonly store: Pick<StateStore, "revision">;
  readonly feed: ChangeFeed;
  readonly clients: Pick<Clients, "find">;
  readonly subjects: SubjectSource;
  readonly factSource: FactSource;
  readonly guards: readonly Guard[];
  readonly clock: Clock;
}): MayReset {
  const { store, feed, clients, subjects, factSource, guards, clock } = dependencies;

  async function findRequester(issuer: ResetIssuer): Promise<Requester | undefined> {
    const client = await clients.find(issuer.clientId);
    if (!client) return undefined;
    const own = describeClient(client, clock.seconds());
    if (!own.enabled) return undefined;
    const principal = parsePrincipalKey(issuer.principal);
    const subject = principal?.type === "user" ? await subjects.find("user", principal.id) : own;
    if (!subject?.enabled || subject.principal !== issuer.principal) return undefined;
    const requester = { subject, client, permissions: new Set<string>(), ip: issuer.ip, requestId: "" };
    return { ...requester, permissions: await findStillHeld(issuer.permissions, subject, requester) };
  }

  /** Follows the rule for tokens: a condition on data that only the original request had was met then. */
  async function findStillHeld(permissions: readonly string[], subject: Subject, requester: Requester) {
    const facts = await factSource.gather({ subject, instances: [] });
    const context = requesterContext(requester, clock);
    const held = permissions.filter((name) => {
      const permission = facts.model.permissions.get(name);
      if (!permission) return false;
      const decision = decide(facts, { permission, context });
      return decision.allowed || decision.reason === "condition_missing_data";
    });
    return new Set(held);
  }

  return async (issuer, user) => {
    await feed.confirm(await store.revision());
    const requester = await findRequester(issuer);
    if (!requester?.permissions.has(USERS_WRITE)) return false;
    try {
      for (const guard of guards) await guard([passwordChangeOf(user)], requester);
      return true;
    } catch (error) {
      if (error instanceof ForbiddenError || error instanceof ConflictError) return false;
      throw error;
    }
  };
}
