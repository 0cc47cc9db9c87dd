import type { Intent } from '../intent.js';
import { say } from '../line.js';

/** How many securities there are. */
export const INTENT: Intent = {
  name: 'covered',
  signs: [
    [
      /\bhow many (?:stocks|companies|names|tickers|securities|funds|etfs)\b.*\b(?:cover\w*|have|track|know|support\w*|stored)\b/,
      6,
    ],
  ],
  fits: ({ securities, companies, investors }) => securities.length + companies.length + investors.length === 0,
  plan: ({ plain }) => [
    {
      tool: 'screener',
      input: {
        first: 1,
        sector: null,
        kind: /\betfs?\b|\bfunds?\b/.test(plain) ? 'ETF' : 'EQUITY',
        labels: null,
        session: null,
        orderBy: 'SCORE',
        direction: 'DESC',
      },
    },
    { tool: 'private_companies', input: { sector: null, search: null } },
  ],
  write({ plain }, found) {
    const [listed, unlisted] = [found.number('screener.total'), found.number('private_companies.total')];
    if (listed === undefined) return null;
    return {
      headline: say`${listed} listed ${/\betfs?\b|\bfunds?\b/.test(plain) ? 'funds' : 'stocks'} are covered.`,
      lines: unlisted === undefined ? [] : [say`Beside them ${unlisted} private companies are known.`],
      coverage: 1,
    };
  },
};
