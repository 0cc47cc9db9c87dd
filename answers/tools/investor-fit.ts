import { z } from 'zod';
import { asOfNewest } from '../facts/as-of.js';
import type { InvestorFitToolQuery } from '../generated/operations.js';
import { restPath } from './inputs.js';
import { defineTool } from './tool.js';

interface Input {
  readonly sector: string | null;
  readonly stage: string | null;
  readonly geography: string | null;
  readonly raisingUsd: number | null;
}

/** Firms that fit a company that raises money. */
export const TOOL = defineTool<Input, InvestorFitToolQuery>({
  name: 'investor_fit',
  description: 'Firms ranked by how well they fit a company that raises money: sector, stage, geography, amount.',
  input: z.object({
    sector: z.string().max(80).nullable().default(null),
    stage: z.string().max(80).nullable().default(null),
    geography: z.string().max(80).nullable().default(null),
    raisingUsd: z.number().min(1).nullable().default(null),
  }),
  operation: /* GraphQL */ `
    query InvestorFitTool($filter: InvestorFitFilter!) {
      investorFit(first: 5, filter: $filter) {
        totalCount
        edges {
          node { slug name aumAsOf profile { facts { asOf } recentInvestments { asOf } } }
          score
          reasons
        }
      }
    }
  `,
  variables: (input) => ({ filter: Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)) }),
  tell({ investorFit: fit }, list, input, nowMs) {
    if (!fit || fit.edges.length === 0) return;
    const { sector, stage, geography, raisingUsd } = input;
    const query = {
      ...(sector === null ? {} : { sector }),
      ...(stage === null ? {} : { stage }),
      ...(geography === null ? {} : { geo: geography }),
      ...(raisingUsd === null ? {} : { raising_usd: raisingUsd }),
    };
    const source = {
      title: 'Investor fit',
      ref: restPath('/investors/fit', query),
      asOf: asOfNewest(
        fit.edges.flatMap(({ node: { aumAsOf, profile } }) => [
          aumAsOf,
          ...[...(profile?.facts ?? []), ...(profile?.recentInvestments ?? [])].map(({ asOf }) => asOf),
        ]),
        nowMs,
      ),
    };
    list
      .about(null, source)
      .number('raising', 'amount to raise', raisingUsd, 'usd', { terms: ['raising', 'raise', 'raises'] });
    list.about(null, source).count('total', 'firms', fit.totalCount, 'firms');
    for (const [row, { node, score, reasons }] of fit.edges.entries()) {
      const facts = list.about(`investor:${node.slug}`, source);
      facts.text('name', 'name', node.name, { row });
      facts.text('slug', 'slug', node.slug, { row });
      facts.number('score', 'fit', score, 'score', { row, terms: ['fit', 'score', 'fits'] });
      facts.text(
        'reason',
        'reason',
        reasons.find((reason) => !/\b(?:no|not|unknown)\b/.test(reason)),
        { row },
      );
    }
  },
});
