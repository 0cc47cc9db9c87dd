import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { EventsToolQuery } from '../generated/operations.js';
import { entriesOf, inPlainWords, restPath, tickersInput } from './inputs.js';
import { defineTool } from './tool.js';

/** Kinds whose names alone do not say what they are. */
const KINDS: Readonly<Record<string, string>> = {
  REGULATION_FD: 'Regulation FD disclosure',
  AGREEMENT: 'material agreement',
  AGREEMENT_ENDED: 'end of a material agreement',
  ACQUISITION_OR_DISPOSITION: 'acquisition or sale of assets',
  LISTING: 'notice about the listing',
  SHAREHOLDER_RIGHTS: 'change of shareholder rights',
  BYLAWS_OR_NAME: 'change of bylaws or name',
  INSIDER_TAX: 'shares withheld for tax of an insider',
  INSIDER_OTHER: 'other transaction of an insider',
  OTHER: 'other event of form 8-K',
};
const kindInWords = (kind: string): string => KINDS[kind] ?? inPlainWords(kind);

/** Trades of insiders in the market or privately, by their kinds. */
const TRADES: Readonly<Record<string, string>> = { INSIDER_PURCHASE: 'purchase', INSIDER_SALE: 'sale' };
const MOST_SPLITS = 8;

interface Input {
  readonly tickers: readonly string[];
  /** Whether single trades of insiders are told; of many securities, they are long. */
  readonly insiderTrades: boolean;
}

/** Dividends, splits, insiders, rating actions and filings of companies. */
export const TOOL = defineTool<Input, EventsToolQuery>({
  name: 'events',
  description:
    "Corporate events of listed companies: dividends and yield, splits, insiders' purchases and sales, rating actions, filings; upcoming and recent.",
  input: tickersInput.extend({ insiderTrades: z.boolean().default(false) }),
  variables: ({ tickers }) => ({ tickers }),
  operation: /* GraphQL */ `
    query EventsTool($tickers: [Ticker!]!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        lastSession
        corporateEvents {
          summary {
            counts { dividends splits analyst insider filings }
            dividend { lastExDate lastAmount trailingAmount trailingPayments trailingYield }
            analyst { windowDays upgrades downgrades initiations firms lastActionDate }
            insider {
              windowDays
              bought { transactions shares value }
              sold { transactions shares value }
            }
          }
          upcoming { date kind title isEstimate }
          recent { date kind title sourceUrl }
          events { splits { date title value } dividends { date value } insider { date kind value } }
        }
      }
    }
  `,
  tell({ securitiesByTicker }, list, { tickers, insiderTrades }) {
    for (const [ticker, { corporateEvents: events, lastSession }] of entriesOf(tickers, securitiesByTicker)) {
      if (!events || lastSession === null) continue;
      const facts = list.about(ticker, {
        title: `Corporate events of ${ticker}`,
        ref: restPath('/corporate-events', { ticker }),
        asOf: asOfDay(lastSession),
      });
      const { dividend, analyst, insider } = events.summary;
      facts.date('ex_date', 'last ex-dividend date', dividend.lastExDate, { terms: ['ex-dividend', 'dividend'] });
      facts.number('dividend', 'last dividend', dividend.lastAmount, 'usd_per_share', {
        terms: ['dividend', 'a share'],
      });
      facts.number('dividend_year', 'dividends of twelve months', dividend.trailingAmount, 'usd_per_share', {
        terms: ['dividends', 'a share', 'twelve months'],
      });
      facts.count('dividend_payments', 'payments', dividend.trailingPayments, 'dividends', { terms: ['payments'] });
      facts.fraction('yield', 'dividend yield', dividend.trailingYield, { terms: ['yield', 'yields'] });
      facts.count('analyst_days', 'days of rating actions', analyst.windowDays, 'days');
      facts.count('upgrades', 'upgrades', analyst.upgrades, 'upgrades');
      facts.count('downgrades', 'downgrades', analyst.downgrades, 'downgrades');
      facts.count('insider_days', 'days of insiders', insider.windowDays, 'days');
      facts.count('insider_buys', 'purchases of insiders', insider.bought?.transactions, 'purchases', {
        terms: ['bought', 'purchases'],
      });
      facts.number('insider_bought', 'value of purchases', insider.bought?.value, 'usd', {
        terms: ['bought', 'purchases'],
      });
      facts.count('insider_sales', 'sales of insiders', insider.sold?.transactions, 'sales', {
        terms: ['sold', 'sales'],
      });
      facts.number('insider_sold', 'value of sales', insider.sold?.value, 'usd', { terms: ['sold', 'sales'] });
      const trades = insiderTrades ? events.events.insider.filter(({ kind }) => kind in TRADES) : [];
      for (const [row, { date, kind, value }] of trades.entries()) {
        facts.date('trade_on', 'day of the trade', date, { row });
        facts.text('trade_kind', 'kind of the trade', TRADES[kind], { row });
        facts.number('trade_value', 'value of the trade', value, 'usd', { row, terms: ['worth'] });
      }
      const oldest = events.events.insider.at(-1);
      if (insiderTrades && events.summary.counts.insider > events.events.insider.length)
        facts.date('trades_from', 'first day of the transactions of insiders that are read', oldest?.date);
      const { splits } = events.events;
      facts.count('splits', 'stored splits', splits.length, 'splits', { terms: ['times'] });
      for (const [row, { date, value }] of splits.slice(0, MOST_SPLITS).entries()) {
        facts.date('split_row_on', 'day of the split', date, { row });
        facts.number('split_row', 'ratio of the split', value, 'multiple', { row, terms: ['split', 'new shares'] });
      }
      const [split] = splits;
      facts.date('split_on', 'last split', split?.date);
      facts.number('split', 'ratio of the last split', split?.value, 'multiple', { terms: ['split', 'new shares'] });
      for (const [row, { date, kind, title, isEstimate }] of events.upcoming.slice(0, 5).entries()) {
        facts.date('upcoming_on', 'date', date, { row });
        facts.text('upcoming_kind', 'kind', kindInWords(kind), { row });
        facts.text('upcoming_title', 'event', title, { row });
        facts.text('upcoming_estimate', 'whether it is an estimate', isEstimate ? 'estimate' : null, { row });
      }
      for (const [row, { date, kind, title }] of events.recent.slice(0, 5).entries()) {
        facts.date('recent_on', 'date', date, { row });
        facts.text('recent_kind', 'kind', kindInWords(kind), { row });
        facts.quote('recent_title', 'event', title, { row });
      }
    }
  },
});
