import { currentTrace, inTrace, type Trace } from './trace.js';

/** Values from tables and counts: never keys, queries, bodies or customers' texts. */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

/** How a span relates to its parent and children, as OpenTelemetry has it. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
}

/** Work that is being measured. */
export interface Span {
  /** For what it causes, here and in other processes. */
  readonly trace: Trace;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Must be called once. */
  end(isOk: boolean): void;
}

/** Takes what spans tell. */
export type StartSpan = (start: SpanStart, parent: Trace | undefined) => Span;

let recorder: StartSpan | undefined;

/** Gives the spans of this process to a recorder, or to none. */
export function recordSpans(start: StartSpan | undefined): void {
  recorder = start;
}

/** Whether spans are recorded; what is costly to tell is told only then. */
export function recordsSpans(): boolean {
  return recorder !== undefined;
}

/** Starts a span that the caller ends; undefined if none are recorded. */
export function startSpan(start: SpanStart, parent: Trace | undefined = currentTrace()): Span | undefined {
  return recorder?.(start, parent);
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Runs `work` in a span that ends with it, or with its promise, and failed if that throws or rejects. */
export function inSpan<Result>(start: SpanStart, work: (span: Span | undefined) => Result): Result {
  const span = startSpan(start);
  if (span === undefined) return work(undefined);
  let result: Result;
  try {
    result = inTrace(span.trace, () => work(span));
  } catch (error) {
    span.end(false);
    throw error;
  }
  if (!isThenable(result)) {
    span.end(true);
    return result;
  }
  void result.then(
    () => span.end(true),
    () => span.end(false),
  );
  return result;
}
