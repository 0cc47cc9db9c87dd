import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { ReadthroughToolQuery } from '../generated/operations.js';
import { inPlainWords, inWords, restPath, slug } from './inputs.js';
import { defineTool } from './tool.js';

/** Listed companies around a private one. */
export const TOOL = defineTool<{ readonly slug: string }, ReadthroughToolQuery>({
  name: 'readthrough',
  description:
    'Basket of listed companies around a private one (rivals, suppliers, investors, customers) with their signals.',
  input: z.object({ slug }),
  operation: /* GraphQL */ `
    query ReadthroughTool($slug: String!) {
      privateCompany(slug: $slug) {
        slug
        name
        readthroughBasket {
          asOf
          constituents { ticker name relation signal { label compositeScore } }
          rollUp { compositeScore label coverage }
        }
      }
    }
  `,
  tell({ privateCompany: company }, list) {
    const basket = company?.readthroughBasket;
    if (!company || !basket?.asOf) return;
    const id = `company:${company.slug}`;
    const source = {
      title: `Read-through basket of ${company.name}`,
      ref: restPath('/readthrough-basket', { slug: company.slug }),
      asOf: asOfDay(basket.asOf),
    };
    const facts = list.about(id, source);
    facts.count('count', 'listed companies', basket.constituents.length, 'companies');
    facts.number('score', 'composite score of the basket', basket.rollUp.compositeScore, 'score', {
      terms: ['basket', 'score'],
    });
    facts.text('label', 'signal of the basket', basket.rollUp.label === null ? null : inWords(basket.rollUp.label));
    for (const [row, { ticker, name, relation, signal }] of basket.constituents.entries()) {
      const own = list.about([ticker, id], source);
      own.text('ticker', 'ticker', ticker, { row });
      own.text('constituent', 'company', name, { row });
      own.text('relation', 'relation', inPlainWords(relation), { row });
      own.text('constituent_label', 'signal', signal === null ? null : inWords(signal.label), { row });
      own.number('constituent_score', 'composite score', signal?.compositeScore, 'score', { row, terms: ['score'] });
    }
  },
});
