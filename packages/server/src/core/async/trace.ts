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

// biome-ignore lint/suspicious/noExplicitAny: the arguments and the result are passed on as they are
type AnyFunction = (...given: any[]) => any;

/** The same function, as a step of a trace; the very same where nothing is traced. The result may be a promise. */
export function traced<F extends AnyFunction>(
  trace: Trace | undefined,
  step: TracedStep,
  work: ReturnsPromise<F>,
): F {
  if (trace === undefined) return work;
  return ((...given: Parameters<F>) => trace(step, async () => work(...given))) as F;
}

/** A step that is traced becomes a promise, so whoever calls it must be ready for one. */
type ReturnsPromise<F extends AnyFunction> = Promise<never> extends ReturnType<F> ? F : never;
