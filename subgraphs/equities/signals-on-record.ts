import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import { civilOf } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { BENCHMARK } from '../../engines/benchmark.js';
import { firstKnownMs } from '../../engines/signal/recorded-signals.js';
import { compositeKnownBy, signalOnRecord, type CompositeOnRecord } from '../../engines/signal/signal-on-record.js';
import type { CompositesRepository } from '../../store/composites.js';
import { beforeFirst } from '../as-of.js';
import type { BatchedField, FieldQuery } from '../field-loader.js';
import { seriesField } from '../series-field.js';
import type { Services } from '../services.js';
import type { SignalReading } from '../signal-field.js';
import { signalInputsOf, signalRowsOfAllTime, type SignalRow } from '../signal-rows.js';
import type { SecurityRef } from '../tickers.js';

/** An instant, epoch milliseconds. */
export interface AsOfInstant {
  readonly instantMs: number;
}

interface OnRecord extends AsOfInstant {
  /** Null without one, which is an error. */
  readonly composite: CompositeOnRecord | null;
}

/** All that are stored. */
const MINUTE_SESSIONS = 30;

function newestOf(
  records: Awaited<ReturnType<CompositesRepository['load']>>,
  { obj, params }: FieldQuery<SecurityRef, AsOfInstant>,
): CompositeOnRecord | null {
  const record = records.get(obj.ticker);
  return record === undefined ? null : compositeKnownBy(record, params.instantMs);
}

/** What was on record of each: of the year of the instant and the one before or, without any there, at all. */
async function recordedOf(
  composites: CompositesRepository,
  queries: readonly FieldQuery<SecurityRef, AsOfInstant>[],
): Promise<readonly (CompositeOnRecord | Error)[]> {
  const years = queries.map(({ params }) => civilOf(newYorkTime(params.instantMs).day).year);
  const near = await composites.readYears([...new Set(queries.map(({ obj }) => obj.ticker))], {
    first: Math.min(...years) - 1,
    last: Math.max(...years),
  });
  const rest = queries.filter((query) => newestOf(near, query) === null);
  const whole = await composites.load([...new Set(rest.map(({ obj }) => obj.ticker))]);
  return queries.map((query) => newestOf(near, query) ?? newestOf(whole, query) ?? missing(whole, query.obj));
}

function missing(records: Awaited<ReturnType<CompositesRepository['load']>>, { ticker }: SecurityRef): Error {
  const record = records.get(ticker);
  const firstMs = record === undefined ? null : firstKnownMs(record);
  if (firstMs !== null) return beforeFirst(`the first signal on record of ${ticker}`, firstMs);
  const message = `No signal of ${ticker} is on record: only securities known to be equities are recorded, once a session.`;
  return new ApiError('insufficient_data', `${message} Leave asOf out for its signal now.`);
}

/** The signal on record of each security at its instant: one query of the record for a batch. */
export function signalsOnRecord(services: Services): BatchedField<SignalReading, SecurityRef, AsOfInstant> {
  const rows = signalRowsOfAllTime(services);
  const compute = seriesField<SignalReading, OnRecord, SignalRow>(services, {
    name: 'signalOnRecord',
    alongside: BENCHMARK,
    minuteSessions: MINUTE_SESSIONS,
    rows,
    keyOf: ({ instantMs, composite }) => `${String(instantMs)} ${JSON.stringify(composite)}`,
    compute: ({ bars, sessions, alongside, rows: own }, { composite, instantMs }) => ({
      read:
        composite === null
          ? null
          : signalOnRecord(
              { bars, sessions, benchmark: alongside ?? null, ...signalInputsOf(own) },
              composite,
              instantMs,
            ),
    }),
  });
  return async (queries, context: RequestContext) => {
    const { composites } = services.store.reading(context.versions);
    const recorded = await recordedOf(composites, queries);
    const answers = await compute(
      queries.map(({ obj, params }, index) => {
        const composite = recorded[index];
        return {
          obj,
          params: { ...params, composite: composite === undefined || composite instanceof Error ? null : composite },
        };
      }),
      context,
    );
    // An unknown ticker says more than its missing record.
    return answers.map((answer, index) => {
      const composite = recorded[index];
      return !(answer instanceof Error) && composite instanceof Error ? composite : answer;
    });
  };
}
