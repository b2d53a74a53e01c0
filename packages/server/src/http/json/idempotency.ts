import { createHmac } from "node:crypto";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import { withoutDeadline } from "../../core/time/deadline.ts";
import type { ClaimedKey } from "../../directory/stores.ts";
import type { IdempotencyStore } from "../../operations/stores.ts";
import { conflictProblem, ProblemError } from "../problems.ts";
import type { ApiAnswer, ApiCall, ApiRoute } from "./api-route.ts";

/** Encrypts the stored answers: some hold a secret that is shown only once, and the database must not reveal it. */
export interface AnswerSealer {
  seal(name: string, answer: Uint8Array): string;
  open(name: string, sealed: string): Buffer;
}

export interface IdempotencyParts {
  readonly store: IdempotencyStore;
  readonly sealer: AnswerSealer;
  /** Requests are remembered by a keyed hash: they may hold a password, and a plain hash of it could be guessed. */
  readonly fingerprintKey: Uint8Array;
  readonly clock: Clock;
}

export type WithIdempotency = (route: ApiRoute) => ApiRoute;

/**
 * A POST with an `Idempotency-Key` has its effect once, however often it is sent: the second time it gets the answer
 * of the first. Keys belong to their caller. A request that was refused, or whose node died before it had an effect,
 * leaves its key free for the next attempt.
 */
export function createWithIdempotency(parts: IdempotencyParts): WithIdempotency {
  const { store, sealer, clock } = parts;

  const answerOnce = async (
    call: ApiCall,
    key: string,
    handle: (claimed: ClaimedKey) => Promise<ApiAnswer>,
  ) => {
    const name = JSON.stringify([call.caller.token.sub, call.caller.token.client_id, key]);
    const claim = await store.claim(name, fingerprintOf(call, parts.fingerprintKey), clock.seconds());
    switch (claim.state) {
      case "done":
        return readAnswer(name, claim.sealedAnswer, sealer);
      case "under_way":
        throw conflictProblem("the first request with this idempotency key is still under way", {
          code: "request_under_way",
        });
      case "answer_lost":
        throw answerLost();
      case "other_request":
        throw new ProblemError("idempotency_mismatch", "use a new key for a new request");
      case "new": {
        const { claimed } = claim;
        // A request that ran out of time has to leave its key free for the next attempt, or its answer behind it.
        const answer = await handle(claimed).catch(async (error: unknown) => {
          await withoutDeadline(() => store.release(claimed));
          throw error;
        });
        const sealed = sealer.seal(name, Buffer.from(JSON.stringify(answer)));
        await withoutDeadline(() => store.finish(claimed, sealed));
        return answer;
      }
    }
  };

  return (route) => {
    if (route.method !== "POST") return route;
    return {
      ...route,
      headers: [...(route.headers ?? []), "Idempotency-Key"],
      async handle(call) {
        const key = parseKey(call.request.headers["idempotency-key"]);
        return key === undefined
          ? route.handle(call)
          : answerOnce(call, key, async (claimed) => route.handle({ ...call, claimed }));
      },
    };
  };
}

function parseKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === "string" && /^[\x21-\x7E]{1,255}$/.test(header)) return header;
  throw new ProblemError("bad_request", "Idempotency-Key: expected 1 to 255 characters without spaces");
}

const fingerprintOf = ({ request }: ApiCall, key: Uint8Array): string =>
  createHmac("sha256", key)
    .update(JSON.stringify([request.method, request.url, request.body ?? null]))
    .digest("base64url");

function readAnswer(name: string, sealed: string, sealer: AnswerSealer): ApiAnswer {
  try {
    return JSON.parse(sealer.open(name, sealed).toString());
  } catch {
    throw answerLost();
  }
}

const answerLost = (): ProblemError =>
  conflictProblem("the request had its effect, but its answer cannot be read any more", {
    code: "answer_lost",
  });
