import { share, type Intent } from '../intent.js';
import { say } from '../line.js';
import { fullName } from '../words.js';
import { kept, priceLine } from './signal.js';

/** Says that what a fund holds is not stored. */
export const INTENT: Intent = {
  name: 'fund-holdings',
  signs: [
    [
      new RegExp(
        String.raw`\bwhat (?:stocks?|shares|assets|securities|companies|names) (?:does|do|are in|is in)\b.*@s` +
          String.raw`|\bwhat (?:does|do) @s (?:own|hold|contain|track)\b`,
      ),
      4.5,
    ],
    [/\bwhat(?:'s| is| are)(?: inside| in(?:side)?) @s|\b(?:is|are) @s in @s\b/, 4.5],
    [
      new RegExp(
        String.raw`\b(?:holdings?|constituents?|components?|members|weights?|weightings?|allocation)\b.*\b(?:of` +
          String.raw`|in|for) @s|@s(?:'s?)? (?:\w+ ){0,2}(?:holdings?|constituents?|components?|members|weights?` +
          String.raw`|weightings?)\b`,
      ),
      4.5,
    ],
  ],
  fits: ({ securities, companies, holdings, names }) =>
    securities.length > 0 &&
    securities.every(({ isFund }) => isFund) &&
    companies.length === 0 &&
    (holdings === null || names.mentions.length === 1),
  plan: ({ securities }) => [{ tool: 'signal', input: { tickers: securities.map(({ key }) => key) } }],
  write({ securities }, found) {
    const [first] = securities;
    if (first === undefined) return null;
    return {
      headline: say`What ${fullName(first)} holds is not stored; forms 13F tell who holds it.`,
      lines: kept(securities.map(({ key }) => priceLine(found, key))),
      coverage: share(securities, () => false),
    };
  },
};
