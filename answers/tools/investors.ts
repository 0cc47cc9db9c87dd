import { z } from 'zod';
import { asOfNewest } from '../facts/as-of.js';
import type { InvestorsToolQuery } from '../generated/operations.js';
import { knownPart, restPath } from './inputs.js';
import { firmTypeName } from './investor.js';
import { defineTool } from './tool.js';

const TYPES = ['VC', 'GROWTH_PE', 'STRATEGIC_CVC', 'SOVEREIGN'] as const;

/** Firms by assets under management. */
export const TOOL = defineTool<
  { readonly first: number; readonly firmType: (typeof TYPES)[number] | null },
  InvestorsToolQuery
>({
  name: 'investors',
  description: 'Firms that invest in private companies by assets under management; of one kind.',
  input: z.object({ first: z.number().int().min(1).max(50), firmType: z.enum(TYPES).nullable().default(null) }),
  operation: /* GraphQL */ `
    query InvestorsTool($first: Int!, $filter: InvestorFilter!) {
      investors(first: $first, filter: $filter, orderBy: AUM) {
        totalCount
        nodes { slug name shortName firmType aumUsd aumAsOf aumAsOfPrecision }
      }
    }
  `,
  variables: ({ first, firmType }) => ({ first, filter: firmType === null ? {} : { firmType } }),
  tell({ investors }, list, _input, nowMs) {
    if (!investors || investors.nodes.length === 0) return;
    const source = {
      title: 'Directory of investors',
      ref: restPath('/investors/list'),
      asOf: asOfNewest(
        investors.nodes.map(({ aumAsOf }) => aumAsOf),
        nowMs,
      ),
    };
    list.about(null, source).count('total', 'firms', investors.totalCount, 'firms');
    for (const [row, { slug, name, firmType, aumUsd, aumAsOf, aumAsOfPrecision }] of investors.nodes.entries()) {
      const facts = list.about(`investor:${slug}`, source);
      facts.text('name', 'name', name, { row });
      facts.text('slug', 'slug', slug, { row });
      facts.text('type', 'kind of firm', firmType === null ? null : firmTypeName(firmType), { row });
      facts.number('aum', 'assets under management', aumUsd, 'usd', { row, terms: ['manages', 'assets'] });
      facts.date('aum_on', 'day of the assets', knownPart(aumAsOf, aumAsOfPrecision), { row });
    }
  },
});
