import type { MinuteBars } from '../../calendar/bars.js';
import { OPEN_MINUTE } from '../../calendar/nyse.js';
import type { MinuteQuotes } from '../../calendar/quotes.js';
import { regularHours } from '../../engines/minute-tape.js';
import { INSTRUMENTS } from './instruments.js';
import { hashText, normal, seededRandom } from './random.js';
import { SIMULATED, type SimulatedRows } from './simulated-rows.js';

const SEED = hashText('quotes');
/** Usual spread over the price, how much wider it is at the open, and how many minutes that takes to pass. */
const USUAL_SPREAD = 0.0002;
const OPENING_EXCESS = 2;
const OPENING_MINUTES = 15;
/** Deviation of the log of a minute's spread. */
const DEVIATION = 0.3;
const LOT = 100;
const MOST_LOTS = 30;

/** Invented quotes of a simulated session's regular minutes, around each minute's last price, in whole cents. */
export function simulatedQuotes(symbol: string, session: MinuteBars): MinuteQuotes {
  const random = seededRandom(SEED, session.day, hashText(symbol));
  const { from, to } = regularHours(session);
  const minutes = session.minutes.slice(from, to);
  const last = Array.from(session.close.subarray(from, to), (close) => Math.round(close * 100));
  const spreads = last.map((price, i) => {
    const sinceOpen = (minutes[i] ?? OPEN_MINUTE) - OPEN_MINUTE;
    const usual = USUAL_SPREAD * (1 + OPENING_EXCESS * Math.exp(-sinceOpen / OPENING_MINUTES));
    return Math.max(1, Math.round(price * usual * Math.exp(DEVIATION * normal(random))));
  });
  // Of a price of one cent there is nothing below.
  const bids = last.map((price, i) => Math.max(1, price - Math.floor(random() * ((spreads[i] ?? 1) + 1))));
  const lots = (): Float64Array => Float64Array.from(last, () => LOT * (1 + Math.floor(MOST_LOTS * random())));
  return {
    day: session.day,
    minutes,
    bid: Float64Array.from(bids, (bid) => bid / 100),
    ask: Float64Array.from(bids, (bid, i) => (bid + (spreads[i] ?? 1)) / 100),
    bidSize: lots(),
    askSize: lots(),
  };
}

/** Of the newest session of the simulated market only; leaves out tickers with imported quotes. */
export const SIMULATED_ROWS: SimulatedRows = async ({ store, tx }) => {
  const imported = await store.minuteQuotes.tickersOfOthers(tx, SIMULATED);
  const symbols = INSTRUMENTS.map(({ symbol }) => symbol).filter((symbol) => !imported.has(symbol));
  const stored = await store.bars.within(tx, symbols);
  const sessions = await store.bars.newestMinutesWithin(tx, symbols);
  await store.minuteQuotes.remove(tx, symbols);
  for (const [symbol, session] of sessions)
    if (stored.get(symbol)?.source === SIMULATED)
      await store.minuteQuotes.save(tx, symbol, [simulatedQuotes(symbol, session)], SIMULATED);
};
