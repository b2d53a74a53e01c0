import { AsyncLocalStorage } from "node:async_hooks";

/** The ids of the trace and of the step that the present code works for, as log lines name them. */
export interface TraceIds {
  readonly trace_id: string;
  readonly span_id: string;
}

/** What belongs to the present step. Only a server that traces ever runs in it. */
export interface TraceContext<Step> {
  readonly ids: TraceIds;
  readonly step: Step;
}

const current = new AsyncLocalStorage<TraceContext<unknown>>();

export const withTraceContext = <T>(context: TraceContext<unknown>, work: () => T): T =>
  current.run(context, work);

export const findTraceContext = <Step>(): TraceContext<Step> | undefined =>
  current.getStore() as TraceContext<Step> | undefined;

/** For log lines; empty outside of a trace. */
export const currentTraceIds = (): TraceIds | object => current.getStore()?.ids ?? {};
