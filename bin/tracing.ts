import type * as Otel from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import { recordSpans, type SpanKind, type StartSpan } from '../telemetry/spans.js';
import type { Trace } from '../telemetry/trace.js';
import type { Config } from './config.js';
import { VERSION } from './version.js';

/** How long a batch may take, repetitions included: a request under way keeps the program from ending. */
const BATCH_MS = 2_000;
/** How long the last batches may take when the program ends. */
const LAST_SPANS_MS = 2_000;

const FLAGS_AT = -2;
const HEXADECIMAL = 16;

function startSpans(otel: typeof Otel, tracer: Otel.Tracer): StartSpan {
  const kinds: Readonly<Record<SpanKind, Otel.SpanKind>> = {
    internal: otel.SpanKind.INTERNAL,
    server: otel.SpanKind.SERVER,
    client: otel.SpanKind.CLIENT,
    producer: otel.SpanKind.PRODUCER,
    consumer: otel.SpanKind.CONSUMER,
  };
  const contextOf = (parent: Trace | undefined) =>
    parent === undefined
      ? otel.ROOT_CONTEXT
      : otel.trace.setSpanContext(otel.ROOT_CONTEXT, {
          traceId: parent.traceId,
          spanId: parent.parentId,
          traceFlags: Number.parseInt(parent.traceparent.split('-')[3]?.slice(FLAGS_AT) ?? '0', HEXADECIMAL),
          isRemote: true,
        });
  return ({ name, kind, attributes = {} }, parent) => {
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent));
    const { traceId, spanId, traceFlags } = span.spanContext();
    const flags = traceFlags.toString(HEXADECIMAL).padStart(2, '0');
    return {
      trace: { traceId, parentId: spanId, traceparent: `00-${traceId}-${spanId}-${flags}` },
      rename: (other) => void span.updateName(other),
      set: (more) => void span.setAttributes(more),
      end(isOk) {
        if (!isOk) span.setStatus({ code: otel.SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
}

/** `ExportResultCode.FAILED` of the library, which does not export the enum to its users. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- see above
const FAILED = 1 as Parameters<Parameters<SpanExporter['export']>[1]>[0]['code'];

/**
 * The exporter, with its failures in the log: its own library would drop them without a word. Sends nothing more once
 * `isOver`.
 */
function loggedExporter(exporter: SpanExporter, log: Pick<Logger, 'warn'>, isOver: () => boolean): SpanExporter {
  return {
    export(spans, done) {
      if (isOver()) return done({ code: FAILED });
      exporter.export(spans, (result) => {
        if (result.error !== undefined) {
          log.warn(
            { reason: result.error.message, spans: spans.length },
            'spans could not be sent to the collector; they are dropped',
          );
        }
        done(result);
      });
    },
    shutdown: async () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/**
 * Sends spans to the collector in the configuration, from a bounded queue beside the work; loads nothing without one.
 * Returns what sends the last spans.
 */
export async function startTracing(
  { tracesUrl }: Pick<Config, 'tracesUrl'>,
  log: Pick<Logger, 'warn'>,
): Promise<() => Promise<void>> {
  if (tracesUrl === undefined) return async () => Promise.resolve();
  const [otel, { BasicTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  let isOver = false;
  const sender = new OTLPTraceExporter({ url: tracesUrl, timeoutMillis: BATCH_MS });
  const exporter = loggedExporter(sender, log, () => isOver);
  const provider = new BasicTracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': 'marketgraph', 'service.version': VERSION })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  recordSpans(startSpans(otel, provider.getTracer('marketgraph', VERSION)));
  return async () => {
    recordSpans(undefined);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, LAST_SPANS_MS)));
    const flushed = provider
      .shutdown()
      .catch((err: unknown) => log.warn({ err }, 'the last spans could not be sent to the collector'));
    await Promise.race([flushed, late]);
    isOver = true;
    clearTimeout(timer);
  };
}
