import { z } from 'zod';
import { parseIsoDate } from '../../calendar/days.js';
import { quarterEndBefore } from '../../calendar/quarters.js';
import { asOfDay } from '../facts/as-of.js';
import type { FactList, FactsAbout } from '../facts/fact-list.js';
import type { ManagerHoldingsToolQuery } from '../generated/operations.js';
import { managerTitle } from '../names/manager-names.js';
import { graphqlRef, inPlainWords } from './inputs.js';
import { changesOf, CLOSED_FROM, isSale, WHOSE, type InstitutionalHolders } from './institutional-changes.js';
import { defineTool } from './tool.js';

interface Input {
  readonly manager: string;
  readonly tickers: readonly string[];
  readonly holdings: InstitutionalHolders;
}

type Manager = NonNullable<ManagerHoldingsToolQuery['institutionalManagers']>['nodes'][number];
type Position = NonNullable<Manager['holdings']>['nodes'][number];
type Source = Parameters<FactList['about']>[1];

/** Positions that are told, if no securities are asked for: of those that are, all. */
const MOST_ROWS = 8;
const MOST_TICKERS = 25;
const MOST_UNLINKED = 40;

/** Facts of a position: about its security too, where that is stored. */
function aboutPosition(
  list: FactList,
  id: string,
  { security }: Pick<Position, 'security'>,
  source: Source,
): FactsAbout {
  return security === null ? list.about(id, source) : list.about([id, security.ticker], source);
}

function tellPosition(facts: FactsAbout, row: number, position: Position): void {
  const { issuerName, security, shares, value, reportFraction, change } = position;
  if (security === null) facts.quote('issuer', 'issuer', issuerName, { row });
  else facts.text('ticker', 'ticker', security.ticker, { row });
  facts.count('shares', 'shares of the position', shares, 'shares', { row });
  facts.number('position_value', 'value of the position', value, 'usd', { row, terms: ['worth', 'value'] });
  facts.fraction('share', 'share of the report', reportFraction, { row, terms: ['share', 'report'] });
  facts.text('change', 'change', change === null ? null : inPlainWords(change.kind), { row });
  const moved = change?.shares ?? 0;
  if (moved !== 0)
    facts.count('moved', 'shares bought or sold', Math.abs(moved), 'shares', {
      row,
      terms: [moved < 0 ? 'sold' : 'bought'],
    });
  facts.fraction('change_share', 'change of the position', change?.fraction, {
    row,
    isChange: true,
    terms: ['increased', 'decreased'],
  });
}

/** Puts and calls, which are positions in options on a number of shares. */
function tellOptions(list: FactList, id: string, { options }: Manager, source: Source): void {
  for (const [row, position] of (options?.nodes ?? []).entries()) {
    const facts = aboutPosition(list, id, position, source);
    const kind = `${position.kind.toLowerCase()}s`;
    if (position.security === null) facts.quote('option_issuer', 'issuer', position.issuerName, { row });
    else facts.text('option_ticker', 'ticker', position.security.ticker, { row });
    facts.text('option_kind', 'kind of option', kind, { row });
    facts.count('option_shares', `shares under ${kind}`, position.shares, 'shares', { row, terms: [kind] });
    facts.number('option_value', `value of the shares under ${kind}`, position.value, 'usd', {
      row,
      terms: [kind, 'worth'],
    });
  }
}

/** What is missing in the report, or before it, that its figures depend on. */
function tellGaps(facts: FactsAbout, reports: NonNullable<Manager['reports']>['nodes']): void {
  const [newest, before] = reports;
  if (newest === undefined) return;
  if (!newest.isComplete) facts.text('gap', 'gap', 'the report is not stored as a whole');
  const day = parseIsoDate(newest.period);
  const isNext = before !== undefined && day !== null && parseIsoDate(before.period) === quarterEndBefore(day);
  if (!isNext) facts.text('alone', 'gap', 'the report of the quarter before is not stored');
}

/** What a manager holds by its newest form 13F, the largest positions or those that it changed the most. */
export const TOOL = defineTool<Input, ManagerHoldingsToolQuery>({
  name: 'manager_holdings',
  description: 'Positions of a manager by form 13F, by its name or CIK; of tickers alone if given.',
  input: z.object({
    manager: z.string().min(1).max(80),
    tickers: z.array(z.string()).max(MOST_TICKERS).default([]),
    holdings: z.enum(WHOSE).default('LARGEST'),
  }),
  operation: /* GraphQL */ `
    query ManagerHoldingsTool(
      $manager: String!
      $tickers: [Ticker!]
      $ofTickers: Boolean!
      $first: Int!
      $firstOptions: Int!
      $changes: [InstitutionalChangeKind!]
      $field: InstitutionalHoldingOrderField!
      $direction: OrderDirection!
    ) {
      institutionalManagers(first: 1, filter: { search: $manager }) {
        nodes {
          cik
          name
          reports(first: 2) { nodes { period filedOn isComplete } }
          all: holdings(first: 100, filter: { kinds: [SHARES] }) {
            totalCount
            totals { kind value }
            nodes { issuerName security { ticker } }
          }
          holdings(
            first: $first
            filter: { kinds: [SHARES], changes: $changes, tickers: $tickers }
            orderBy: { field: $field, direction: $direction }
          ) {
            totalCount
            nodes { ...PositionOfTool }
          }
          closed: holdings(first: $first, filter: { kinds: [SHARES], changes: [CLOSED], tickers: $tickers })
            @include(if: $ofTickers) {
            nodes { ...PositionOfTool }
          }
          options: holdings(first: $firstOptions, filter: { kinds: [PUT, CALL], tickers: $tickers }) {
            totalCount
            nodes { ...PositionOfTool }
          }
        }
      }
    }
    fragment PositionOfTool on InstitutionalHolding {
      kind
      issuerName
      security { ticker }
      shares
      value
      reportFraction
      change { kind shares fraction }
    }
  `,
  variables: ({ manager, tickers, holdings }) => ({
    manager,
    ofTickers: tickers.length > 0,
    first: Math.max(MOST_ROWS, tickers.length),
    // A security may have puts and calls.
    firstOptions: Math.max(MOST_ROWS, 2 * tickers.length),
    ...(tickers.length === 0 ? {} : { tickers }),
    ...changesOf(holdings),
  }),
  tell({ institutionalManagers }, list, { holdings, tickers }) {
    const manager = institutionalManagers?.nodes[0];
    const report = manager?.reports?.nodes[0];
    if (!manager?.reports || !report || !manager.holdings || !manager.all) return;
    const id = `manager:${manager.cik}`;
    const source = {
      title: `Forms 13F of ${managerTitle(manager)}, CIK ${manager.cik}`,
      ref: graphqlRef('institutionalManagers'),
      asOf: asOfDay(report.filedOn),
    };
    const facts = list.about(id, source);
    facts.quote('name', 'name', manager.name);
    facts.date('period', 'end of the quarter', report.period);
    facts.count('positions', 'positions in shares', manager.all.totalCount, 'positions', {
      terms: ['holdings', 'reported'],
    });
    const inShares = manager.all.totals.find(({ kind }) => kind === 'SHARES')?.value;
    facts.number('value', 'value of the positions in shares', inShares ?? 0, 'usd', {
      terms: ['together', 'value', 'worth'],
    });
    facts.count('options', 'positions in options', manager.options?.totalCount, 'positions', {
      terms: ['puts', 'calls', 'options'],
    });
    if (holdings !== 'LARGEST')
      facts.count('changed', 'positions with such a change', manager.holdings.totalCount, 'positions', {
        terms: isSale(holdings) ? ['sold', 'holdings'] : ['bought', 'holdings'],
      });
    tellGaps(facts, manager.reports.nodes);
    for (const [row, position] of manager.holdings.nodes.entries())
      tellPosition(aboutPosition(list, id, position, source), row, position);
    for (const [index, position] of (manager.closed?.nodes ?? []).entries())
      tellPosition(aboutPosition(list, id, position, source), CLOSED_FROM + index, position);
    tellOptions(list, id, manager, source);
    // An entry whose name and CUSIP no stored security has may be of one that is asked for.
    const unlinked = manager.all.nodes.filter(({ security }) => security === null);
    for (const [row, { issuerName }] of (tickers.length === 0 ? [] : unlinked.slice(0, MOST_UNLINKED)).entries())
      facts.quote('unlinked', 'issuer that is not stored', issuerName, { row });
    // What is asked for and is not in the report is not held, as far as the form tells.
    for (const ticker of tickers) list.about([id, ticker], source).date('held_on', 'end of the quarter', report.period);
  },
});
