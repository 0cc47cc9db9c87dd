import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { IpoReadinessToolQuery } from '../generated/operations.js';
import { inPlainWords, restPath, slug } from './inputs.js';
import { defineTool } from './tool.js';

/** How near a listing a private company is. */
export const TOOL = defineTool<{ readonly slug: string }, IpoReadinessToolQuery>({
  name: 'ipo_readiness',
  description: 'How near a listing a private company is: composite of five axes, band, window and rank.',
  input: z.object({ slug }),
  operation: /* GraphQL */ `
    query IpoReadinessTool($slug: String!) {
      privateCompany(slug: $slug) {
        slug
        name
        ipoReadiness {
          composite
          band
          rank
          timing { window rationale }
          axes {
            signal { score drivers { asOf } }
            scale { score drivers { asOf } }
            maturity { score drivers { asOf } }
            growth { score drivers { asOf } }
            liquidity { score drivers { asOf } }
          }
        }
      }
    }
  `,
  tell({ privateCompany: company }, list) {
    const readiness = company?.ipoReadiness;
    if (!company || !readiness) return;
    const { axes } = readiness;
    const newest = Object.values(axes)
      .flatMap(({ drivers }) => drivers.map(({ asOf }) => asOf))
      .sort()
      .at(-1);
    if (newest === undefined) return;
    const facts = list.about(`company:${company.slug}`, {
      title: `IPO readiness of ${company.name}`,
      ref: restPath('/private-companies/ipo-readiness', { slug: company.slug }),
      asOf: asOfDay(newest),
    });
    facts.number('composite', 'IPO readiness', readiness.composite, 'score', {
      terms: ['readiness', 'composite', 'score'],
    });
    facts.text('band', 'band', inPlainWords(readiness.band));
    facts.number('rank', 'rank', readiness.rank, 'rank');
    facts.text('window', 'window', readiness.timing.window);
    facts.text('rationale', 'rationale', readiness.timing.rationale);
    for (const axis of ['signal', 'scale', 'maturity', 'growth', 'liquidity'] as const)
      facts.number(axis, axis, axes[axis].score, 'score');
  },
});
