import type { DatePrecision } from '../calendar/date-precision.js';
import type { OverlayOrigin } from './company-overlays.js';

/** Where a fact was read, and of which day it is (YYYY-MM-DD), of a bare month or year the one that it counts as. */
export interface FactSource {
  readonly asOf: string;
  /** Of a fact that is not known to the day. */
  readonly asOfPrecision?: DatePrecision | undefined;
  readonly sourceUrl: string;
}

/** Where a field's value is from: what is stored, or what is laid over it, which has an origin. */
export interface KnownFact extends Omit<FactSource, 'sourceUrl'> {
  /** Null for a fact of an imported file without addresses. */
  readonly sourceUrl: string | null;
  readonly origin?: OverlayOrigin;
  /** Name of the data source of what is laid over. */
  readonly source?: string;
}

export type IpoStatus = 'private' | 'rumored' | 'filed' | 'listed' | 'acquired';

/** Somebody who came to, or left, a post. `date` is of the change, where it is told. */
export interface Leader extends FactSource {
  readonly title: string;
  readonly name: string;
  readonly change: 'appointed' | 'departed';
  readonly date: string | null;
  /** Of a change that is not known to the day. */
  readonly datePrecision?: DatePrecision | undefined;
}

/** What is known of a company beside the columns of its row. Amounts in USD; what no source tells is null. */
export interface CompanyProfile {
  /** Number with the SEC, ten digits, of a company that a filing tells. */
  readonly cik?: string;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
  readonly newsTopics: readonly string[];
  /** Words that show that an article is about this company. */
  readonly boostTerms: readonly string[];
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly website: string | null;
  readonly ceo: string | null;
  readonly founders: readonly string[];
  readonly products: readonly string[];
  readonly totalRaisedUsd: number | null;
  readonly estimatedRevenueUsd: number | null;
  readonly growthDescriptor: string | null;
  readonly ipoStatus: IpoStatus | null;
  /** The ticker of a company that has been listed, or the acquirer of one that has been acquired. */
  readonly succeededBy: string | null;
  /** Who has agreed to buy the whole company; none where that is not known or no longer so. */
  readonly pendingAcquirer?: string;
  readonly rumoredIpoYear: number | null;
  readonly leadership: readonly Leader[];
  /** The source of each field that has a value, by the field's name. */
  readonly facts: Readonly<Record<string, KnownFact>>;
}

/** The profile of a company of which nothing is known. */
export const EMPTY_PROFILE: CompanyProfile = {
  aliases: [],
  tags: [],
  newsTopics: [],
  boostTerms: [],
  country: null,
  website: null,
  ceo: null,
  founders: [],
  products: [],
  totalRaisedUsd: null,
  estimatedRevenueUsd: null,
  growthDescriptor: null,
  ipoStatus: null,
  succeededBy: null,
  rumoredIpoYear: null,
  leadership: [],
  facts: {},
};
