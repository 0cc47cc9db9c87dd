import { expect, it } from '@jest/globals';
import { tradeFlow } from '../../engines/microstructure/trade-flow.js';
import { minuteTape } from '../../engines/minute-tape.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import { INSTRUMENTS } from './instruments.js';
import { simulateMarket } from './market.js';
import { simulateMinutes } from './minutes.js';
import { simulatedTrades, SIMULATED_ROWS } from './trades.js';

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

it('invented trades add up to each regular minute’s volume, lean to the side of its move, and are always the same', () => {
  const found = simulatedTrades('NVDA', SESSION);
  expect([found.day, found.minutes.length, found.minutes[0], found.minutes.at(-1)]).toEqual([
    SESSION.day,
    390,
    570,
    959,
  ]);
  const bars = new Map(
    Array.from(SESSION.minutes, (minute, i) => [
      minute,
      { volume: SESSION.volume[i] ?? NaN, move: (SESSION.close[i] ?? NaN) - (SESSION.open[i] ?? NaN) },
    ]),
  );
  let [agreeing, moving] = [0, 0];
  found.minutes.forEach((minute, i) => {
    const [bought = NaN, sold = NaN, unknown] = [found.bought[i], found.sold[i], found.unknown[i]];
    const { volume = NaN, move = NaN } = bars.get(minute) ?? {};
    expect([bought + sold, unknown, bought > 0 && sold > 0]).toEqual([Math.round(volume), 0, true]);
    if (move !== 0) moving += 1;
    if ((bought - sold) * move > 0) agreeing += 1;
  });
  expect([agreeing > 0.7 * moving, agreeing < moving]).toEqual([true, true]);
  const tape = minuteTape(SESSION);
  if (tape === null) throw new Error('The session has no regular minutes.');
  expect(Math.abs(tradeFlow(found, tape)?.orderFlowImbalance ?? NaN)).toBeLessThan(0.5);
  expect(tradeFlow(found, tape)?.kyleLambda).toBeGreaterThan(0);
  expect(simulatedTrades('NVDA', SESSION)).toEqual(found);
});

forEachDatabase((_, open) => {
  it('only the newest session stays, labelled, and imported trades are left alone', async () => {
    const store = await open();
    const symbols = ['NVDA', 'AAPL', 'MSFT'];
    const trades = simulatedTrades('NVDA', SESSION);
    await store.db.transaction().execute(async (tx) => {
      await store.bars.replaceMany(
        tx,
        symbols.map((symbol) => ({ ...HISTORY, symbol, source: symbol === 'MSFT' ? 'files' : 'simulated' })),
      );
      await store.bars.replaceMinutesMany(tx, new Map(symbols.map((symbol) => [symbol, [SESSION]])));
      await store.minuteTrades.save(tx, 'NVDA', [{ ...trades, day: trades.day - 1 }], 'simulated');
      await store.minuteTrades.save(tx, 'AAPL', [trades], 'files');
      await SIMULATED_ROWS({ store, tx, now: NOW, isFirst: true });
    });
    const rows = await store.db
      .selectFrom('trade_days')
      .select(['ticker', 'day', 'source'])
      .orderBy('ticker')
      .execute();
    expect(rows).toEqual([
      { ticker: 'AAPL', day: trades.day, source: 'files' },
      { ticker: 'NVDA', day: trades.day, source: 'simulated' },
    ]);
    expect((await store.minuteTrades.newest(['NVDA'])).get('NVDA')?.map((row) => row.trades)).toEqual([trades]);
    await store.close();
  });
});
