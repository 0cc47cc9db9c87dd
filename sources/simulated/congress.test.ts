import { expect, it } from '@jest/globals';
import { MS_PER_DAY } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { isSession } from '../../calendar/nyse.js';
import { congressTradeKey } from '../../store/congress-trades.js';
import { simulatedTrades } from './congress.js';

const START = Date.UTC(2026, 0, 2, 22, 30);
const DAYS = Array.from({ length: 200 }, (_, index) => new Date(START + index * MS_PER_DAY));

it('the demo market always has disclosed trades of the last three weeks, each of which says that it is invented', () => {
  for (const now of DAYS) {
    const { day: today } = newYorkTime(now.getTime());
    const trades = simulatedTrades(now);
    expect(simulatedTrades(now)).toEqual(trades);
    expect(new Set(trades.map(congressTradeKey)).size).toBe(trades.length);
    const recent = trades.filter(({ disclosedDay }) => (disclosedDay ?? 0) >= today - 21);
    expect(recent.length).toBeGreaterThan(0);
    for (const { day, disclosedDay, member, asset } of trades) {
      const late = (disclosedDay ?? NaN) - day;
      expect([isSession(day), late >= 9 && late <= 45, (disclosedDay ?? NaN) < today]).toEqual([true, true, true]);
      expect([member, asset]).toEqual([
        expect.stringContaining('(invented)'),
        expect.stringContaining('invented trade'),
      ]);
    }
  }
});

it('a trade that was disclosed never changes', () => {
  const [first, later] = [simulatedTrades(new Date(START)), simulatedTrades(new Date(START + 30 * MS_PER_DAY))];
  const keys = new Set(later.map(congressTradeKey));
  const recent = first.filter(({ day }) => day > newYorkTime(START).day - 90);
  expect(recent.length).toBeGreaterThan(5);
  expect(recent.filter((trade) => !keys.has(congressTradeKey(trade)))).toEqual([]);
});
