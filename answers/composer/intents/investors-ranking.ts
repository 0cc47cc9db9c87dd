import type { Intent } from '../intent.js';
import { listed, say } from '../line.js';
import type { Question } from '../question.js';
import { listSizeIn } from '../slots.js';

const SHOWN = 5;

function firmTypeOf({ plain }: Question): 'VC' | 'GROWTH_PE' | 'STRATEGIC_CVC' | 'SOVEREIGN' | null {
  if (/\bsovereign\b/.test(plain)) return 'SOVEREIGN';
  if (/\b(?:private equity|growth|buyout)\b/.test(plain)) return 'GROWTH_PE';
  if (/\b(?:corporate|strategic|cvcs?)\b/.test(plain)) return 'STRATEGIC_CVC';
  return /\b(?:vcs?|venture)\b/.test(plain) ? 'VC' : null;
}

/** The largest firms. */
export const INTENT: Intent = {
  name: 'investors-ranking',
  signs: [
    [
      /\b(?:largest|biggest|top|most)\b.*\b(?:vcs?|venture|investors?|investment firms?|sovereign|private equity|funds?|wealth|asset managers?)\b/,
      4.4,
    ],
    [/\b(?:vcs?|venture capital|sovereign|investors?|private equity)\b/, 1.4],
  ],
  fits: ({ companies, securities, investors }) => companies.length + securities.length + investors.length === 0,
  plan: (question) => [{ tool: 'investors', input: { first: 10, firmType: firmTypeOf(question) } }],
  write(question, found) {
    const total = found.number('investors.total');
    const rows = found.rows('investors.aum').slice(0, listSizeIn(question) ?? SHOWN);
    if (total === undefined || rows.length === 0) return null;
    const at = (row: number) => ({
      name: found.text('investors.name', undefined, row),
      aum: found.number('investors.aum', undefined, row),
      on: found.date('investors.aum_on', undefined, row),
      type: found.text('investors.type', undefined, row),
    });
    return {
      headline: say`By assets under management, the largest of ${total} firms ${rows.length === 1 ? 'is' : 'are'} ${listed(rows.map((row) => say`${at(row).name ?? ''} (${at(row).aum ?? ''})`))}.`,
      lines: rows
        .slice(0, 4)
        .map(
          (row) =>
            say`${at(row).name ?? ''}, a ${at(row).type?.value ?? 'firm'}, manages ${at(row).aum ?? ''}${at(row).on === undefined ? say`` : say` as of ${at(row).on ?? ''}`}.`,
        ),
      coverage: 1,
    };
  },
};
