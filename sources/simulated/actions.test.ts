import { expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { simulatedDividends } from './actions.js';
import { INSTRUMENTS } from './instruments.js';
import { simulateMarket } from './market.js';

const SEED = 20_100_104;
/** A day on which nothing of the next 60 days is in another calendar year. */
const NOW = new Date(Date.UTC(2026, 3, 1, 22, 30));
const LATER = new Date(Date.UTC(2026, 5, 2, 22, 30));

it('announces the dividends that the demo market then pays, on their days', () => {
  const paying = INSTRUMENTS.filter(({ symbol }) =>
    ['AAPL', 'KO', 'XOM', 'JPM', 'PG', 'MSFT', 'CVX', 'AMD'].includes(symbol),
  );
  const histories = (now: Date) =>
    new Map([...simulateMarket(SEED, now, paying)].map((history) => [history.symbol, history]));
  const [known, later] = [histories(NOW), histories(LATER)];
  const announcedDays: string[] = [];
  for (const instrument of paying) {
    const [history, paid] = [known.get(instrument.symbol), later.get(instrument.symbol)];
    if (history === undefined || paid === undefined) throw new Error(`${instrument.symbol} has no history`);
    const last = history.bars.days.at(-1) ?? NaN;
    const actions = simulatedDividends(instrument, { ...history, version: 1, source: 'simulated' }, NOW);
    const due = paid.dividends.filter(({ day }) => day > last);
    expect([instrument.symbol, actions.map(({ day, amount }) => [isoDate(day), amount])]).toEqual([
      instrument.symbol,
      due.map(({ day, amount }) => [isoDate(day), amount]),
    ]);
    announcedDays.push(...actions.map(({ day }) => isoDate(day)));
  }
  expect(announcedDays.length).toBeGreaterThanOrEqual(3);
});
