import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import { quotable } from '../facts/fact-list.js';
import type { ManagerHoldingsToolQuery } from '../generated/operations.js';
import { graphqlRef, inPlainWords } from './inputs.js';
import { changesOf, isSale, WHOSE, type InstitutionalHolders } from './institutional-changes.js';
import { defineTool } from './tool.js';

interface Input {
  readonly manager: string;
  readonly tickers: readonly string[];
  readonly holdings: InstitutionalHolders;
}

/** What a manager holds by its newest form 13F, the largest positions or those that it changed the most. */
export const TOOL = defineTool<Input, ManagerHoldingsToolQuery>({
  name: 'manager_holdings',
  description: 'Positions of a manager by form 13F, by its name or CIK; of tickers alone if given.',
  input: z.object({
    manager: z.string().min(1).max(80),
    tickers: z.array(z.string()).max(25).default([]),
    holdings: z.enum(WHOSE).default('LARGEST'),
  }),
  operation: /* GraphQL */ `
    query ManagerHoldingsTool(
      $manager: String!
      $tickers: [Ticker!]
      $changes: [InstitutionalChangeKind!]
      $field: InstitutionalHoldingOrderField!
      $direction: OrderDirection!
    ) {
      institutionalManagers(first: 1, filter: { search: $manager }) {
        totalCount
        nodes {
          cik
          name
          reports(first: 1) { nodes { period filedOn value } }
          all: holdings(first: 1, filter: { kinds: [SHARES] }) { totalCount period asOf }
          holdings(
            first: 8
            filter: { kinds: [SHARES], changes: $changes, tickers: $tickers }
            orderBy: { field: $field, direction: $direction }
          ) {
            totalCount
            nodes {
              issuerName
              security { ticker name }
              shares
              value
              reportFraction
              change { kind shares fraction }
            }
          }
        }
      }
    }
  `,
  variables: ({ manager, tickers, holdings }) => ({
    manager,
    ...(tickers.length === 0 ? {} : { tickers }),
    ...changesOf(holdings),
  }),
  tell({ institutionalManagers }, list, { holdings, tickers }) {
    const manager = institutionalManagers?.nodes[0];
    const report = manager?.reports?.nodes[0];
    if (!manager || !report || !manager.holdings || !manager.all) return;
    const id = `manager:${manager.cik}`;
    const source = {
      title: `Forms 13F of ${quotable(manager.name)}, CIK ${manager.cik}`,
      ref: graphqlRef('institutionalManagers'),
      asOf: asOfDay(report.filedOn),
    };
    const facts = list.about(id, source);
    facts.quote('name', 'name', manager.name);
    facts.date('period', 'end of the quarter', report.period);
    facts.count('positions', 'positions', manager.all.totalCount, 'positions', { terms: ['holdings', 'reported'] });
    facts.number('value', 'value of the report', report.value, 'usd', { terms: ['together', 'value', 'worth'] });
    if (holdings !== 'LARGEST')
      facts.count('changed', 'positions with such a change', manager.holdings.totalCount, 'positions', {
        terms: isSale(holdings) ? ['sold', 'holdings'] : ['bought', 'holdings'],
      });
    for (const [
      row,
      { issuerName, security, shares, value, reportFraction, change },
    ] of manager.holdings.nodes.entries()) {
      const ticker = security?.ticker;
      const own = ticker === undefined ? facts : list.about([id, ticker], source);
      if (ticker === undefined) own.quote('issuer', 'issuer', issuerName, { row });
      else own.text('ticker', 'ticker', ticker, { row });
      own.count('shares', 'shares of the position', shares, 'shares', { row });
      own.number('position_value', 'value of the position', value, 'usd', { row, terms: ['worth', 'value'] });
      own.fraction('share', 'share of the report', reportFraction, { row, terms: ['share', 'report'] });
      own.text('change', 'change', change === null ? null : inPlainWords(change.kind), { row });
      const moved = change?.shares ?? 0;
      if (moved !== 0)
        own.count('moved', 'shares bought or sold', Math.abs(moved), 'shares', {
          row,
          terms: [moved < 0 ? 'sold' : 'bought'],
        });
      own.fraction('change_share', 'change of the position', change?.fraction, {
        row,
        isChange: true,
        terms: ['increased', 'decreased'],
      });
    }
    // What is asked for and is not in the report is not held, as far as the form tells.
    for (const ticker of tickers) list.about([id, ticker], source).date('held_on', 'end of the quarter', report.period);
  },
});
