import { AsyncLocalStorage } from 'node:async_hooks';

/** A caller's trace, as W3C Trace Context has it. */
export interface Trace {
  readonly traceId: string;
  readonly parentId: string;
  /** The header as received, to be passed on. */
  readonly traceparent: string;
}

/** Version 00, and later ones by their first four fields. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?$/;
const LONGEST = 100;

const current = new AsyncLocalStorage<Trace | undefined>();

/** The trace that a `traceparent` header names; undefined if it is not valid. */
export function readTraceparent(header: unknown): Trace | undefined {
  if (typeof header !== 'string' || header.length > LONGEST) return undefined;
  const [, traceId, parentId] = TRACEPARENT.exec(header) ?? [];
  return traceId === undefined || parentId === undefined ? undefined : { traceId, parentId, traceparent: header };
}

/** Runs `work`, and all that it starts, in a trace, or in none. */
export function inTrace<Result>(trace: Trace | undefined, work: () => Result): Result {
  return trace === currentTrace() ? work() : current.run(trace, work);
}

/** The trace of the work in progress. */
export function currentTrace(): Trace | undefined {
  return current.getStore();
}

/** The header with which a request of ours belongs to the trace of the work in progress. */
export function traceHeader(): Readonly<{ traceparent?: string }> {
  const trace = currentTrace();
  return trace === undefined ? {} : { traceparent: trace.traceparent };
}
