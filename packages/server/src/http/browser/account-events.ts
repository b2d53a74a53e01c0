import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { FastifyRequest } from "fastify";
import type { User } from "../../accounts/entities.ts";
import type { Session } from "../../accounts/session.ts";
import type { AuditEventType } from "../../audit/event-types.ts";
import type { AuditEvent } from "../../audit/events.ts";
import type { AuditRecorder } from "../../audit/recorder.ts";
import { originOf } from "../request-parts.ts";

/** Audit events of users about their accounts. They never hold typed values. */
export interface AccountEvents {
  signedIn(request: FastifyRequest, session: Session): void;
  /** `account` is the keyed hash of the typed name; `userId` where the name belongs to a user. */
  signInFailed(
    request: FastifyRequest,
    failure: { readonly reason: string; readonly account: string; readonly userId?: string | undefined },
  ): void;
  sessionEnded(request: FastifyRequest, by: User, ended: Session, reason: string): void;
  consentWithdrawn(request: FastifyRequest, by: User, applicationId: string, scope: string | undefined): void;
  passwordChanged(request: FastifyRequest, by: User): void;
  passwordChangeFailed(request: FastifyRequest, by: User, reason: string): void;
  /** By a link that was made for this user. */
  passwordReset(request: FastifyRequest, by: User): void;
}

export function createAccountEvents({
  audit,
  clock,
}: {
  readonly audit: Pick<AuditRecorder, "record" | "recordFailure" | "count">;
  readonly clock: Clock;
}): AccountEvents {
  const record = (
    request: FastifyRequest,
    type: AuditEventType,
    actor: string,
    details: { readonly target?: string; readonly data?: Readonly<Record<string, unknown>> } = {},
  ) => audit.record({ at: clock.milliseconds(), type, actor, ...originOf(request), ...details });

  return {
    signedIn(request, { userId, id, authentication }) {
      const data = { amr: authentication.amr };
      record(request, "user.signed_in", formatPrincipalKey("user", userId), {
        target: `session:${id}`,
        data,
      });
      audit.count("sign_ins", "signed_in");
    },
    signInFailed(request, { reason, account, userId }) {
      const actor = userId === undefined ? `account:${account}` : formatPrincipalKey("user", userId);
      const data = { reason, account };
      const event: AuditEvent = {
        at: clock.milliseconds(),
        type: "user.sign_in_failed",
        actor,
        ...originOf(request),
        data,
      };
      // Accounts are not counted apart: an attacker can make up any number of names.
      audit.recordFailure(event, { actor: "browser", data: { reason } });
      audit.count("sign_ins", reason);
    },
    sessionEnded(request, by, ended, reason) {
      record(request, "session.ended", formatPrincipalKey("user", by.id), {
        target: `session:${ended.id}`,
        data: { reason },
      });
    },
    consentWithdrawn(request, by, applicationId, scope) {
      const data = scope === undefined ? {} : { scope };
      record(request, "consent.withdrawn", formatPrincipalKey("user", by.id), {
        target: formatPrincipalKey("application", applicationId),
        data,
      });
    },
    passwordChanged: (request, by) =>
      record(request, "user.password_changed", formatPrincipalKey("user", by.id)),
    passwordChangeFailed: (request, by, reason) =>
      record(request, "user.password_change_failed", formatPrincipalKey("user", by.id), { data: { reason } }),
    passwordReset: (request, by) => record(request, "user.password_reset", formatPrincipalKey("user", by.id)),
  };
}
