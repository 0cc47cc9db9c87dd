import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { PeriodRankingToolQuery } from '../generated/operations.js';
import { DAY, graphqlRef } from './inputs.js';
import { ofSameSessions, readFrom, type Between } from './past-period.js';
import { volatilityPct } from './price-risk.js';
import { groupFilter, groupInput, groupTitle, MOST_NAMES, namePages } from './screened-names.js';
import { defineTool } from './tool.js';

export interface PeriodRankingInput {
  readonly from: string;
  readonly to: string;
  readonly measure: 'CHANGE' | 'VOLATILITY';
  readonly direction: 'ASC' | 'DESC';
  readonly first: number;
  readonly sector: string | null;
  readonly sectors: readonly string[] | null;
  readonly industry: string | null;
  readonly kind: 'EQUITY' | 'ETF';
  /** Only names that moved so far in the direction that is told first, percent. */
  readonly least?: number | undefined;
  /** Whether exactly so far is too little. */
  readonly isStrict?: boolean | undefined;
}

type Node = NonNullable<PeriodRankingToolQuery['securities']>['nodes'][number];

interface Measured extends Between {
  readonly ticker: string;
  readonly value: number;
  readonly start: number;
  readonly end: number;
}

function measured({ ticker, barColumns }: Node, { from, measure }: PeriodRankingInput): Measured | null {
  if (!barColumns) return null;
  const { dates, closes, adjustedCloses } = barColumns;
  const base = dates.findIndex((date) => date >= from) - 1;
  const [start, end, startOn, endOn] = [closes[base], closes.at(-1), dates[base], dates.at(-1)];
  if (start === undefined || end === undefined || startOn === undefined || endOn === undefined) return null;
  const value = measure === 'CHANGE' ? 100 * (end / start - 1) : volatilityPct(adjustedCloses.slice(base));
  return value === null ? null : { ticker, value: Number(value.toFixed(4)), start, end, startOn, endOn };
}

/** A ranking of listed securities by their change over a period, or by volatility. */
export const TOOL = defineTool<PeriodRankingInput, PeriodRankingToolQuery>({
  name: 'period_ranking',
  description: `Ranks the securities of a sector, or all, by the change of the price over a period, or by volatility. Reads the ${MOST_NAMES} most traded.`,
  input: z.object({
    from: z.string().regex(DAY),
    to: z.string().regex(DAY),
    measure: z.enum(['CHANGE', 'VOLATILITY']),
    direction: z.enum(['ASC', 'DESC']),
    first: z.number().int().min(1).max(10),
    least: z.number().positive().optional().describe('Least gain, with ASC loss, percent.'),
    isStrict: z.boolean().optional().describe('Excludes that value.'),
    ...groupInput,
  }),
  operation: /* GraphQL */ `
    query PeriodRankingTool($filter: SecurityFilter!, $first: LocalDate!, $to: LocalDate!, $after: String) {
      securities(first: 100, after: $after, filter: $filter, orderBy: { field: VOLUME, direction: DESC }) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          ticker
          industry
          barColumns(from: $first, to: $to, last: 5000) {
            dates
            closes
            adjustedCloses
          }
        }
      }
    }
  `,
  variables: ({ from, to, ...group }) => ({ first: readFrom(from), to, filter: groupFilter(group) }),
  pages: namePages(),
  tell({ securities }, list, input) {
    if (!securities) return;
    const { industry, direction, first, least, isStrict = false } = input;
    const nodes = securities.nodes.filter((node) => industry === null || node.industry === industry);
    const all = ofSameSessions(nodes.flatMap((node) => measured(node, input) ?? []));
    const source = {
      title: `Daily prices of ${groupTitle(input)} names`,
      ref: graphqlRef('securities'),
      asOf: asOfDay(all[0]?.endOn ?? input.to),
    };
    const whole = list.about(null, source);
    const isWhole = securities.totalCount <= securities.nodes.length;
    whole.count('read', 'names that were read', securities.nodes.length, 'names');
    whole.date('from', 'start of the period', input.from);
    whole.date('to', 'end of the period', input.to);
    whole.count('total', 'names that match', isWhole ? nodes.length : securities.totalCount, 'names');
    whole.count('ranked', 'names with prices of the whole period', all.length, 'names');
    whole.date('start_on', 'session before the period', all[0]?.startOn);
    whole.date('end_on', 'last session of the period', all[0]?.endOn);
    const sign = direction === 'ASC' ? 1 : -1;
    const ranked = [...all].sort(
      (one, other) => sign * (one.value - other.value) || (one.ticker < other.ticker ? -1 : 1),
    );
    const within =
      least === undefined
        ? ranked
        : ranked.filter(({ value }) => (isStrict ? -sign * value > least : -sign * value >= least));
    if (least !== undefined) {
      whole.number('bound', 'change of the price', -sign * least, 'percent', { measure: 'price', isChange: true });
      whole.count('within', 'names beyond the bound', within.length, 'names');
    }
    const told = within.length > 0 ? within.slice(0, first) : ranked.slice(0, 1);
    for (const [row, { ticker, value, start, end }] of told.entries()) {
      const facts = list.about(ticker, source);
      facts.number('rank', 'rank', row + 1, 'rank', { row });
      facts.text('ticker', 'ticker', ticker, { row });
      if (input.measure === 'CHANGE')
        facts.number('value', 'change of the price', value, 'percent', { row, measure: 'price', isChange: true });
      else facts.number('value', 'volatility', value, 'percent', { row, terms: ['a year'] });
      facts.number('start', 'close before the period', start, 'usd_per_share', {
        row,
        measure: 'price',
        terms: ['close went'],
      });
      facts.number('end', 'last close', end, 'usd_per_share', { row, measure: 'price', terms: ['close went'] });
    }
  },
});
