import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { listed, NO_LINE, say, type Line } from '../line.js';
import { fullName, possessive, implied } from '../words.js';
import { filingMoveLine, impliedLine } from './earnings-date.js';
import { kept, priceLine, reportLine, targetLine } from './signal.js';

function revisionLine(found: Found, id: string): Line {
  const [up, down] = [found.number('earnings_setup.up_quarter', id), found.number('earnings_setup.down_quarter', id)];
  return up === undefined || down === undefined
    ? NO_LINE
    : say`In 90 days analysts revised ${id} up ${up} and down ${down} ${down.value === 1 ? 'time' : 'times'}.`;
}

function rangeLine(found: Found, id: string): Line {
  const [high, low] = [found.number('earnings_setup.target_high', id), found.number('earnings_setup.target_low', id)];
  return high === undefined || low === undefined
    ? NO_LINE
    : say`The price targets for ${id} are from ${low} to ${high}.`;
}

/** What is expected: price targets, and the move that options price in. */
export const INTENT: Intent = {
  name: 'earnings-setup',
  signs: [
    [
      /\b(?:implied move|expected move|straddle|options? (?:imply|implies|price|pricing|expect|suggest|market)|priced in)\b/,
      4.5,
    ],
    [/\b(?:price targets?|target prices?|targets? for|consensus|upside|downside)\b/, 4],
    [/\b(?:revis(?:ed|ions?)|estimates?|set[- ]?up)\b/, 2],
  ],
  fits: ({ securities }) => securities.length > 0,
  plan: ({ securities }) => {
    const tickers = securities.map(({ key }) => key);
    return [
      { tool: 'earnings_setup', input: { tickers } },
      { tool: 'signal', input: { tickers } },
    ];
  },
  research: ({ securities }) => {
    const tickers = securities.map(({ key }) => key);
    return [
      { tool: 'street_grades', input: { tickers } },
      { tool: 'earnings', input: { tickers } },
    ];
  },
  write({ plain, securities }, found) {
    const [first] = securities;
    if (first === undefined) return null;
    const isMove = /\b(?:move|straddle|options?)\b/.test(plain);
    const key = isMove ? 'earnings_setup.implied_move' : 'earnings_setup.target';
    const told = securities.filter((security) => found.number(key, security.key) !== undefined);
    const coverage = share(securities, (security) => found.number(key, security.key) !== undefined);
    const lines = securities.flatMap(({ key: id }) =>
      isMove
        ? [impliedLine(found, id), filingMoveLine(found, id), reportLine(found, id), priceLine(found, id)]
        : [
            targetLine(found, id),
            rangeLine(found, id),
            revisionLine(found, id),
            priceLine(found, id),
            reportLine(found, id),
          ],
    );
    if (told.length === 0)
      return {
        headline: isMove
          ? say`No implied move of ${fullName(first)} is known, as no live option quotes or no report date are stored.`
          : say`No analyst’s price target for ${fullName(first)} is stored.`,
        lines: kept(lines),
        coverage: 0.2,
      };
    const parts = told.map((security) => {
      const [fact, upside, count] = [
        found.number(key, security.key),
        found.number('earnings_setup.upside', security.key),
        found.number('earnings_setup.target_count', security.key),
      ];
      const expiry = found.date('earnings_setup.implied_expiry', security.key);
      return isMove
        ? say`${fact ?? ''} either way for ${fullName(security)} until ${expiry ?? ''}`
        : say`${fact ?? ''} for ${fullName(security)} from ${count ?? ''} ${count?.value === 1 ? 'firm' : 'firms'}, ${implied(upside)}`;
    });
    const [only = first] = told;
    const headline =
      told.length > 1 || isMove
        ? say`${isMove ? 'Options imply a move of' : 'The consensus price targets are'} ${listed(parts)}.`
        : say`${possessive(only.name)} consensus price target is ${found.number(key, only.key) ?? ''}, ${implied(found.number('earnings_setup.upside', only.key))}.`;
    return { headline, lines: kept(lines), coverage };
  },
};
