import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { PrivateStakesToolQuery } from '../generated/operations.js';
import { restPath, slug } from './inputs.js';
import { defineTool } from './tool.js';

/** Stakes of listed holders in a private company. */
export const TOOL = defineTool<{ readonly slug: string }, PrivateStakesToolQuery>({
  name: 'private_stakes',
  description:
    'Stakes of listed companies in a private company: share, value, and exposure of 10,000 USD of the holder.',
  input: z.object({ slug }),
  operation: /* GraphQL */ `
    query PrivateStakesTool($slug: String!) {
      privateCompany(slug: $slug) {
        slug
        name
        stakes(first: 8) {
          totalCount
          nodes { holder { ticker name } stakePct stakeValueUsd class asOf sourceUrl exposurePer10kUsd }
        }
      }
    }
  `,
  tell({ privateCompany: company }, list) {
    const stakes = company?.stakes;
    if (!company || !stakes) return;
    const id = `company:${company.slug}`;
    const ref = restPath('/private-companies/stake-map', { slug: company.slug });
    const newest = stakes.nodes
      .map(({ asOf }) => asOf)
      .sort()
      .at(-1);
    if (newest === undefined) return;
    list
      .about(id, { title: `Stake map of ${company.name}`, ref, asOf: asOfDay(newest) })
      .count('count', 'listed holders', stakes.totalCount, 'holders', { terms: ['listed'] });
    for (const [
      row,
      { holder, stakePct, stakeValueUsd, class: kind, asOf, exposurePer10kUsd },
    ] of stakes.nodes.entries()) {
      const facts = list.about([id, holder.ticker], {
        title: `Stake map of ${company.name}`,
        ref,
        asOf: asOfDay(asOf),
      });
      facts.text('holder', 'holder', holder.name, { row });
      facts.text('ticker', 'ticker', holder.ticker, { row });
      facts.number('share', 'share', stakePct, 'percent', { row, terms: ['share', 'owns', 'holds', 'stake'] });
      facts.number('value', 'value of the stake', stakeValueUsd, 'usd', { row, terms: ['stake', 'worth'] });
      facts.number('exposure', 'exposure of 10,000 USD', exposurePer10kUsd, 'usd', {
        row,
        terms: ['exposure', '$10,000'],
      });
      facts.text('class', 'class', kind.toLowerCase(), { row });
    }
  },
});
