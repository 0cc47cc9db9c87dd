import type { Intent } from '../intent.js';
import { listed, say } from '../line.js';
import { listSizeIn, privateSectorIn } from '../slots.js';

const SHOWN = 5;

/** The private companies that are nearest to a listing. */
export const INTENT: Intent = {
  name: 'ipo-ranking',
  signs: [
    [
      /\b(?:ipo[- ]read\w*|readiness|ipo candidates?|(?:closest|nearest|next|likely|soonest|ready)\b.*\b(?:ipos?|go(?:ing)? public|list(?:ing)?))\b/,
      4.4,
    ],
    [/\b(?:private|startups?|unicorns?)\b.*\b(?:ipos?|public|listing)\b/, 2],
  ],
  fits: ({ companies, securities, investors }) => companies.length + securities.length + investors.length === 0,
  plan: (question) => [{ tool: 'ipo_ranking', input: { first: 10, sector: privateSectorIn(question) } }],
  write(question, found) {
    const total = found.number('ipo_ranking.total');
    const rows = found.rows('ipo_ranking.name').slice(0, listSizeIn(question) ?? SHOWN);
    if (total === undefined || rows.length === 0) return null;
    const at = (row: number) => ({
      name: found.text('ipo_ranking.name', undefined, row),
      score: found.number('ipo_ranking.composite', undefined, row),
      band: found.text('ipo_ranking.band', undefined, row),
      rank: found.number('ipo_ranking.rank', undefined, row),
    });
    const parts = rows.map((row) => say`${at(row).name ?? ''} (${at(row).score ?? ''})`);
    return {
      headline: say`Nearest to a listing of ${total} ranked private companies ${rows.length === 1 ? 'is' : 'are'} ${listed(parts)}.`,
      lines: rows.map(
        (row) =>
          say`${at(row).name ?? ''} ranks ${at(row).rank ?? ''} with an IPO readiness of ${at(row).score ?? ''} of 100 (${at(row).band?.value ?? ''}).`,
      ),
      coverage: 1,
    };
  },
};
