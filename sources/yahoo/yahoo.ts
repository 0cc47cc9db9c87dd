import { isoDate, MS_PER_DAY, parseIsoDate } from '../../calendar/days.js';
import type { DailyBars } from '../../calendar/bars.js';
import type { StoredSeries } from '../../store/series.js';
import { priceGlitches } from '../files/price-glitches.js';
import { lastSettledSession, sessionUnderWay } from '../live/due.js';
import type { Endpoint } from '../live/endpoint.js';
import type { LiveSource, ReadHistory } from '../live/live-source.js';
import { ReadError } from '../live/read-error.js';
import { toDailyColumns } from '../models/daily-bar.js';
import { chartOfSymbol, readChart, UNKNOWN_STATUSES, type Chart } from './chart-answer.js';
import { dailyHistory, firstTradeDayOf, type ChartHistory } from './chart-history.js';
import { chartProfile } from './chart-profile.js';
import { yahooSymbol } from './yahoo-symbol.js';

export const YAHOO = 'yahoo';

/** First day of the histories that are read. */
const FIRST_DAY = parseIsoDate('1990-01-01') ?? 0;
/** Days of the stored history that are read again, to see whether they have been adjusted. */
const OVERLAP_DAYS = 20;
/** Largest relative difference of a price that was read twice. */
const SAME_PRICE = 1e-5;
const PROBED = 'SPY';

async function read(chart: Endpoint, ticker: string, firstDay: number, nowMs: number): Promise<Chart> {
  const symbol = yahooSymbol(ticker);
  if (symbol === null) throw new ReadError('unknown_ticker', `${ticker} is not a ticker that Yahoo can have.`);
  const query = new URLSearchParams({
    interval: '1d',
    period1: String((firstDay * MS_PER_DAY) / 1000),
    period2: String(Math.floor(nowMs / 1000)),
    events: 'div|split',
    includePrePost: 'false',
  });
  const path = `/v8/finance/chart/${encodeURIComponent(symbol)}?${query.toString()}`;
  const answer = await chart.getJson(path, ({ json }) => readChart(json), { alsoAnswers: UNKNOWN_STATUSES });
  return chartOfSymbol(symbol, answer);
}

/** Settled daily bars from a day on, with splits and dividends. Throws ReadError. */
export async function readHistory(
  chart: Endpoint,
  ticker: string,
  firstDay: number,
  nowMs: number,
): Promise<ReadHistory> {
  const answer = await read(chart, ticker, firstDay, nowMs);
  const profile = chartProfile(ticker, answer);
  const range = { first: FIRST_DAY, last: lastSettledSession(nowMs), underWay: sessionUnderWay(nowMs) };
  const parsed = dailyHistory(answer, range);
  if (parsed.bars.length === 0) throw new ReadError('unknown_ticker', `Yahoo has no bars of ${ticker}.`);
  const { splits, dividends } = parsed;
  const isWhole = firstDay === FIRST_DAY;
  const firstTradeDay = firstTradeDayOf(answer);
  const bars = toDailyColumns(parsed.bars);
  return { profile, bars, splits, dividends, isWhole, firstTradeDay, notes: notesOf(parsed) };
}

/** Yahoo's chart endpoint, which needs no crumb. */
export function createYahoo(chart: Endpoint): LiveSource {
  return {
    name: YAHOO,
    mayHave: (ticker) => yahooSymbol(ticker) !== null,
    async readDaily(ticker, stored, nowMs) {
      const lastDay = stored?.bars.days.at(-1);
      if (stored === null || lastDay === undefined) return readHistory(chart, ticker, FIRST_DAY, nowMs);
      const recent = await readHistory(chart, ticker, lastDay - OVERLAP_DAYS, nowMs);
      return continues(stored, recent) ? recent : readHistory(chart, ticker, FIRST_DAY, nowMs);
    },
    async probe(nowMs) {
      await read(chart, PROBED, lastSettledSession(nowMs), nowMs);
    },
  };
}

function notesOf({ bars, refused, notes }: ChartHistory): readonly string[] {
  const wrong = refused.map(({ day, reason }) => `${day === null ? 'A row' : isoDate(day)} was refused: ${reason}.`);
  const glitches = priceGlitches(bars).map(
    ({ day, move, undoneOn }) =>
      `${isoDate(day)} moved by ${(move * 100).toFixed(1)}%, undone on ${isoDate(undoneOn)}.`,
  );
  return [...wrong, ...glitches, ...notes];
}

/**
 * Whether newly read days go on from the stored ones: they have days in common, all with the same prices. A
 * split or a dividend since changes every earlier price, so that the whole history is read again.
 */
function continues({ bars: stored }: Pick<StoredSeries, 'bars'>, { bars }: Pick<ReadHistory, 'bars'>): boolean {
  const at = new Map<number, number>();
  for (const [i, day] of bars.days.entries()) at.set(day, i);
  let common = 0;
  for (let i = stored.days.length - 1; i >= 0; i -= 1) {
    const day = stored.days[i] ?? 0;
    if (day < (bars.days[0] ?? Infinity)) break;
    const other = at.get(day);
    if (other === undefined) return false;
    if (!isSame(stored, i, bars, other)) return false;
    common += 1;
  }
  return common > 0;
}

function isSame(one: DailyBars, i: number, other: DailyBars, j: number): boolean {
  return (['close', 'adjClose'] as const).every((column) => {
    const [before, now] = [one[column][i] ?? 0, other[column][j] ?? 0];
    return Math.abs(now / before - 1) <= SAME_PRICE;
  });
}
