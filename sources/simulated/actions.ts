import { civilOf } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { sessionsBetween } from '../../calendar/nyse.js';
import type { AnnouncedAction } from '../../store/announced-actions.js';
import type { StoredSeries } from '../../store/series.js';
import { DividendCalendar } from './dividend-calendar.js';
import { INSTRUMENTS, type Instrument } from './instruments.js';
import { SIMULATED, type SimulatedRows } from './simulated-rows.js';

/** Calendar days before its ex-date that a dividend is announced. */
const NOTICE = 61;
const DAYS_TO_PAYMENT = 21;

/**
 * The dividends that the instrument's simulated prices will pay from New York's day of `now` on, as they stand at its
 * last close: those of the next calendar year follow the price at its beginning, and may come to another amount.
 */
export function simulatedDividends(
  instrument: Instrument,
  { bars }: StoredSeries,
  now: Date,
): readonly AnnouncedAction[] {
  const today = newYorkTime(now.getTime()).day;
  const lastDay = bars.days.at(-1);
  const lastClose = bars.close.at(-1);
  if (lastDay === undefined || lastClose === undefined) return [];
  const calendar = new DividendCalendar(instrument);
  const { year } = civilOf(lastDay);
  for (const [at, day] of bars.days.entries())
    if (civilOf(day).year === year) calendar.amountOn(day, bars.close[at - 1] ?? lastClose, 1);
  return sessionsBetween(lastDay + 1, today + NOTICE).flatMap((day): readonly AnnouncedAction[] => {
    const amount = calendar.amountOn(day, lastClose, 1);
    return amount > 0 && day >= today ? [announced(instrument.symbol, day, amount)] : [];
  });
}

function announced(ticker: string, day: number, amount: number): AnnouncedAction {
  return {
    ticker,
    kind: 'dividend',
    day,
    amount,
    ratio: null,
    payDay: day + DAYS_TO_PAYMENT,
    announcedDay: null,
    note: 'Invented for the simulated market',
    sourceUrl: null,
    source: SIMULATED,
  };
}

/** For tickers with simulated prices and without imported rows; those of others, and dates that moved, are removed. */
export const SIMULATED_ROWS: SimulatedRows = async ({ store, tx, now }) => {
  const stored = await store.bars.within(
    tx,
    INSTRUMENTS.map(({ symbol }) => symbol),
  );
  await store.announcedActions.removeFrom(tx, SIMULATED, newYorkTime(now.getTime()).day);
  const imported = await store.announcedActions.tickersOfOthers(tx, SIMULATED);
  const actions = INSTRUMENTS.flatMap((instrument) => {
    const series = stored.get(instrument.symbol);
    const isInvented = series?.source === SIMULATED && !imported.has(instrument.symbol);
    return isInvented ? simulatedDividends(instrument, series, now) : [];
  });
  await store.announcedActions.save(tx, actions);
};
