import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { NO_LINE, say, type Line } from '../line.js';
import type { Question } from '../question.js';
import { sectorsIn } from '../slots.js';
import { fullName } from '../words.js';
import { kept, priceLine } from './signal.js';

const ASKED = new RegExp(
  [
    String.raw`\b(?:what|which) (?:sector|industry|exchange)s?\b`,
    String.raw`\b(?:sectors?|industry|industries|exchanges?) (?:of|is|are|for|does|do) @s`,
    String.raw`^@s(?:'s| s)? (?:sector|industry|exchange)\b`,
    String.raw`\bwhere (?:is|are) @s.* (?:listed|traded)\b`,
    String.raw`\b(?:is|are) @s.* (?:listed|traded) on\b`,
  ].join('|'),
);
const OF_SECTOR =
  /^(?:is|are) @s (?:an? |in (?:the )?)[a-z ]+ (?:stocks?|compan(?:y|ies)|shares?|sector|names?|industry)\W*$/;
/** Measures and lists, which other kinds answer. */
const OTHER = new RegExp(
  String.raw`\b(?:best|worst|strong\w*|weak\w*|average|peers?|compare\w*|versus|vs|rank\w*|perform\w*|exposure|exposed|` +
    String.raw`weight\w*|hold\w*|funds? of|buy|sell|good|bad|news|private)\b`,
);

/** "Is XOM an energy stock?": the one sector that is asked for; undefined for another question. */
function askedSector(question: Question): string | undefined {
  const [sector, ...more] = OF_SECTOR.test(question.plain) ? sectorsIn(question) : [];
  return more.length === 0 ? sector : undefined;
}

const asks = (question: Question): boolean =>
  !OTHER.test(question.plain) && (ASKED.test(question.plain) || askedSector(question) !== undefined);

/** "Apple (AAPL) is a stock of the sector Technology, industry Consumer Electronics, listed on NASDAQ." */
function listingLine(found: Found, security: Entity): Line {
  const text = (key: string) => found.text(`listing.${key}`, security.key);
  const [kind, sector, industry, exchange] = [text('kind'), text('sector'), text('industry'), text('exchange')];
  if (kind === undefined || (sector ?? industry ?? exchange) === undefined) return NO_LINE;
  const part =
    industry === undefined
      ? say``
      : sector === undefined
        ? say` of the ${kind.value === 'fund' ? 'category' : 'industry'} ${industry}`
        : say`, industry ${industry}`;
  const of = sector === undefined ? part : say` of the sector ${sector}${part}`;
  const on = exchange === undefined ? say`` : say`, listed on ${exchange}`;
  return say`${fullName(security)} is ${kind.value === 'index' ? 'an' : 'a'} ${kind}${of}${on}`;
}

/** The sector, the industry and the exchange of securities. */
export const INTENT: Intent = {
  name: 'listing',
  signs: [[/^.*$/, 9]],
  fits: (question) => question.securities.length > 0 && asks(question),
  plan: ({ securities }) => {
    const tickers = securities.map(({ key }) => key);
    return [
      { tool: 'listing', input: { tickers } },
      { tool: 'signal', input: { tickers } },
    ];
  },
  write(question, found) {
    const { securities } = question;
    const told = securities.filter((security) => listingLine(found, security).text !== '');
    const [first, ...others] = told;
    const [asked] = securities;
    if (asked === undefined) return null;
    if (first === undefined)
      return {
        headline: say`No sector, industry or exchange of ${fullName(asked)} is stored.`,
        lines: kept([priceLine(found, asked.key)]),
        coverage: 0,
      };
    const sector = askedSector(question);
    const own = found.text('listing.sector', first.key)?.value;
    const isSo = sector === undefined ? say`` : say`${own === sector ? 'Yes' : 'No'}: `;
    return {
      headline: say`${isSo}${listingLine(found, first)}.`,
      lines: kept([
        ...others.map((security) => say`${listingLine(found, security)}.`),
        ...told.map(({ key }) => priceLine(found, key)),
      ]),
      coverage: share(securities, (security) => told.includes(security)),
    };
  },
};
