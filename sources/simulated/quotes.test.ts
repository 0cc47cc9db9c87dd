import { expect, it } from '@jest/globals';
import { quotedSpreadBasisPoints } from '../../engines/microstructure/quoted-spread.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import { INSTRUMENTS } from './instruments.js';
import { simulateMarket } from './market.js';
import { simulateMinutes } from './minutes.js';
import { simulatedQuotes, SIMULATED_ROWS } from './quotes.js';

const NOW = new Date('2026-01-02T22:00:00Z');
const [HISTORY] = [
  ...simulateMarket(
    1,
    NOW,
    INSTRUMENTS.filter(({ symbol }) => symbol === 'NVDA'),
  ),
];
if (HISTORY === undefined) throw new Error('NVDA has no history');
const [SESSION] = simulateMinutes(1, 'NVDA', HISTORY.bars, { count: 1, now: NOW });
if (SESSION === undefined) throw new Error('NVDA has no minutes');

it('invented quotes are around each regular minute’s last price, in cents, a few basis points wide, and always the same', () => {
  const { day, minutes, bid, ask, bidSize, askSize } = simulatedQuotes('NVDA', SESSION);
  const closes = new Map(Array.from(SESSION.minutes, (minute, i) => [minute, SESSION.close[i] ?? NaN]));
  expect([day, minutes.length, minutes[0], minutes.at(-1)]).toEqual([SESSION.day, 390, 570, 959]);
  minutes.forEach((minute, i) => {
    const close = closes.get(minute) ?? NaN;
    const [low, high] = [bid[i] ?? NaN, ask[i] ?? NaN];
    expect([
      low < high,
      low <= close + 1e-9,
      high >= close - 1e-9,
      Math.abs(low * 100 - Math.round(low * 100)) < 1e-6,
    ]).toEqual([true, true, true, true]);
    expect([(bidSize[i] ?? 0) % 100, (askSize[i] ?? 0) >= 100]).toEqual([0, true]);
  });
  const spread = quotedSpreadBasisPoints(simulatedQuotes('NVDA', SESSION)) ?? NaN;
  expect([spread > 1, spread < 5]).toEqual([true, true]);
  expect(simulatedQuotes('NVDA', SESSION)).toEqual(simulatedQuotes('NVDA', SESSION));
});

forEachDatabase((_, open) => {
  it('only the newest session stays, labelled, and imported quotes are left alone', async () => {
    const store = await open();
    const symbols = ['NVDA', 'AAPL', 'MSFT'];
    const quotes = simulatedQuotes('NVDA', SESSION);
    await store.db.transaction().execute(async (tx) => {
      await store.bars.replaceMany(
        tx,
        symbols.map((symbol) => ({ ...HISTORY, symbol, source: symbol === 'MSFT' ? 'files' : 'simulated' })),
      );
      await store.bars.replaceMinutesMany(tx, new Map(symbols.map((symbol) => [symbol, [SESSION]])));
      await store.minuteQuotes.save(tx, 'NVDA', [{ ...quotes, day: quotes.day - 1 }], 'simulated');
      await store.minuteQuotes.save(tx, 'AAPL', [quotes], 'files');
      await SIMULATED_ROWS({ store, tx, now: NOW, isFirst: true });
    });
    const rows = await store.db
      .selectFrom('quote_days')
      .select(['ticker', 'day', 'source'])
      .orderBy('ticker')
      .execute();
    expect(rows).toEqual([
      { ticker: 'AAPL', day: quotes.day, source: 'files' },
      { ticker: 'NVDA', day: quotes.day, source: 'simulated' },
    ]);
    expect((await store.minuteQuotes.newest(['NVDA'])).get('NVDA')?.map(({ session }) => session)).toEqual([quotes]);
    await store.close();
  });
});
