import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { Clients } from "../../accounts/clients.ts";
import type { Application } from "../../accounts/entities.ts";
import type { AuditRecorder } from "../../audit/recorder.ts";
import type { KeyRing } from "../../tokens/keys/key-ring.ts";
import { signLogoutToken } from "../../tokens/logout-token.ts";
import { OutboundError, type PostForm } from "../outbound/post-form.ts";
import type { LogoutDelivery, LogoutDeliveryStore } from "../stores.ts";

export interface LogoutDeliverer {
  /** Sends what is due. Called again and again, on every node: each delivery is taken by one of them at a time. */
  deliverDue(): Promise<void>;
}

/** Applications that do not answer take a place each for five seconds, and no more than these. */
const AT_ONCE = 8;
/** Longer than an attempt can take: the delivery of a node that died is free for another node after this. */
const LEASE_SECONDS = 30;
/** After the first attempt, the second, …: five attempts in about nine minutes. */
const RETRY_DELAYS_SECONDS = [10, 30, 120, 360] as const;
const MAX_ATTEMPTS = RETRY_DELAYS_SECONDS.length + 1;

type Outcome =
  | { readonly kind: "delivered" }
  /** Another attempt may do better. */
  | { readonly kind: "failed"; readonly reason: string }
  /** None would. */
  | { readonly kind: "refused"; readonly reason: string };

export function createLogoutDeliverer(options: {
  readonly store: Pick<LogoutDeliveryStore, "take" | "done" | "retryAt">;
  readonly clients: Pick<Clients, "find">;
  readonly keyRing: Pick<KeyRing, "signer">;
  readonly send: PostForm;
  readonly audit: Pick<AuditRecorder, "record" | "count">;
  readonly clock: Clock;
  readonly issuer: string;
  /** Once aborted, nothing more is begun; the rest is for another node, or for the next start. */
  readonly stopping: AbortSignal;
}): LogoutDeliverer {
  const { store, clients, keyRing, send, audit, clock, issuer, stopping } = options;

  const take = async (limit: number): Promise<readonly LogoutDelivery[]> => {
    if (stopping.aborted) return [];
    const now = clock.seconds();
    return store.take(now, now + LEASE_SECONDS, limit);
  };

  async function deliverOneAfterAnother(first: LogoutDelivery): Promise<void> {
    for (let next: LogoutDelivery | undefined = first; next; [next] = await take(1)) await deliver(next);
  }

  async function deliver(delivery: LogoutDelivery): Promise<void> {
    const application = (await clients.find(delivery.applicationId))?.application;
    const address = application?.enabled ? application.backchannelLogoutUri : undefined;
    // The application does not exist any more, or has no address.
    if (!application || address === undefined) return store.done(delivery.id);
    await conclude(delivery, await attempt(delivery, application, address));
  }

  async function attempt(
    { attempts, userId, sessionId }: LogoutDelivery,
    { id, idTokenAlgorithm }: Application,
    address: string,
  ): Promise<Outcome> {
    // The attempt was counted when the delivery was taken: one that crashes its node must not be retried for ever.
    if (attempts > MAX_ATTEMPTS) return { kind: "refused", reason: "no attempt came to an end" };
    const logoutToken = await signLogoutToken(keyRing, {
      issuer,
      audience: id,
      subject: userId,
      sessionId,
      issuedAt: clock.seconds(),
      algorithm: idTokenAlgorithm,
    });
    try {
      return outcomeFrom(await send(address, { logout_token: logoutToken }));
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { kind: "failed", reason: error.failure };
    }
  }

  async function conclude(delivery: LogoutDelivery, outcome: Outcome): Promise<void> {
    const pause = RETRY_DELAYS_SECONDS[delivery.attempts - 1];
    if (outcome.kind === "failed" && pause !== undefined) {
      audit.count("logout_deliveries", "retried");
      return store.retryAt(delivery.id, clock.seconds() + pause);
    }
    const isDelivered = outcome.kind === "delivered";
    audit.record({
      at: clock.milliseconds(),
      type: isDelivered ? "logout.delivered" : "logout.given_up",
      actor: formatPrincipalKey("user", delivery.userId),
      target: formatPrincipalKey("application", delivery.applicationId),
      data: {
        session: delivery.sessionId,
        attempts: delivery.attempts,
        ...(!isDelivered && { reason: outcome.reason }),
      },
    });
    audit.count("logout_deliveries", isDelivered ? "delivered" : "given_up");
    await store.done(delivery.id);
  }

  return {
    async deliverDue() {
      const batch = await take(AT_ONCE);
      const ends = await Promise.allSettled(batch.map(deliverOneAfterAnother));
      // All deliveries have ended before a failure is thrown: none stays taken by this node.
      const failed = ends.find((end) => end.status === "rejected");
      if (failed) throw failed.reason;
    },
  };
}

/** Back-Channel Logout §2.8: 400 means that the application refused the request; another attempt would not help. */
function outcomeFrom({ status }: { readonly status: number }): Outcome {
  if (status >= 200 && status < 300) return { kind: "delivered" };
  return { kind: status === 400 ? "refused" : "failed", reason: `status ${status}` };
}
