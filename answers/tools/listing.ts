import { asOfDay } from '../facts/as-of.js';
import type { ListingToolQuery } from '../generated/operations.js';
import { entriesOf, graphqlRef, tickersInput } from './inputs.js';
import { defineTool } from './tool.js';

const KINDS = { EQUITY: 'stock', ETF: 'fund', INDEX: 'index', UNKNOWN: 'security' } as const;

/** What kind of company listed securities are, and where they are listed. */
export const TOOL = defineTool<{ readonly tickers: readonly string[] }, ListingToolQuery>({
  name: 'listing',
  description: 'Sector, industry and exchange of listed securities.',
  input: tickersInput,
  operation: /* GraphQL */ `
    query ListingTool($tickers: [Ticker!]!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        kind
        sector
        industry
        exchange
        lastSession
      }
    }
  `,
  tell({ securitiesByTicker }, list, { tickers }) {
    for (const [ticker, { kind, sector, industry, exchange, lastSession }] of entriesOf(tickers, securitiesByTicker)) {
      if (lastSession === null) continue;
      const facts = list.about(ticker, {
        title: `Listing of ${ticker}`,
        ref: graphqlRef('securitiesByTicker'),
        asOf: asOfDay(lastSession),
      });
      facts.text('kind', 'kind of security', KINDS[kind]);
      facts.text('sector', 'sector', sector);
      facts.text('industry', 'industry', industry);
      facts.text('exchange', 'exchange', exchange);
    }
  },
});
