import type { Intent } from '../intent.js';
import { listed, NO_LINE, say } from '../line.js';
import { kept } from './signal.js';

/** Which listed companies a private one tells about. */
export const INTENT: Intent = {
  name: 'readthrough',
  signs: [
    [
      /\b(?:read[- ]?through|basket|sleeve|prox(?:y|ies)|(?:public|listed|traded) (?:peers|comparables|rivals|competitors|proxies)|(?:stocks|names|companies) (?:related|connected|linked|tied) to|which stocks (?:benefit|profit)|benefits? from|suppliers?|related stocks)\b/,
      4.5,
    ],
  ],
  fits: ({ companies }) => companies.length > 0,
  plan: ({ companies }) => companies.slice(0, 1).map(({ key: slug }) => ({ tool: 'readthrough', input: { slug } })),
  write({ companies }, found) {
    const [company] = companies;
    if (company === undefined) return null;
    const { id, name } = company;
    const count = found.number('readthrough.count', id);
    const rows = [...new Set(found.rows('readthrough.ticker', id))];
    if (count === undefined || rows.length === 0)
      return { headline: say`No listed company is known to have to do with ${name}.`, lines: [], coverage: 0.5 };
    const [score, label] = [found.number('readthrough.score', id), found.text('readthrough.label', id)];
    const at = (row: number) => ({
      ticker: found.text('readthrough.ticker', id, row),
      relation: found.text('readthrough.relation', id, row),
      score: found.number('readthrough.constituent_score', id, row),
    });
    const scored = rows.filter((row) => at(row).score !== undefined);
    const parts = rows.slice(0, 6).map((row) => say`${at(row).ticker ?? ''} (${at(row).relation?.value ?? ''})`);
    return {
      headline: say`The listed companies around ${name} are ${listed(parts)}${rows.length > 6 ? say`, ${count} in all` : say``}.`,
      lines: kept([
        score === undefined || label === undefined
          ? NO_LINE
          : say`Together the basket of ${name} scores ${score} of 100 (${label.value}).`,
        scored.length === 0
          ? NO_LINE
          : say`Their own signals: ${listed(scored.slice(0, 6).map((row) => say`${at(row).ticker ?? ''} ${at(row).score ?? ''}`))}.`,
      ]),
      coverage: 1,
    };
  },
};
