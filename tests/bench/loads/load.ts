import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { quantile } from "../report/statistics.ts";
import { createResponseReader } from "./response-reader.ts";

/**
 * The load generator: a closed loop over keep-alive connections on raw sockets, one request at a time on each.
 *
 * It is our own because it shares a small machine with the server it measures. Requests are bytes prepared before the
 * measurement, and answers are split by Content-Length, which takes a fraction of the processor time of a general
 * HTTP client; every run reports that time, so that a reader can see that the server was the bottleneck.
 */
export interface LoadPlan {
  readonly port: number;
  /** POST by default. With GET, the body becomes the query. */
  readonly method?: "GET" | "POST";
  readonly path: string;
  readonly contentType: string;
  readonly authorization?: string;
  /** The cookie of each body. */
  readonly cookies?: readonly string[];
  /** Sent in turn, starting again after the last. */
  readonly bodies: readonly string[];
  readonly connections: number;
  /** The load ends at whichever comes first. */
  readonly seconds: number;
  readonly requests?: number;
  /** The expected status of every answer: 200 by default. */
  readonly status?: 200 | 303;
  /**
   * Sees every `sampleEvery`th answer, beginning with the first, and throws when it is wrong. The answer is the body, or
   * the location of a redirect.
   */
  readonly check: (answer: string, bodyIndex: number) => void;
  readonly sampleEvery: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
  readonly checkedAnswers: number;
  readonly answerBytes: number;
  /** Processor time of the generator per request, and the part of one core that it kept busy. */
  readonly generatorMicroseconds: number;
  readonly generatorBusy: number;
}

/** A server that has not answered this long after the end of the load has failed. */
const MOST_SILENT_SECONDS = 10;

export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const messages = plan.bodies.map((body, index) => requestBytes(plan, body, plan.cookies?.[index]));
  const sockets = await Promise.all(Array.from({ length: plan.connections }, () => open(plan.port)));
  try {
    return await sendRequests(plan, messages, sockets);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

async function sendRequests(
  plan: LoadPlan,
  messages: readonly Buffer[],
  sockets: readonly Socket[],
): Promise<LoadResult> {
  const { status: expected = 200 } = plan;
  const { promise: allAnswered, resolve, reject } = Promise.withResolvers<number>();
  const latencies: number[] = [];
  let sent = 0;
  let checkedAnswers = 0;
  let answerBytes = 0;

  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const endsAt = startedAt + plan.seconds * 1000;
  const watchdog = setTimeout(
    () => reject(new Error(`no answer from ${plan.path} within ${MOST_SILENT_SECONDS} s`)),
    (plan.seconds + MOST_SILENT_SECONDS) * 1000,
  );

  const useConnection = (socket: Socket): void => {
    let bodyIndex = 0;
    let sentAt = 0;

    const next = (now: number): void => {
      const over = now >= endsAt || sent >= (plan.requests ?? Number.POSITIVE_INFINITY);
      if (!over) {
        bodyIndex = sent % messages.length;
        sent += 1;
        sentAt = now;
        socket.write(messages[bodyIndex] as Buffer);
      } else if (latencies.length === sent) {
        resolve(now);
      }
    };

    const read = createResponseReader((status, body, head) => {
      const now = performance.now();
      if (status !== expected)
        throw new Error(`${plan.path} answered ${status}: ${body.toString("utf8", 0, 300)}`);
      if (latencies.length % plan.sampleEvery === 0) {
        plan.check(expected === 303 ? getLocation(head) : body.toString(), bodyIndex);
        checkedAnswers += 1;
      }
      latencies.push(now - sentAt);
      answerBytes = body.length;
      next(now);
    });

    socket.on("data", (chunk: Buffer) => {
      try {
        read(chunk);
      } catch (error) {
        reject(error);
      }
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`a connection to ${plan.path} was closed under load`)));
    next(startedAt);
  };

  for (const socket of sockets) useConnection(socket);
  const endedAt = await allAnswered.finally(() => clearTimeout(watchdog));

  const seconds = (endedAt - startedAt) / 1000;
  const cpu = process.cpuUsage(cpuBefore);
  const sorted = Float64Array.from(latencies).sort();
  return {
    requests: latencies.length,
    seconds,
    perSecond: latencies.length / seconds,
    p50Milliseconds: quantile(sorted, 0.5),
    p99Milliseconds: quantile(sorted, 0.99),
    checkedAnswers,
    answerBytes,
    generatorMicroseconds: (cpu.user + cpu.system) / latencies.length,
    generatorBusy: (cpu.user + cpu.system) / 1e6 / seconds,
  };
}

function requestBytes(plan: LoadPlan, body: string, cookie: string | undefined): Buffer {
  const { method = "POST", path, port, contentType, authorization } = plan;
  const lines = [
    `${method} ${method === "GET" ? `${path}?${body}` : path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    "Accept: application/json",
    ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
    ...(cookie === undefined ? [] : [`Cookie: ${cookie}`]),
    ...(method === "GET"
      ? ["", ""]
      : [`Content-Type: ${contentType}`, `Content-Length: ${Buffer.byteLength(body)}`, "", body]),
  ];
  return Buffer.from(lines.join("\r\n"));
}

function getLocation(head: string): string {
  const location = /\r\nlocation: *([^\r]+)/i.exec(head)?.[1];
  if (location === undefined) throw new Error(`a redirect without Location: ${head.slice(0, 300)}`);
  return location;
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  await once(socket, "connect");
  return socket;
}
