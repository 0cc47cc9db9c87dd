import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { PrivateMarkToolQuery } from '../generated/operations.js';
import { inPlainWords, restPath, slug } from './inputs.js';
import { defineTool } from './tool.js';

/** The modelled valuation of a private company today. */
export const TOOL = defineTool<{ readonly slug: string }, PrivateMarkToolQuery>({
  name: 'private_mark',
  description: 'Modelled valuation of a private company today, with its range, confidence and evidence.',
  input: z.object({ slug }),
  operation: /* GraphQL */ `
    query PrivateMarkTool($slug: String!) {
      privateCompany(slug: $slug) {
        slug
        name
        markStatus
        mark { valuationUsd lowUsd highUsd asOf confidence basis }
      }
    }
  `,
  tell({ privateCompany: company }, list) {
    const mark = company?.mark;
    if (!company || !mark) return;
    const facts = list.about(`company:${company.slug}`, {
      title: `Mark of ${company.name}`,
      ref: restPath('/private-companies/marks'),
      asOf: asOfDay(mark.asOf),
    });
    facts.number('value', 'modelled valuation', mark.valuationUsd, 'usd', { terms: ['modelled', 'mark', 'model'] });
    facts.number('low', 'lower end of the mark', mark.lowUsd, 'usd', { terms: ['range', 'from', 'modelled'] });
    facts.number('high', 'upper end of the mark', mark.highUsd, 'usd', { terms: ['range', 'to', 'modelled'] });
    facts.text('confidence', 'confidence of the mark', mark.confidence.toLowerCase());
    facts.text('basis', 'basis', inPlainWords(mark.basis));
    facts.date('on', 'day of the mark', mark.asOf);
  },
});
