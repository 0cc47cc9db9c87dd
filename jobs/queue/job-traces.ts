import { SpanKind, type ContextManager, type Telemetry } from 'bullmq';
import { startSpan, type Span } from '../../telemetry/spans.js';
import { currentTrace, inTrace, readTraceparent, type Trace } from '../../telemetry/trace.js';

type QueueSpan = ReturnType<Telemetry<Trace | undefined>['tracer']['startSpan']>;

/** Kinds of the library's spans that are work of somebody; others are its own polling. */
const KINDS: ReadonlyMap<SpanKind, 'producer' | 'consumer'> = new Map([
  [SpanKind.PRODUCER, 'producer'],
  [SpanKind.CONSUMER, 'consumer'],
]);

/** A span as the library wants it: its attributes have contents of jobs, and are not taken over. */
function queueSpan(span: Span | undefined): QueueSpan {
  let isOk = true;
  return {
    setSpanOnContext: (context: Trace | undefined) => span?.trace ?? context,
    setAttribute: () => undefined,
    setAttributes: () => undefined,
    addEvent: () => undefined,
    recordException: () => void (isOk = false),
    end: () => span?.end(isOk),
  };
}

const TRACES: ContextManager<Trace | undefined> = {
  with: (trace, work) => inTrace(trace, work) as ReturnType<typeof work>,
  active: currentTrace,
  // An empty text is not stored with the job.
  getMetadata: (trace) => trace?.traceparent ?? '',
  fromMetadata: (_active, metadata) => readTraceparent(metadata),
};

/** Gives a job the trace of the work that adds it, and runs it in that trace, in whatever process. */
export const JOB_TRACES: Telemetry<Trace | undefined> = {
  tracer: {
    startSpan(name, options, parent) {
      const kind = KINDS.get(options?.kind ?? SpanKind.INTERNAL);
      return queueSpan(kind === undefined ? undefined : startSpan({ name, kind }, parent ?? currentTrace()));
    },
  },
  contextManager: TRACES,
};
