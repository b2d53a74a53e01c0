import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { beginTransfer, findSlowest, measureTransfers, type Transfer } from "../connection/find-slowest.ts";
import type { LimitedAddress } from "./limited-address.ts";
import { classifyRequest } from "./load-class.ts";
import { readsBody } from "./reads-body.ts";

export interface ArrivingBodyBounds {
  readonly mostOfNetwork: number;
  /** Also of callers whose network is unknown. */
  readonly most: number;
  readonly mostBytes: number;
}

/** Honest bodies arrive within milliseconds: only slow lines and attackers have some under way. */
export const ARRIVING_BODY_BOUNDS: ArrivingBodyBounds = {
  mostOfNetwork: 64,
  most: 1_024,
  mostBytes: 64 * 1_024 * 1_024,
};

/** How often those under way are measured, and their bytes added up. */
const LOOK_EVERY_MILLISECONDS = 500;

export interface ArrivingBodiesOptions {
  readonly limitedAddress: LimitedAddress;
  /** Answers that the request took too long, and ends the connection. */
  readonly cut: (socket: Socket) => void;
  readonly bounds?: ArrivingBodyBounds;
}

interface ArrivingBody extends Transfer {
  readonly socket: Socket;
  readonly network: string | undefined;
}

/**
 * Bounds the request bodies that are under way, since they hold no place of the load guard. When there are too many,
 * the slowest is cut off. A body that comes together with its head, as most do, costs only a look at the end of the turn.
 */
export function boundArrivingBodies(app: FastifyInstance, options: ArrivingBodiesOptions): void {
  const { limitedAddress, cut, bounds = ARRIVING_BODY_BOUNDS } = options;
  const arriving = new Set<ArrivingBody>();
  const countOfNetwork = new Map<string | undefined, number>();
  /** Requests of this turn of the event loop. */
  let expected: FastifyRequest[] = [];
  let timer: NodeJS.Timeout | undefined;

  function endTurn(): void {
    const requests = expected;
    expected = [];
    for (const request of requests) if (isUnderWay(request.raw)) watch(request);
  }

  function watch(request: FastifyRequest): void {
    const { raw } = request;
    const network = limitedAddress(request);
    const { socket } = raw;
    // What came together with the head does not count, 64 kB at most.
    const earlierBytes = socket.bytesRead;
    const transferredBytes = () => socket.bytesRead - earlierBytes;
    const body: ArrivingBody = { socket, network, ...beginTransfer(transferredBytes) };
    arriving.add(body);
    countOfNetwork.set(network, (countOfNetwork.get(network) ?? 0) + 1);
    raw.once("close", () => forget(body));
    timer ??= setInterval(look, LOOK_EVERY_MILLISECONDS).unref();
    if (network !== undefined && (countOfNetwork.get(network) ?? 0) > bounds.mostOfNetwork)
      cutSlowest(arriving.values().filter((each) => each.network === network));
    if (arriving.size > bounds.most) cutSlowest();
  }

  function forget(body: ArrivingBody): void {
    if (!arriving.delete(body)) return;
    const left = (countOfNetwork.get(body.network) ?? 1) - 1;
    if (left > 0) countOfNetwork.set(body.network, left);
    else countOfNetwork.delete(body.network);
    if (arriving.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function look(): void {
    measureTransfers(arriving);
    let bytes = 0;
    for (const body of arriving) bytes += body.transferredBytes();
    while (bytes > bounds.mostBytes) bytes -= cutSlowest();
  }

  /** Returns how many bytes of it had arrived. */
  function cutSlowest(among: Iterable<ArrivingBody> = arriving): number {
    const slowest = findSlowest(among);
    if (slowest === undefined) return Number.POSITIVE_INFINITY;
    forget(slowest);
    cut(slowest.socket);
    return slowest.transferredBytes();
  }

  app.addHook("preParsing", (request, _reply, _payload, done) => {
    if (readsBody(request.raw.method ?? "")) {
      if (expected.length === 0) setImmediate(endTurn);
      expected.push(request);
    }
    done();
  });
}

/** The route of imports cuts off whoever sends too slowly, and takes few at a time. */
const isUnderWay = ({ complete, destroyed, method, url = "" }: IncomingMessage): boolean =>
  !complete && !destroyed && classifyRequest(method, url) !== "imports";
