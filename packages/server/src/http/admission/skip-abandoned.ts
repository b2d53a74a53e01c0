import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import type { DelayGauge } from "./delay-gauge.ts";

/** A client that leaves within so short a time has left while its request was on its way. */
const LATE_MILLISECONDS = 250;

/**
 * Does not begin requests whose client has left while they waited in their sockets. A client that got no answer tries
 * again, and what it sent before must not be executed after that.
 *
 * Node reads the end of a connection in the turn after that of the bytes before it. So while turns are late, a request
 * begins when this process has looked at all sockets once more. Nothing else happens in between, so that it comes soon.
 */
export function skipAbandoned(
  handle: RequestListener,
  delay: Pick<DelayGauge, "waitingSince">,
  onSkipped: () => void,
): RequestListener {
  return (request, response) => {
    if (performance.now() - delay.waitingSince < LATE_MILLISECONDS) return handle(request, response);
    // The first one ends this turn, and the second one the next.
    setImmediate(() =>
      setImmediate(() => (hasLeft(request.socket) ? onSkipped() : handle(request, response))),
    );
  };
}

/** Node ends the connection of a client that has ended its side. */
const hasLeft = ({ destroyed, readableEnded, writableEnded }: Socket): boolean =>
  destroyed || readableEnded || writableEnded;
