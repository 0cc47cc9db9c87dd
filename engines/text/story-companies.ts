import { tickerLinks, type LinkedText, type LinkIndex } from './ticker-links.js';

/** The companies that an article is about, by the name that all classes of their shares have. */
export interface StoryCompanies {
  /** Those that the title names or marks by a ticker. */
  readonly named: ReadonlySet<string>;
  /** Those of the tickers that the vendor gives. */
  readonly given: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
const NOBODY: StoryCompanies = { named: NONE, given: NONE };

export function storyCompanies({ title, givenTickers }: Omit<LinkedText, 'summary'>, index: LinkIndex): StoryCompanies {
  const companyOf = (ticker: string): string => index.companies.get(ticker) ?? ticker;
  const named = tickerLinks({ title, summary: null, givenTickers: [] }, index);
  return {
    named: new Set(named.map(({ ticker }) => companyOf(ticker))),
    given: new Set(givenTickers.map(companyOf)),
  };
}

/** Which companies copies of a title must have in common: those of the title are the same. */
export const givenKey = ({ named, given }: StoryCompanies = NOBODY): string =>
  named.size > 0 ? '' : [...given].sort().join();

function isWithin(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const item of one) if (!other.has(item)) return false;
  return true;
}

/**
 * Whether two articles can be about the same companies. If both titles name some, not both name one of their own; else,
 * if companies of both are known, one of them is a company of both.
 */
export function haveSameCompanies(one: StoryCompanies = NOBODY, other: StoryCompanies = NOBODY): boolean {
  if (one.named.size > 0 && other.named.size > 0)
    return isWithin(one.named, other.named) || isWithin(other.named, one.named);
  const [all, others] = [
    [...one.named, ...one.given],
    [...other.named, ...other.given],
  ];
  return all.length === 0 || others.length === 0 || all.some((company) => others.includes(company));
}
