import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { InstitutionalToolQuery } from '../generated/operations.js';
import { entriesOf, graphqlRef, inPlainWords, tickersInput } from './inputs.js';
import { changesOf, isSale, WHOSE, type InstitutionalHolders } from './institutional-changes.js';
import { defineTool } from './tool.js';

interface Input {
  readonly tickers: readonly string[];
  readonly holders: InstitutionalHolders;
}

/** The holders of listed securities by their forms 13F, the largest or those that changed the most. */
export const TOOL = defineTool<Input, InstitutionalToolQuery>({
  name: 'institutional',
  description:
    'Managers that hold listed securities by forms 13F, the largest or those that bought or sold the most: shares, value, change.',
  input: tickersInput.extend({ holders: z.enum(WHOSE).default('LARGEST') }),
  operation: /* GraphQL */ `
    query InstitutionalTool(
      $tickers: [Ticker!]!
      $changes: [InstitutionalChangeKind!]
      $field: InstitutionalHoldingOrderField!
      $direction: OrderDirection!
      $ofChanges: Boolean!
    ) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        institutionalHoldings(
          first: 5
          filter: { kinds: [SHARES], changes: $changes }
          orderBy: { field: $field, direction: $direction }
        ) {
          totalCount
          period
          asOf
          totals { kind managerCount shares value }
          nodes { manager { name cik } shares value change { kind shares fraction } }
        }
        compared: institutionalHoldings(
          first: 1
          filter: { kinds: [SHARES], changes: [NEW, INCREASED, DECREASED, UNCHANGED, CLOSED] }
        ) @include(if: $ofChanges) { totalCount }
      }
    }
  `,
  variables: ({ tickers, holders }) => ({ tickers, ofChanges: holders !== 'LARGEST', ...changesOf(holders) }),
  tell({ securitiesByTicker }, list, { tickers, holders }) {
    for (const [ticker, { institutionalHoldings: holdings, compared }] of entriesOf(tickers, securitiesByTicker)) {
      if (!holdings?.asOf || holdings.period === null) continue;
      const facts = list.about(ticker, {
        title: `Forms 13F on ${ticker}`,
        ref: graphqlRef('institutionalHoldings'),
        asOf: asOfDay(holdings.asOf),
      });
      facts.date('period', 'end of the quarter', holdings.period);
      if (compared?.totalCount === 0) facts.text('unknown_changes', 'gap', 'no report of the quarter before is stored');
      const total = holdings.totals.find(({ kind }) => kind === 'SHARES');
      facts.count('managers', 'managers', total?.managerCount, 'managers');
      facts.count('shares', 'shares of managers', total?.shares, 'shares');
      facts.number('value', 'value of managers', total?.value, 'usd', { terms: ['together', 'value', 'hold'] });
      for (const [kind, noun] of [
        ['PUT', 'puts'],
        ['CALL', 'calls'],
      ] as const) {
        const options = holdings.totals.find((each) => each.kind === kind);
        facts.count(`${noun}_managers`, `managers with ${noun}`, options?.managerCount ?? 0, 'managers', {
          terms: [noun],
        });
        facts.count(`${noun}_shares`, `shares under ${noun} of managers`, options?.shares, 'shares', { terms: [noun] });
      }
      if (holders !== 'LARGEST')
        facts.count('changed', 'managers with such a change', holdings.totalCount, 'managers', {
          terms: isSale(holders) ? ['sold'] : ['bought'],
        });
      for (const [row, { manager, shares, value, change }] of holdings.nodes.entries()) {
        facts.quote('manager', 'manager', manager?.name, { row });
        facts.count('manager_shares', 'shares of the manager', shares, 'shares', { row });
        facts.number('manager_value', 'value of the manager', value, 'usd', { row, terms: ['holds', 'value', 'with'] });
        facts.text('manager_change', 'change', change === null ? null : inPlainWords(change.kind), { row });
        const moved = change?.shares ?? 0;
        if (moved !== 0)
          facts.count('manager_moved', 'shares bought or sold by the manager', Math.abs(moved), 'shares', {
            row,
            terms: [moved < 0 ? 'sold' : 'bought'],
          });
        facts.fraction('manager_change_share', 'change of the manager', change?.fraction, {
          row,
          isChange: true,
          terms: ['shares'],
        });
      }
    }
  },
});
