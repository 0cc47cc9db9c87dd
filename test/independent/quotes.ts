import { readFileSync } from 'node:fs';
import type { MinuteQuotes } from '../../calendar/quotes.js';
import { externalFile } from './datasets.js';
import { epochDay } from './rows.js';

/**
 * Minute, bid, ask, bid size and ask size at the end of each minute of one of LEAN's recorded sessions; both sides
 * quoted.
 */
function leanQuotes(ticker: string, date: string): number[][] {
  const rows = readFileSync(externalFile('lean', 'minute', `${ticker}_${date}_quote.csv`), 'utf8')
    .trim()
    .split(/\r?\n/);
  return rows.flatMap((line) => {
    const cells = line.split(',');
    if (cells[4] === '' || cells[9] === '') return [];
    const [ms = NaN, bid = NaN, bidSize = NaN, ask = NaN, askSize = NaN] = [0, 4, 5, 9, 10].map((at) =>
      Number(cells[at]),
    );
    return [[ms / 60_000, bid / 10_000, ask / 10_000, bidSize, askSize]];
  });
}

/** A recorded session as it is stored. */
export function leanQuoteSession(ticker: string, date: string): MinuteQuotes {
  const rows = leanQuotes(ticker, date);
  const column = (at: number): Float64Array => Float64Array.from(rows, (row) => row[at] ?? NaN);
  return {
    day: epochDay(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`),
    minutes: Int32Array.from(rows, ([minute = NaN]) => minute),
    bid: column(1),
    ask: column(2),
    bidSize: column(3),
    askSize: column(4),
  };
}

/**
 * Mean over all regular minutes of a whole day of the spread then quoted, basis points: a clock that goes from 9:30 to
 * 16:00.
 */
export function plainQuotedSpread(ticker: string, date: string): number {
  const spreads: number[] = [];
  const rows = leanQuotes(ticker, date);
  let spread = NaN;
  for (let clock = 570; clock < 960; clock += 1) {
    const [, bid = NaN, ask = NaN] = rows.find(([minute]) => minute === clock) ?? [];
    if (!Number.isNaN(bid)) spread = (2e4 * (ask - bid)) / (ask + bid);
    if (!Number.isNaN(spread)) spreads.push(spread);
  }
  return spreads.reduce((sum, each) => sum + each, 0) / spreads.length;
}
