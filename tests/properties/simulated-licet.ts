import type { World } from "@licet/engine/internal/testing/oracle.ts";
import { recordsBetween, recordsOf } from "./world-records.ts";

/** Clocks that a test moves, and waits that end when they are due. */
export interface SimulatedTime {
  /** What really has passed; neither clock of the process is trusted with it. */
  readonly real: () => number;
  readonly monotonic: () => number;
  readonly now: () => number;
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Lets time pass. Waits that are due end in their order. */
  pass(milliseconds: number): Promise<void>;
  /** The machine sleeps: its monotonic clock stands still. */
  sleep(milliseconds: number): Promise<void>;
}

/** Lets everything that waits for nothing but others come to its end. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

export function createSimulatedTime(startMilliseconds: number): SimulatedTime {
  let real = 0;
  let slept = 0;
  const timers = new Set<{ readonly due: number; end(): void }>();
  const monotonic = () => real - slept;
  return {
    real: () => real,
    monotonic,
    now: () => startMilliseconds + real,
    pause: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const timer = {
          due: monotonic() + milliseconds,
          end() {
            timers.delete(timer);
            signal?.removeEventListener("abort", onAbort);
            resolve();
          },
        };
        const onAbort = () => {
          timers.delete(timer);
          reject(signal?.reason);
        };
        signal?.addEventListener("abort", onAbort, { once: true });
        if (milliseconds <= 0) timer.end();
        else timers.add(timer);
      }),
    async pass(milliseconds) {
      const end = real + milliseconds;
      await settle();
      for (;;) {
        const next = [...timers].toSorted((one, other) => one.due - other.due)[0];
        if (!next || next.due + slept > end) break;
        real = Math.max(real, next.due + slept);
        next.end();
        await settle();
      }
      real = end;
      await settle();
    },
    async sleep(milliseconds) {
      real += milliseconds;
      slept += milliseconds;
      await settle();
    },
  };
}

interface OpenStream {
  readonly startedAt: number;
  position: number;
  send(text: string): void;
  end(error?: Error): void;
}

/** A server with random worlds, and a network to it with faults. Its clock starts anywhere and is right about durations. */
export function createSimulatedLicet(first: World, time: Pick<SimulatedTime, "real">) {
  const history = [{ revision: 1, world: first, since: time.real() }];
  const latest = () => history.at(-1) as (typeof history)[number];
  const streams = new Set<OpenStream>();
  let held: (() => void)[] | undefined;
  let refusals: number[] = [];
  let isSnapshotCut = false;

  /** What the network delivers, now or when it is released. */
  const deliver = (work: () => void) => {
    if (held) held.push(work);
    else work();
  };

  const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

  /** Sends a stream what is new, or that nothing is. */
  function beat(stream: OpenStream): void {
    const { revision, world } = latest();
    const elapsed = time.real() - stream.startedAt;
    const known = history.find((one) => one.revision === stream.position);
    const data = { revision, elapsed };
    const text =
      known && stream.position !== revision
        ? event("change", { ...data, records: recordsBetween(known.world, world) })
        : event("beat", data);
    stream.position = revision;
    deliver(() => stream.send(text));
  }

  function openBody(position: number, signal: AbortSignal | null | undefined) {
    const encoder = new TextEncoder();
    let stream: OpenStream | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        let isOpen = true;
        const opened: OpenStream = {
          startedAt: time.real(),
          position,
          send(text) {
            // In two chunks, so that a reader has to put them together.
            const bytes = encoder.encode(text);
            const half = Math.floor(bytes.length / 2);
            if (isOpen)
              for (const part of [bytes.slice(0, half), bytes.slice(half)]) controller.enqueue(part);
          },
          end(error) {
            if (!isOpen) return;
            isOpen = false;
            streams.delete(opened);
            if (error) controller.error(error);
            else controller.close();
          },
        };
        stream = opened;
        signal?.addEventListener("abort", () => opened.end(new Error("aborted")));
      },
      cancel() {
        stream?.end();
      },
    });
    return { body, stream: stream as unknown as OpenStream };
  }

  const headers = { date: new Date(1_800_000_000_000).toUTCString() };

  async function fetch(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const { pathname, searchParams } = new URL(String(url));
    if (refusals.length > 0) {
      const status = refusals.shift() as number;
      if (status === 0) throw new TypeError("fetch failed");
      return new Response(null, { status });
    }
    const isHeld = held !== undefined;
    if (isHeld)
      await new Promise<void>((resolve, reject) => {
        deliver(resolve);
        init.signal?.addEventListener("abort", () => reject(new Error("aborted")));
      });
    if (pathname === "/api/v1/snapshot") return new Response(writeSnapshot(), { headers });
    const { body, stream } = openBody(Number(searchParams.get("after")), init.signal);
    streams.add(stream);
    beat(stream);
    return new Response(body, { headers });
  }

  function writeSnapshot(): string {
    const { revision, world } = latest();
    const records = recordsOf(world);
    const lines = [
      { kind: "snapshot", revision, reads: ["subject.name"], usernames: true },
      ...records,
      { kind: "end", records: records.length },
    ].map((line) => JSON.stringify(line));
    const whole = `${lines.join("\n")}\n`;
    const text = isSnapshotCut ? whole.slice(0, Math.floor(whole.length * 0.7)) : whole;
    isSnapshotCut = false;
    return text;
  }

  return {
    fetch,
    history: history as readonly (typeof history)[number][],
    change(world: World): void {
      history.push({ revision: latest().revision + 1, world, since: time.real() });
    },
    /** Every stream is told what is new. */
    beat(): void {
      for (const stream of streams) beat(stream);
    },
    cut(): void {
      for (const stream of streams) stream.end(new Error("connection reset"));
    },
    reset(): void {
      for (const stream of [...streams]) {
        streams.delete(stream);
        deliver(() => {
          stream.send(event("reset", { revision: latest().revision }));
          stream.end();
        });
      }
    },
    /** Nothing arrives any more, until it is released. */
    hold(): void {
      held ??= [];
    },
    release(): void {
      const late = held ?? [];
      held = undefined;
      for (const work of late) work();
    },
    /** The next requests fail: 0 stands for a network without an answer. */
    refuse(statuses: readonly number[]): void {
      refusals = [...statuses];
    },
    cutNextSnapshot(): void {
      isSnapshotCut = true;
    },
  };
}
