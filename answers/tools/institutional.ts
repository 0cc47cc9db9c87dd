import { asOfDay } from '../facts/as-of.js';
import type { InstitutionalToolQuery } from '../generated/operations.js';
import { entriesOf, graphqlRef, inPlainWords, tickersInput } from './inputs.js';
import { defineTool } from './tool.js';

/** The largest holders by their forms 13F. */
export const TOOL = defineTool<{ readonly tickers: readonly string[] }, InstitutionalToolQuery>({
  name: 'institutional',
  description:
    'Institutional managers that hold listed securities, from forms 13F: the largest, their shares, value and change.',
  input: tickersInput,
  operation: /* GraphQL */ `
    query InstitutionalTool($tickers: [Ticker!]!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        institutionalHoldings(first: 5, filter: { kinds: [SHARES] }) {
          totalCount
          period
          asOf
          totals { kind managerCount shares value }
          nodes { manager { name cik } shares value change { kind fraction } }
        }
      }
    }
  `,
  tell({ securitiesByTicker }, list, { tickers }) {
    for (const [ticker, { institutionalHoldings: holdings }] of entriesOf(tickers, securitiesByTicker)) {
      if (!holdings?.asOf || holdings.period === null) continue;
      const facts = list.about(ticker, {
        title: `Forms 13F on ${ticker}`,
        ref: graphqlRef('institutionalHoldings'),
        asOf: asOfDay(holdings.asOf),
      });
      facts.date('period', 'end of the quarter', holdings.period);
      const total = holdings.totals.find(({ kind }) => kind === 'SHARES');
      facts.count('managers', 'managers', total?.managerCount, 'managers');
      facts.count('shares', 'shares of managers', total?.shares, 'shares');
      facts.number('value', 'value of managers', total?.value, 'usd', { terms: ['together', 'value', 'hold'] });
      for (const [row, { manager, shares, value, change }] of holdings.nodes.entries()) {
        facts.quote('manager', 'manager', manager?.name, { row });
        facts.count('manager_shares', 'shares of the manager', shares, 'shares', { row });
        facts.number('manager_value', 'value of the manager', value, 'usd', { row, terms: ['holds', 'value', 'with'] });
        facts.text('manager_change', 'change', change === null ? null : inPlainWords(change.kind), { row });
        facts.fraction('manager_change_share', 'change of the manager', change?.fraction, {
          row,
          isChange: true,
          terms: ['shares'],
        });
      }
    }
  },
});
