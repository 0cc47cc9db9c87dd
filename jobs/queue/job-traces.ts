import type { ContextManager, Telemetry } from 'bullmq';
import { currentTrace, inTrace, readTraceparent, type Trace } from '../../telemetry/trace.js';

/** Jobs are spans of nobody: only the trace that they belong to is carried. */
const NO_SPAN = {
  setSpanOnContext: (context: Trace | undefined) => context,
  setAttribute: () => undefined,
  setAttributes: () => undefined,
  addEvent: () => undefined,
  recordException: () => undefined,
  end: () => undefined,
};

const TRACES: ContextManager<Trace | undefined> = {
  with: (trace, work) => inTrace(trace, work) as ReturnType<typeof work>,
  active: currentTrace,
  // An empty text is not stored with the job.
  getMetadata: (trace) => trace?.traceparent ?? '',
  fromMetadata: (_active, metadata) => readTraceparent(metadata),
};

/** Gives a job the trace of the work that adds it, and runs it in that trace, in whatever process. */
export const JOB_TRACES: Telemetry<Trace | undefined> = {
  tracer: { startSpan: () => NO_SPAN },
  contextManager: TRACES,
};
