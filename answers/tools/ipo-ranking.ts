import { z } from 'zod';
import type { IpoRankingToolQuery } from '../generated/operations.js';
import { inPlainWords, restPath } from './inputs.js';
import { defineTool } from './tool.js';
import { asOfDay } from '../facts/as-of.js';

/** The private companies that are nearest to a listing. */
export const TOOL = defineTool<{ readonly first: number; readonly sector: string | null }, IpoRankingToolQuery>({
  name: 'ipo_ranking',
  description: 'Private companies ranked by how near a listing they are.',
  input: z.object({ first: z.number().int().min(1).max(40), sector: z.string().max(80).nullable().default(null) }),
  operation: /* GraphQL */ `
    query IpoRankingTool($first: Int!, $filter: IpoReadinessFilter!) {
      ipoReadinessRanking(first: $first, filter: $filter) {
        totalCount
        edges {
          node { slug name }
          readiness { composite band rank axes { signal { drivers { asOf } } maturity { drivers { asOf } } } }
        }
      }
    }
  `,
  variables: ({ first, sector }) => ({ first, filter: sector === null ? {} : { sector } }),
  tell({ ipoReadinessRanking: ranking }, list) {
    const days = (ranking?.edges ?? []).flatMap(({ readiness: { axes } }) =>
      [...axes.signal.drivers, ...axes.maturity.drivers].map(({ asOf }) => asOf),
    );
    const newest = days.sort().at(-1);
    if (!ranking || newest === undefined) return;
    const source = {
      title: 'IPO readiness ranking',
      ref: restPath('/private-companies/ipo-readiness'),
      asOf: asOfDay(newest),
    };
    list.about(null, source).count('total', 'ranked companies', ranking.totalCount, 'companies');
    for (const [row, { node, readiness }] of ranking.edges.entries()) {
      const facts = list.about(`company:${node.slug}`, source);
      facts.text('name', 'name', node.name, { row });
      facts.text('slug', 'slug', node.slug, { row });
      facts.number('rank', 'rank', readiness.rank, 'rank', { row });
      facts.number('composite', 'IPO readiness', readiness.composite, 'score', { row, terms: ['readiness', 'score'] });
      facts.text('band', 'band', inPlainWords(readiness.band), { row });
    }
  },
});
