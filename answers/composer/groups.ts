import type { NumberFact } from '../facts/fact.js';
import { say, type Line } from './line.js';
import type { Question } from './question.js';
import { listSizeIn, sectorsIn } from './slots.js';
import { wordList } from './words.js';

/** Names that a screen or a ranking is of. */
export interface Group {
  readonly sector: string | null;
  /** Where the names are of several sectors. */
  readonly sectors: readonly string[] | null;
  readonly industry: string | null;
  readonly kind: 'EQUITY' | 'ETF';
}

const SHOWN = 5;
const SEMICONDUCTORS = /\b(?:semis|semiconductors?|(?<!blue[- ])chips?|chip ?makers?)\b/;

export function groupIn(question: Question): Group {
  const isChips = SEMICONDUCTORS.test(question.plain);
  const hasSector = isChips && question.directory.sectors.includes('Technology');
  const [sector, ...more] = hasSector ? ['Technology'] : sectorsIn(question);
  return {
    sector: more.length > 0 ? null : (sector ?? null),
    sectors: sector === undefined || more.length === 0 ? null : [sector, ...more],
    industry: isChips ? 'Semiconductors' : null,
    kind: /\betfs?\b|\bfunds?\b/.test(question.plain) ? 'ETF' : 'EQUITY',
  };
}

/** "Technology names", "funds". */
export const groupName = ({ sector, sectors, industry, kind }: Group): string => {
  const part = industry ?? sector ?? (sectors === null ? null : wordList(sectors));
  return `${part === null ? '' : `${part} `}${kind === 'ETF' ? 'funds' : 'names'}`;
};

/** "46 names", or, of a list that was not read to its end, "1,000 most traded of 5,000 names". */
export function groupRead(group: Group, total: NumberFact, read: NumberFact, known: NumberFact): Line {
  const name = groupName(group);
  if (total.value <= read.value) return say`${known} ${name}`;
  return group.industry === null
    ? say`${read} most traded of ${total} ${name}`
    : say`${known} ${name} among the ${read} most traded of ${total}`;
}

export const shownOf = (question: Question): number => listSizeIn(question) ?? SHOWN;

/** What is listed, by any word; and what is not. */
const LISTED =
  /\b(?:stocks?|names?|shares?|equit(?:y|ies)|tickers?|etfs?|funds?|securities|compan(?:y|ies)|gainers?|losers?|performers?|performing|movers?|winners?|laggards?|semis|semiconductors?|chip ?makers?|banks?|reits?)\b/;
const NOT_LISTED =
  /\b(?:private|startups?|unicorns?|venture|vcs?|investors?|sovereign|ipos?|news|insiders?|analysts?|earnings|report\w*|dividends?|yields?|portfolio|holdings?|watch ?lists?|congress|upgrade\w*|hedge)\b/;

/** Whether a question says that it is about listed securities. */
export const isOfListed = ({ plain }: Pick<Question, 'plain'>): boolean => LISTED.test(plain);

/** Whether a question that names nobody is about listed securities in general. */
export const asksOfListed = ({ plain, securities, companies, investors, holdings, names }: Question): boolean =>
  securities.length + companies.length + investors.length + names.unknownNames.length + names.unknownTickers.length ===
    0 &&
  holdings === null &&
  LISTED.test(plain) &&
  !NOT_LISTED.test(plain);
