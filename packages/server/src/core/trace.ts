/**
 * Runs work as a step of the trace of the present request. Where nothing is traced, this function does not exist, and
 * the work is called as it is.
 */
export type Trace = <T>(step: TracedStep, work: () => Promise<T>) => Promise<T>;

export interface TracedStep {
  readonly name: string;
  /** `client`: the work is a request to another system. */
  readonly kind?: "client";
  /** Never values of callers: no names, no parameters, no tokens. */
  readonly attributes?: Readonly<Record<string, string | number>>;
  /** A step without a request around it, such as a job's, begins a trace of its own. */
  readonly beginsTrace?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: the arguments are passed on as they are
type AsyncFunction = (...given: any[]) => Promise<any>;

/** The same function, as a step of a trace; the very same where nothing is traced. */
export function traced<F extends AsyncFunction>(trace: Trace | undefined, step: TracedStep, work: F): F {
  if (trace === undefined) return work;
  return ((...given: Parameters<F>) => trace(step, () => work(...given))) as F;
}
