import type { IncomingMessage } from "node:http";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Deadline, DeadlineError, withDeadline } from "../core/time/deadline.ts";
import type { DelayGauge } from "./admission/delay-gauge.ts";
import { waitedMilliseconds } from "./connection/early-requests.ts";

/** How late an answer may be: one timer looks at all requests, because one for each costs more. */
const LOOK_EVERY_MILLISECONDS = 100;

/** A request that has no answer yet. Only the deadline travels with the work, which may outlive the request. */
interface WaitingRequest {
  readonly reply: FastifyReply;
  readonly deadline: { -readonly [Member in keyof Deadline]: Deadline[Member] };
}

const WAITING = Symbol("waiting request");
type TimedRequest = FastifyRequest & { [WAITING]: WaitingRequest | undefined };
const waitingOf = (request: FastifyRequest) => (request as TimedRequest)[WAITING] as WaitingRequest;

/**
 * Gives every request its deadline, and answers at the deadline whatever the handler still waits for. The work below
 * ends by itself then: it asks for the deadline before each step. Its late result is dropped.
 */
export function answerInTime(
  app: FastifyInstance,
  milliseconds: number,
  delay?: Pick<DelayGauge, "waitingSince">,
): void {
  const waiting = new Set<WaitingRequest>();
  let timer: NodeJS.Timeout | undefined;

  function answerOverdue(): void {
    const now = performance.now();
    for (const request of waiting) {
      const { reply, deadline } = request;
      const { raw } = reply.request;
      const isGone = raw.socket.destroyed;
      if (!isGone && isReceiving(raw)) {
        deadline.arrivedAt = now;
        deadline.endsAt = now + milliseconds;
      }
      if (!isGone && now < deadline.endsAt) continue;
      waiting.delete(request);
      // Its client may have tried again: what was not begun yet is not executed any more.
      if (isGone) deadline.endsAt = now;
      // A stream that has begun ends when its client leaves.
      if (!isGone && !reply.sent && !reply.raw.headersSent) answerOutOfTime(reply);
    }
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  app.decorateRequest(WAITING, undefined);

  app.addHook("onRequest", (request, reply, done) => {
    const arrivedAt = performance.now();
    // Its time began when it came, and not when this process looked or had started.
    const cameAt = (delay?.waitingSince ?? arrivedAt) - waitedMilliseconds(request.raw);
    const one: WaitingRequest = { reply, deadline: { arrivedAt, endsAt: cameAt + milliseconds } };
    (request as TimedRequest)[WAITING] = one;
    waiting.add(one);
    timer ??= setInterval(answerOverdue, LOOK_EVERY_MILLISECONDS).unref();
    withDeadline(one.deadline, done);
  });

  app.addHook("onResponse", (request, _reply, done) => {
    waiting.delete(waitingOf(request));
    done();
  });
}

/** Gives a request more time from now on: an import has a deadline for each of its sets, not for all together. */
export function renewDeadline(request: FastifyRequest, milliseconds: number): void {
  const { deadline } = waitingOf(request);
  deadline.arrivedAt = performance.now();
  deadline.endsAt = deadline.arrivedAt + milliseconds;
}

/**
 * True while Fastify reads a body that has not arrived as a whole. That time is the client's, and Node limits it. Asked
 * here, because hooks before and after the reading would cost every request more than the rest of its deadline.
 */
const isReceiving = ({ readableFlowing, complete }: IncomingMessage): boolean =>
  readableFlowing === true && !complete;

function answerOutOfTime(reply: FastifyReply): void {
  // To the error handler of its scope, which knows the format.
  reply.send(new DeadlineError());
  // Fastify would log the result of the handler, which comes after the answer, as a mistake of the program.
  reply.log = SILENT;
}

const nothing = () => {};
const SILENT: FastifyBaseLogger = {
  level: "silent",
  fatal: nothing,
  error: nothing,
  warn: nothing,
  info: nothing,
  debug: nothing,
  trace: nothing,
  silent: nothing,
  child: () => SILENT,
};
