import { expect, it } from '@jest/globals';
import { isSession } from '../../calendar/nyse.js';
import { optionQuote, optionQuoteKey } from '../../store/option-quotes.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import { blackScholes } from '../../engines/options/black-scholes.js';
import { INSTRUMENTS } from './instruments.js';
import { simulateMarket } from './market.js';
import { SIMULATED_ROWS, simulatedChain } from './options.js';

const NOW = new Date('2026-01-02T22:00:00Z');
const [INSTRUMENT] = INSTRUMENTS.filter(({ symbol }) => symbol === 'NVDA');
if (INSTRUMENT === undefined) throw new Error('NVDA is not simulated');
const [HISTORY] = [...simulateMarket(1, NOW, [INSTRUMENT])];
if (HISTORY === undefined) throw new Error('NVDA has no history');
const SERIES = { ...HISTORY, version: 1, source: 'simulated' };

it('prices the textbook example', () => {
  // Hull, Options, Futures and Other Derivatives: S 42, K 40, r 10 percent, volatility 20 percent, half a year.
  const { call, put } = blackScholes({ spot: 42, strike: 40, rate: 0.1, volatility: 0.2, years: 0.5 });
  expect([call.toFixed(2), put.toFixed(2)]).toEqual(['4.76', '0.81']);
  // Hull: S 69, K 70, r 5 percent, volatility 35 percent, half a year.
  expect(blackScholes({ spot: 69, strike: 70, rate: 0.05, volatility: 0.35, years: 0.5 }).put.toFixed(2)).toBe('6.40');
});

it('an invented chain is valid, of the last close, around the money, and of expiries that are sessions', () => {
  const quotes = simulatedChain(INSTRUMENT, SERIES);
  const [day, close] = [SERIES.bars.days.at(-1), SERIES.bars.close.at(-1) ?? NaN];
  expect(quotes.length).toBeGreaterThan(100);
  expect(new Set(quotes.map(optionQuoteKey)).size).toBe(quotes.length);
  for (const { source, ...quote } of quotes) {
    expect([optionQuote.parse(quote), source]).toEqual([quote, 'simulated']);
    expect([quote.day, isSession(quote.expiry), quote.expiry > quote.day]).toEqual([day, true, true]);
    expect((quote.bid ?? 0) < (quote.ask ?? 0)).toBe(true);
  }
  const strikes = quotes.map(({ strike }) => strike / close);
  expect([Math.min(...strikes) < 0.95, Math.max(...strikes) > 1.05]).toEqual([true, true]);
  expect(simulatedChain(INSTRUMENT, SERIES)).toEqual(quotes);
});

forEachDatabase((_, open) => {
  it('only the newest chain stays, funds have none, and an imported one is left alone', async () => {
    const store = await open();
    const [quote] = simulatedChain(INSTRUMENT, SERIES);
    if (quote === undefined) throw new Error('no chain');
    const symbols = ['NVDA', 'AAPL', 'SPY'];
    await store.db.transaction().execute(async (tx) => {
      await store.securities.upsert(
        tx,
        symbols.map((symbol) => ({ symbol, name: symbol, kind: 'equity' as const, source: 'simulated' })),
      );
      await store.bars.replaceMany(
        tx,
        symbols.map((symbol) => ({ ...HISTORY, symbol, source: 'simulated' })),
      );
      await store.optionQuotes.save(tx, [{ ...quote, day: quote.day - 1 }]);
      await store.optionQuotes.save(tx, [{ ...quote, ticker: 'AAPL', source: 'files' }]);
      await SIMULATED_ROWS({ store, tx, now: NOW, isFirst: true });
    });
    const after = quote.day;
    const chains = await store.optionQuotes.chains(symbols.map((ticker) => ({ ticker, after })));
    expect([...chains].map(([ticker, { day, source }]) => [ticker, day, source])).toEqual([
      ['AAPL', after, 'files'],
      ['NVDA', after, 'simulated'],
    ]);
    const { total } = await store.db
      .selectFrom('option_quotes')
      .select(({ fn }) => fn.countAll().as('total'))
      .executeTakeFirstOrThrow();
    expect(Number(total)).toBe(simulatedChain(INSTRUMENT, SERIES).length + 1);
    await store.close();
  });
});
