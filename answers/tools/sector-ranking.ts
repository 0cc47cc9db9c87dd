import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { SectorRankingToolQuery } from '../generated/operations.js';
import { DAY, graphqlRef } from './inputs.js';
import { ofSameSessions, readFrom, type Between } from './past-period.js';
import { MOST_NAMES, namePages } from './screened-names.js';
import { defineTool } from './tool.js';

const MEASURES = ['SCORE', 'TECHNICAL', 'MOMENTUM', 'FUNDAMENTALS', 'CHANGE'] as const;

export interface SectorRankingInput {
  readonly measure: (typeof MEASURES)[number];
  readonly direction: 'ASC' | 'DESC';
  /** With `CHANGE`: the days over which; null for the last session. */
  readonly period: { readonly from: string; readonly to: string } | null;
  /** Only these, if it is not null. */
  readonly sectors: readonly string[] | null;
  /** Tell the first name of each sector instead of its mean. */
  readonly isOfLeaders?: boolean | undefined;
}

type Node = NonNullable<SectorRankingToolQuery['securities']>['nodes'][number];

/** What one name adds to the mean of its sector; of no sessions for a score. */
interface Member extends Between {
  readonly ticker: string;
  readonly sector: string;
  readonly value: number;
}

function scoreOf({ signal }: Node, measure: SectorRankingInput['measure']): number | null | undefined {
  if (measure === 'TECHNICAL') return signal?.scores.technical?.score;
  if (measure === 'MOMENTUM') return signal?.scores.momentum?.score;
  if (measure === 'FUNDAMENTALS') return signal?.scores.fundamentals?.score;
  return signal?.compositeScore;
}

function memberOf(node: Node, { measure, period }: SectorRankingInput): Member | null {
  const { ticker, sector, barColumns } = node;
  if (sector === null) return null;
  if (measure !== 'CHANGE') {
    const value = scoreOf(node, measure);
    return typeof value === 'number' ? { ticker, sector, value, startOn: '', endOn: '' } : null;
  }
  if (!barColumns) return null;
  const { dates, closes } = barColumns;
  const base = period === null ? dates.length - 2 : dates.findIndex((date) => date >= period.from) - 1;
  const [start, end, startOn, endOn] = [closes[base], closes.at(-1), dates[base], dates.at(-1)];
  return start === undefined || end === undefined || startOn === undefined || endOn === undefined
    ? null
    : { ticker, sector, value: 100 * (end / start - 1), startOn, endOn };
}

function bySector(members: readonly Member[]): readonly (readonly [sector: string, members: readonly Member[]])[] {
  const sectors = new Map<string, Member[]>();
  for (const member of members) {
    const known = sectors.get(member.sector);
    if (known === undefined) sectors.set(member.sector, [member]);
    else known.push(member);
  }
  return [...sectors];
}

const WORDS: Readonly<Record<SectorRankingInput['measure'], string>> = {
  SCORE: 'composite score',
  TECHNICAL: 'technical score',
  MOMENTUM: 'momentum score',
  FUNDAMENTALS: 'fundamentals score',
  CHANGE: 'change of the price',
};

/** A ranking of sectors by the mean of their names' scores or price changes, each name counted alike. */
export const TOOL = defineTool<SectorRankingInput, SectorRankingToolQuery>({
  name: 'sector_ranking',
  description:
    'Ranks sectors by the mean composite score, a factor, or price change of their listed names, or tells the first ' +
    `name of each. Reads the ${MOST_NAMES} most traded.`,
  input: z.object({
    measure: z.enum(MEASURES),
    direction: z.enum(['ASC', 'DESC']),
    period: z
      .object({ from: z.string().regex(DAY), to: z.string().regex(DAY) })
      .nullable()
      .default(null)
      .describe('Of CHANGE; null for the last session.'),
    sectors: z.array(z.string().max(80)).min(1).max(20).nullable().default(null).describe('Only these.'),
    isOfLeaders: z.boolean().default(false).describe('Tell the first name of each sector instead of its mean.'),
  }),
  operation: /* GraphQL */ `
    query SectorRankingTool(
      $filter: SecurityFilter!
      $first: LocalDate
      $to: LocalDate
      $last: Int!
      $isChange: Boolean!
      $isScore: Boolean!
      $after: String
    ) {
      market { lastSession }
      securities(first: 100, after: $after, filter: $filter, orderBy: { field: VOLUME, direction: DESC }) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          ticker
          sector
          signal @include(if: $isScore) {
            compositeScore
            asOf
            scores { technical { score } momentum { score } fundamentals { score } }
          }
          barColumns(from: $first, to: $to, last: $last) @include(if: $isChange) {
            dates
            closes
          }
        }
      }
    }
  `,
  variables: ({ measure, period, sectors }) => ({
    filter: { kind: 'EQUITY', ...(sectors === null ? {} : { sectors }) },
    first: period === null ? null : readFrom(period.from),
    to: period?.to ?? null,
    last: period === null ? 2 : 5000,
    isChange: measure === 'CHANGE',
    isScore: measure !== 'CHANGE',
  }),
  pages: namePages(),
  tell({ securities, market }, list, input) {
    if (!securities) return;
    const { measure, direction } = input;
    const all = ofSameSessions(securities.nodes.flatMap((node) => memberOf(node, input) ?? []));
    const newest = securities.nodes.reduce((latest, { signal }) => {
      const asOf = signal?.asOf ?? '';
      return asOf > latest ? asOf : latest;
    }, '');
    const day = all[0]?.endOn || input.period?.to || market?.lastSession;
    if (newest === '' && !day) return;
    const source = {
      title: measure === 'CHANGE' ? 'Daily prices by sector' : 'Scores by sector',
      ref: graphqlRef('securities'),
      asOf: newest === '' ? asOfDay(day ?? '') : newest,
    };
    const whole = list.about(null, source);
    whole.count('total', 'names', securities.totalCount, 'names');
    whole.count('read', 'names that were read', securities.nodes.length, 'names');
    whole.count('ranked', 'names that are counted', all.length, 'names');
    if (measure === 'CHANGE') {
      whole.date('start_on', 'session before', all[0]?.startOn);
      whole.date('end_on', 'last session', all[0]?.endOn);
    } else whole.date('session', 'session', market?.lastSession);
    const sign = direction === 'ASC' ? 1 : -1;
    const ranked = bySector(all)
      .map(([sector, members]) => ({
        sector,
        names: members.length,
        value: members.reduce((sum, { value }) => sum + value, 0) / members.length,
        leader: members.reduce((best, each) =>
          (sign * (each.value - best.value) || (each.ticker < best.ticker ? -1 : 1)) < 0 ? each : best,
        ),
      }))
      .sort((one, other) => sign * (one.value - other.value) || (one.sector < other.sector ? -1 : 1));
    whole.count('sectors', 'sectors', ranked.length, 'sectors');
    const figure = measure === 'CHANGE' ? ({ measure: 'price', isChange: true } as const) : {};
    const unit = measure === 'CHANGE' ? 'percent' : 'score';
    for (const [row, { sector, names, value, leader }] of ranked.entries()) {
      whole.text('sector', 'sector', sector, { row });
      if (input.isOfLeaders === true) {
        const first = list.about(leader.ticker, source);
        first.text('leader', `first name of ${sector}`, leader.ticker, { row });
        first.number('leader_value', WORDS[measure], Number(leader.value.toFixed(4)), unit, { ...figure, row });
        continue;
      }
      const mean = `mean ${measure === 'CHANGE' ? WORDS.CHANGE : 'score'} of ${sector} names`;
      whole.number('rank', 'rank', row + 1, 'rank', { row });
      whole.count('names', `names of ${sector}`, names, 'names', { row });
      whole.number('value', mean, Number(value.toFixed(4)), unit, {
        ...figure,
        row,
        ...(measure === 'CHANGE' ? {} : { terms: ['mean', 'score'] }),
      });
    }
  },
});
