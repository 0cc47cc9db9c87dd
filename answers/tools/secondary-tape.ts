import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { SecondaryTapeToolQuery } from '../generated/operations.js';
import { inPlainWords, knownPart, restPath, slug } from './inputs.js';
import { defineTool } from './tool.js';

/** Observed trades of existing shares of a private company. */
export const TOOL = defineTool<{ readonly slug: string }, SecondaryTapeToolQuery>({
  name: 'secondary_tape',
  description:
    'Observed secondary events of a private company: tenders, blocks, indications, with their implied valuation.',
  input: z.object({ slug }),
  operation: /* GraphQL */ `
    query SecondaryTapeTool($slug: String!) {
      privateCompany(slug: $slug) {
        slug
        name
        secondaryTape {
          prints
          latest
          events { date datePrecision kind confidence impliedValuationUsd pricePerShare sizeUsd premiumPct sourceUrl }
        }
      }
    }
  `,
  tell({ privateCompany: company }, list) {
    const tape = company?.secondaryTape;
    if (!company || !tape) return;
    const id = `company:${company.slug}`;
    const ref = restPath('/private-companies/secondary-tape', { slug: company.slug });
    list
      .about(id, { title: `Secondary tape of ${company.name}`, ref, asOf: asOfDay(tape.latest) })
      .count('prints', 'secondary events', tape.prints, 'events');
    for (const [row, event] of tape.events.slice(0, 4).entries()) {
      const facts = list.about(id, { title: `Secondary tape of ${company.name}`, ref, asOf: asOfDay(event.date) });
      facts.date('on', 'date', knownPart(event.date, event.datePrecision), { row });
      facts.text('kind', 'kind', inPlainWords(event.kind), { row });
      facts.text('confidence', 'confidence', inPlainWords(event.confidence), { row });
      facts.number('valuation', 'implied valuation', event.impliedValuationUsd, 'usd', {
        row,
        terms: ['valuation', 'implied', 'valued'],
      });
      facts.number('price', 'price a share', event.pricePerShare, 'usd_per_share', { row, terms: ['a share'] });
      facts.number('size', 'size', event.sizeUsd, 'usd', { row, terms: ['size', 'of'] });
    }
  },
});
