import { isoDate, MS_PER_DAY, parseIsoDate } from '../../calendar/days.js';
import type { DailyBars } from '../../calendar/bars.js';
import { glitchText, priceGlitches } from '../files/price-glitches.js';
import { lastSettledSession, sessionUnderWay } from '../live/due.js';
import type { Endpoint } from '../live/endpoint.js';
import type { LiveSource, ReadHistory, StoredHistory } from '../live/live-source.js';
import { missingSessions } from '../live/missing-sessions.js';
import { ReadError } from '../live/read-error.js';
import { FIRST_TRADE_DAYS } from '../live/replaced-history.js';
import { toDailyColumns } from '../models/daily-bar.js';
import { chartOfSymbol, readChart, UNKNOWN_STATUSES, type Chart } from './chart-answer.js';
import { firstTradeDayOf } from './chart-events.js';
import { dailyHistory, type ChartHistory } from './chart-history.js';
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

/** Settled daily bars from a day on, with splits and dividends, of which `stored` is known. Throws ReadError. */
export async function readHistory(
  chart: Endpoint,
  ticker: string,
  firstDay: number,
  nowMs: number,
  stored: StoredHistory | null = null,
): Promise<ReadHistory> {
  const answer = await read(chart, ticker, firstDay, nowMs);
  const profile = chartProfile(ticker, answer);
  const range = { first: FIRST_DAY, last: lastSettledSession(nowMs), underWay: sessionUnderWay(nowMs), stored };
  const parsed = dailyHistory(answer, range);
  if (parsed.bars.length === 0) throw new ReadError('unknown_ticker', `Yahoo has no bars of ${ticker}.`);
  const { splits, dividends } = parsed;
  const isWhole = firstDay === FIRST_DAY;
  const firstTradeDay = firstTradeDayOf(answer);
  const bars = toDailyColumns(parsed.bars);
  const notes = [...notesOf(parsed), ...(isWhole ? lateNotes(bars, firstTradeDay) : [])];
  return { profile, bars, splits, dividends, isWhole, firstTradeDay, notes };
}

/** Yahoo's chart endpoint, which needs no crumb. */
export function createYahoo(chart: Endpoint): LiveSource {
  return {
    name: YAHOO,
    mayHave: (ticker) => yahooSymbol(ticker) !== null,
    async readDaily(ticker, stored, nowMs) {
      const lastDay = stored?.bars.days.at(-1);
      if (stored === null || lastDay === undefined) return readHistory(chart, ticker, FIRST_DAY, nowMs);
      const recent = await readHistory(chart, ticker, lastDay - OVERLAP_DAYS, nowMs, stored);
      if (!continues(stored, recent)) return readHistory(chart, ticker, FIRST_DAY, nowMs, stored);
      const known = daysOf(stored, recent);
      if (!isIncomplete(known, recent) || isReadSinceSession(stored, nowMs)) return recent;
      const whole = await readHistory(chart, ticker, FIRST_DAY, nowMs, stored);
      if (whole.bars.days.length > known.length) return whole;
      return { ...recent, notes: [...recent.notes, ...lateNotes(stored.bars, recent.firstTradeDay)] };
    },
    async probe(nowMs) {
      await read(chart, PROBED, lastSettledSession(nowMs), nowMs);
    },
  };
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function notesOf({ bars, refused, notes }: ChartHistory): readonly string[] {
  const wrong = refused.map(({ day, reason }) => `${day === null ? 'A row' : isoDate(day)} was refused: ${reason}.`);
  const glitches = priceGlitches(bars).map((glitch) => sentence(glitchText(glitch)));
  return [...wrong, ...glitches, ...notes];
}

/** Whether a history begins later than the source tells that the ticker was first traded, or than what is read. */
function beginsLate(first: number, firstTradeDay: number): boolean {
  return first - Math.max(firstTradeDay, FIRST_DAY) > FIRST_TRADE_DAYS;
}

function lateNotes({ days: [first = 0] }: DailyBars, firstTradeDay: number | null | undefined): readonly string[] {
  if (typeof firstTradeDay !== 'number' || !beginsLate(first, firstTradeDay)) return [];
  return [
    `The history begins on ${isoDate(first)}, and Yahoo tells a first trade on ${isoDate(firstTradeDay)}: the whole ` +
      'history is read again once a session.',
  ];
}

/** The days of a stored history and of what continues it, oldest first. */
function daysOf({ bars: stored }: StoredHistory, { bars }: ReadHistory): readonly number[] {
  return [...new Set([...stored.days, ...bars.days])].sort((one, other) => one - other);
}

/**
 * Whether a history lacks sessions that the source may have, before its first one or between two of them. Without a day
 * of the first trade, one that is no longer than what is read again may be the end of a longer one.
 */
function isIncomplete(days: readonly number[], { firstTradeDay, bars }: ReadHistory): boolean {
  const [first = 0] = days;
  const isLate = typeof firstTradeDay === 'number' ? beginsLate(first, firstTradeDay) : first === bars.days[0];
  return isLate || missingSessions(days).length > 0;
}

/** Whether the source has been read since the newest settled session: histories are completed once a session. */
function isReadSinceSession({ fetchedMs }: StoredHistory, nowMs: number): boolean {
  return fetchedMs !== null && lastSettledSession(fetchedMs) === lastSettledSession(nowMs);
}

/**
 * Whether newly read days go on from the stored ones: they have days in common, all with the same prices. A
 * split or a dividend since changes every earlier price, so that the whole history is read again, as it is once there
 * are volumes of sessions that had none.
 */
function continues({ bars: stored }: Pick<StoredHistory, 'bars'>, { bars }: Pick<ReadHistory, 'bars'>): boolean {
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
  if (one.volume[i] === 0 && (other.volume[j] ?? 0) > 0) return false;
  return (['close', 'adjClose'] as const).every((column) => {
    const [before, now] = [one[column][i] ?? 0, other[column][j] ?? 0];
    return Math.abs(now / before - 1) <= SAME_PRICE;
  });
}
