import { z } from 'zod';
import { asOfDay, asOfNewest } from '../facts/as-of.js';
import type { PrivateLiquidityToolQuery } from '../generated/operations.js';
import { inPlainWords, knownPart, restPath, slug } from './inputs.js';
import { defineTool } from './tool.js';

/** How existing shares of a private company can be sold. */
export const TOOL = defineTool<{ readonly slug: string }, PrivateLiquidityToolQuery>({
  name: 'private_liquidity',
  description:
    'How existing shares of a private company change hands: instruments, restrictions, expected days, recent secondary prices.',
  input: z.object({ slug }),
  operation: /* GraphQL */ `
    query PrivateLiquidityTool($slug: String!) {
      privateCompany(slug: $slug) {
        slug
        name
        profile { facts { asOf } }
        liquidity {
          dataBasis
          instruments
          restrictions { rightOfFirstRefusal transfer }
          timing { expectedDays }
          marks { date datePrecision kind class price impliedValuationUsd premiumToLastRoundPct sourceUrl }
        }
      }
    }
  `,
  tell({ privateCompany: company }, list, _input, nowMs) {
    const liquidity = company?.liquidity;
    if (!company || !liquidity) return;
    const days = [
      ...liquidity.marks.map(({ date }) => date),
      ...(company.profile?.facts ?? []).map(({ asOf }) => asOf),
    ];
    const ref = restPath('/private-companies/liquidity', { slug: company.slug });
    const id = `company:${company.slug}`;
    const facts = list.about(id, {
      title: `Liquidity of ${company.name}`,
      ref,
      asOf: asOfNewest(days, nowMs),
    });
    facts.text('basis', 'basis', liquidity.dataBasis === 'MODEL' ? 'a model' : 'a live feed');
    for (const [row, instrument] of liquidity.instruments.entries())
      facts.text('instrument', 'instrument', inPlainWords(instrument).replace('spv', 'SPV'), { row });
    facts.count('days', 'expected days of a sale', liquidity.timing.expectedDays, 'days');
    facts.text('refusal', 'right of first refusal', liquidity.restrictions.rightOfFirstRefusal);
    for (const [row, mark] of liquidity.marks.slice(0, 3).entries()) {
      const told = list.about(id, { title: `Liquidity of ${company.name}`, ref, asOf: asOfDay(mark.date) });
      told.date('mark_on', 'day of the event', knownPart(mark.date, mark.datePrecision), { row });
      told.text('mark_class', 'class', inPlainWords(mark.class), { row });
      told.text('mark_kind', 'kind', inPlainWords(mark.kind), { row });
      told.number('mark_valuation', 'implied valuation', mark.impliedValuationUsd, 'usd', {
        row,
        terms: ['implied', 'valuation'],
      });
      told.number('mark_price', 'price a share', mark.price, 'usd_per_share', { row, terms: ['price', 'a share'] });
      told.number('mark_premium', 'premium to the last round', mark.premiumToLastRoundPct, 'percent', {
        row,
        isChange: true,
        terms: ['last round'],
      });
    }
  },
});
