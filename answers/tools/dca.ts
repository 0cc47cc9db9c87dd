import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { DcaToolQuery } from '../generated/operations.js';
import { entriesOf, restPath, tickers } from './inputs.js';
import { defineTool } from './tool.js';

interface Input {
  readonly tickers: readonly string[];
  readonly monthly: number;
  readonly years: number;
}

/** Bounds of a plan, as those of the operation. */
export const MONTHLY_USD = { least: 10, most: 1_000_000 } as const;
export const PLAN_YEARS = { least: 1, most: 15 } as const;

/** What equal monthly purchases have come to. */
export const TOOL = defineTool<Input, DcaToolQuery>({
  name: 'dca',
  description:
    'Backtest of a monthly purchase of the same amount of listed securities, beside one purchase at once and SPY.',
  input: z.object({
    tickers,
    monthly: z.number().int().min(MONTHLY_USD.least).max(MONTHLY_USD.most).describe('USD a month.'),
    years: z.number().int().min(PLAN_YEARS.least).max(PLAN_YEARS.most).describe('Years back from the last session.'),
  }),
  operation: /* GraphQL */ `
    query DcaTool($tickers: [Ticker!]!, $monthly: Int!, $years: Int!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        dca(monthlyAmount: $monthly, years: $years) {
          purchaseCount
          from
          to
          invested
          finalValue
          profit
          multiple
          xirr
          maxDrawdown
          lumpSum { finalValue multiple xirr }
          benchmark { ticker finalValue multiple xirr }
        }
      }
    }
  `,
  tell({ securitiesByTicker }, list, { tickers: of, monthly, years }) {
    for (const [ticker, { dca }] of entriesOf(of, securitiesByTicker)) {
      if (!dca?.to) continue;
      const source = {
        title: `Monthly purchases of ${ticker}`,
        ref: restPath('/dca', { ticker, monthly, years }),
        asOf: asOfDay(dca.to),
      };
      const facts = list.about(ticker, source);
      facts.number('monthly', 'monthly amount', monthly, 'usd', { terms: ['a month'] });
      facts.number('years', 'years', years, 'count', { noun: 'years' });
      facts.date('from', 'first purchase', dca.from);
      facts.date('to', 'last session', dca.to);
      facts.count('purchases', 'purchases', dca.purchaseCount, 'purchases');
      facts.number('invested', 'invested', dca.invested, 'usd');
      facts.number('final', 'value at the end', dca.finalValue, 'usd', {
        measure: 'value',
        terms: ['worth', 'grown', 'value', 'become'],
      });
      facts.number('profit', 'profit', dca.profit, 'usd', { isChange: true, measure: 'value' });
      facts.number('multiple', 'multiple', dca.multiple, 'multiple', { terms: ['times'] });
      facts.fraction('xirr', 'money-weighted return a year', dca.xirr, { isChange: true, terms: ['a year'] });
      facts.fraction('drawdown', 'maximum drawdown', dca.maxDrawdown, { isChange: true, terms: ['drawdown'] });
      facts.number('lump_final', 'value of one purchase at once', dca.lumpSum?.finalValue, 'usd', {
        terms: ['at once'],
      });
      facts.number('lump_multiple', 'multiple of one purchase at once', dca.lumpSum?.multiple, 'multiple', {
        terms: ['times'],
      });
      if (dca.benchmark === null) continue;
      const spy = list.about(dca.benchmark.ticker, source);
      spy.number('final', 'value at the end', dca.benchmark.finalValue, 'usd', {
        measure: 'value',
        terms: ['worth', 'grown', 'value', 'become'],
      });
      spy.number('multiple', 'multiple', dca.benchmark.multiple, 'multiple', { terms: ['times'] });
      spy.fraction('xirr', 'money-weighted return a year', dca.benchmark.xirr, { isChange: true, terms: ['a year'] });
    }
  },
});
