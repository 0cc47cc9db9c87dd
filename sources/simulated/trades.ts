import type { MinuteBars } from '../../calendar/bars.js';
import type { MinuteTrades } from '../../calendar/trades.js';
import { regularHours } from '../../engines/minute-tape.js';
import { median } from '../../engines/statistics.js';
import { INSTRUMENTS } from './instruments.js';
import { hashText, normal, seededRandom } from './random.js';
import { SIMULATED, type SimulatedRows } from './simulated-rows.js';

const SEED = hashText('trades');
/** How far a move of the usual size tilts a minute's shares to the side that it favours, and the deviation besides. */
const TILT = 0.12;
const DEVIATION = 0.08;
/** No minute has less of a side. */
const LEAST_SHARE = 0.02;
const SHARES_PER_TRADE = 120;

/** Invented trades of a simulated session's regular minutes: their volume, more of it bought where prices rose. */
export function simulatedTrades(symbol: string, session: MinuteBars): MinuteTrades {
  const random = seededRandom(SEED, session.day, hashText(symbol));
  const { from, to } = regularHours(session);
  const [open, close] = [session.open.subarray(from, to), session.close.subarray(from, to)];
  const volume = session.volume.subarray(from, to).map(Math.round);
  const moves = close.map((price, i) => Math.log(price / (open[i] ?? price)));
  const usual = median(moves.map(Math.abs));
  const bought = volume.map((shares, i) => {
    const tilt = usual > 0 ? TILT * Math.tanh((moves[i] ?? 0) / usual) : 0;
    const share = 0.5 + tilt + DEVIATION * normal(random);
    return Math.round(shares * Math.min(1 - LEAST_SHARE, Math.max(LEAST_SHARE, share)));
  });
  return {
    day: session.day,
    minutes: session.minutes.slice(from, to),
    trades: volume.map((shares) => Math.ceil(shares / SHARES_PER_TRADE)),
    bought,
    sold: volume.map((shares, i) => shares - (bought[i] ?? 0)),
    unknown: new Float64Array(volume.length),
  };
}

/** Of the newest session of the simulated market only; leaves out tickers with imported trades. */
export const SIMULATED_ROWS: SimulatedRows = async ({ store, tx }) => {
  const imported = await store.minuteTrades.tickersOfOthers(tx, SIMULATED);
  const symbols = INSTRUMENTS.map(({ symbol }) => symbol).filter((symbol) => !imported.has(symbol));
  const stored = await store.bars.within(tx, symbols);
  const sessions = await store.bars.newestMinutesWithin(tx, symbols);
  await store.minuteTrades.remove(tx, symbols);
  for (const [symbol, session] of sessions)
    if (stored.get(symbol)?.source === SIMULATED)
      await store.minuteTrades.save(tx, symbol, [simulatedTrades(symbol, session)], SIMULATED);
};
