import { z } from 'zod';
import { ReadError } from '../live/read-error.js';

const numbers = z.array(z.number().nullable());
const seconds = z.number();

const result = z.object({
  meta: z.object({
    symbol: z.string(),
    currency: z.string().nullish(),
    instrumentType: z.string().nullish(),
    exchangeName: z.string().nullish(),
    fullExchangeName: z.string().nullish(),
    longName: z.string().nullish(),
    shortName: z.string().nullish(),
    firstTradeDate: z.number().nullish(),
    dataGranularity: z.string(),
  }),
  /** Absent without any bar. */
  timestamp: z.array(seconds).nullish(),
  events: z
    .object({
      dividends: z.record(z.string(), z.object({ amount: z.number(), date: seconds })).nullish(),
      splits: z
        .record(z.string(), z.object({ date: seconds, numerator: z.number(), denominator: z.number() }))
        .nullish(),
    })
    .nullish(),
  indicators: z.object({
    /** Empty objects without any bar. */
    quote: z.array(
      z.object({
        open: numbers.nullish(),
        high: numbers.nullish(),
        low: numbers.nullish(),
        close: numbers.nullish(),
        volume: numbers.nullish(),
      }),
    ),
    adjclose: z.array(z.object({ adjclose: numbers.nullish() })).nullish(),
  }),
});

const answer = z.object({
  chart: z.object({
    result: z.array(result).nullish(),
    error: z.object({ code: z.string(), description: z.string().nullish() }).nullish(),
  }),
});

/** What the chart endpoint tells of one symbol. */
export type Chart = z.infer<typeof result>;

/** Codes and texts by which the endpoint says that it has no such symbol, or nothing of the days. */
const UNKNOWN: readonly (readonly [code: string, description: RegExp])[] = [
  ['Not Found', /^/],
  ['Bad Request', /^Data doesn't exist for startDate/],
];
/** The statuses of these answers. */
export const UNKNOWN_STATUSES: readonly number[] = [404, 400];

/**
 * The chart, if it is of the symbol that was asked for. Throws ReadError for any other, whose prices would be its own.
 */
export function chartOfSymbol(symbol: string, chart: Chart): Chart {
  if (chart.meta.symbol.toUpperCase() === symbol) return chart;
  throw new ReadError('unreadable', `Yahoo was asked for ${symbol} and answered for another symbol.`);
}

/** Throws ReadError for columns that do not have a value for each instant: the rest would be of other days. */
function checkColumns({ timestamp, indicators: { quote, adjclose } }: Chart): void {
  const rows = timestamp?.length ?? 0;
  const columns = { ...quote[0], adjclose: adjclose?.[0]?.adjclose };
  for (const [name, column] of Object.entries(columns))
    if (column !== null && column !== undefined && column.length !== rows)
      throw new ReadError('unreadable', `Yahoo sent ${column.length} values of ${name} for ${rows} instants.`);
}

/** Reads an answer of the chart endpoint. Throws ReadError. */
export function readChart(json: unknown): Chart {
  const parsed = answer.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ReadError(
      'unreadable',
      `The chart is not as expected: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}.`,
    );
  }
  const { result: results, error } = parsed.data.chart;
  const [chart] = results ?? [];
  if (chart !== undefined) {
    checkColumns(chart);
    return chart;
  }
  const { code = '', description } = error ?? {};
  const told = description ?? (code || 'without a reason');
  if (UNKNOWN.some(([known, text]) => known === code && text.test(told)))
    throw new ReadError('unknown_ticker', `Yahoo has no chart of it: ${told}.`);
  throw new ReadError('unreadable', `Yahoo gave no chart: ${told}.`);
}
