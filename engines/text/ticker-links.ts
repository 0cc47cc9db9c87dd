import { companyMentions, nameIndex, type NameIndex } from './company-mentions.js';
import { companyOf, type NamedSecurity } from './company-names.js';
import { tickerMarks, withoutExchanges } from './ticker-marks.js';

/** A ticker that an article is about; `relevance` is above 0, at most 1. */
export interface TickerLink {
  readonly ticker: string;
  readonly relevance: number;
}

export interface LinkedText {
  readonly title: string;
  readonly summary: string | null;
  /** Tickers that the vendor says it is about. */
  readonly givenTickers: readonly string[];
}

/** Securities prepared for linking. */
export interface LinkIndex {
  readonly names: NameIndex;
  /** Company of each ticker. */
  readonly companies: ReadonlyMap<string, string>;
}

const NAME_WEIGHT = 0.9;
/** What is in the summary alone. */
const SUMMARY_SHARE = 0.6;
const GIVEN_WEIGHT = 0.5;
/** An article about more companies is about each a little less. */
const FULL_COMPANIES = 3;
const LEAST_RELEVANCE = 0.2;

export function linkIndex(securities: readonly NamedSecurity[]): LinkIndex {
  return {
    names: nameIndex(securities),
    companies: new Map(securities.map((security) => [security.ticker, companyOf(security)])),
  };
}

/** The weight of each known ticker in a text. */
function weightsIn(text: string, { names, companies }: LinkIndex): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  const note = (ticker: string, weight: number): void => {
    if (companies.has(ticker)) weights.set(ticker, Math.max(weight, weights.get(ticker) ?? 0));
  };
  for (const { ticker, weight } of tickerMarks(text)) note(ticker, weight);
  for (const ticker of companyMentions(withoutExchanges(text), names)) note(ticker, NAME_WEIGHT);
  return weights;
}

/**
 * The stored securities that an article is about, most relevant first (docs/methodology.md). Tickers that the vendor
 * gives are taken whether they are stored or not.
 */
export function tickerLinks({ title, summary, givenTickers }: LinkedText, index: LinkIndex): readonly TickerLink[] {
  const [inTitle, inSummary] = [weightsIn(title, index), weightsIn(summary ?? '', index)];
  const tickers = [...new Set([...inTitle.keys(), ...inSummary.keys(), ...givenTickers])];
  const companies = new Set(tickers.map((ticker) => index.companies.get(ticker) ?? ticker)).size;
  const focus = Math.min(1, FULL_COMPANIES / companies);
  return tickers
    .map((ticker) => {
      const given = givenTickers.includes(ticker) ? GIVEN_WEIGHT : 0;
      const weight = Math.max(inTitle.get(ticker) ?? 0, SUMMARY_SHARE * (inSummary.get(ticker) ?? 0), given);
      return { ticker, relevance: weight * focus };
    })
    .filter(({ relevance }) => relevance >= LEAST_RELEVANCE)
    .sort((one, other) => other.relevance - one.relevance || (one.ticker < other.ticker ? -1 : 1));
}
