import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { PrivateMarksToolQuery } from '../generated/operations.js';
import { restPath } from './inputs.js';
import { defineTool } from './tool.js';

/** The largest modelled valuations. */
export const TOOL = defineTool<{ readonly first: number }, PrivateMarksToolQuery>({
  name: 'private_marks',
  description: 'The largest modelled valuations of private companies.',
  input: z.object({ first: z.number().int().min(1).max(20) }),
  operation: /* GraphQL */ `
    query PrivateMarksTool($first: Int!) {
      privateMarks(first: $first) {
        totalCount
        nodes { slug name valuationUsd confidence asOf }
      }
    }
  `,
  tell({ privateMarks: marks }, list) {
    const [first] = marks?.nodes ?? [];
    if (!marks || first === undefined) return;
    const source = { title: 'Board of marks', ref: restPath('/private-companies/marks'), asOf: asOfDay(first.asOf) };
    list.about(null, source).count('total', 'marks', marks.totalCount, 'marks');
    for (const [row, { slug, name, valuationUsd, confidence }] of marks.nodes.entries()) {
      const facts = list.about(`company:${slug}`, source);
      facts.text('name', 'name', name, { row });
      facts.number('value', 'modelled valuation', valuationUsd, 'usd', { row, terms: ['modelled', 'mark'] });
      facts.text('confidence', 'confidence', confidence.toLowerCase(), { row });
    }
  },
});
