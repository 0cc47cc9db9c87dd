/** Where a fact comes from that is laid over what is stored: news, a filing with the SEC, or the IPO calendar. */
export type Origin = 'news' | 'filing' | 'calendar';

/** What every piece of evidence has. Days since 1970-01-01. */
export interface Evidence {
  /** Names it among all evidence of its origin. */
  readonly key: string;
  readonly slug: string;
  /** The day that it was published or signed. */
  readonly asOfDay: number;
  readonly sourceUrl: string | null;
  /** Name of the data source. */
  readonly source: string;
}

/** What a story says of a company that it says has raised money, or now belongs to another one. Amounts in USD. */
export interface Story extends Evidence {
  /** Null for a story that reports no round. */
  readonly round: {
    readonly stage: string | null;
    readonly isExtension: boolean;
    readonly amountUsd: number | null;
    readonly leadInvestors: readonly string[];
  } | null;
  readonly postMoneyUsd: number | null;
  readonly totalRaisedUsd: number | null;
  readonly acquirer: string | null;
}

/** A form D: what the company has sold since the day of the first sale. */
export interface Offering extends Evidence {
  readonly saleDay: number | null;
  readonly stage: string;
  readonly soldUsd: number | null;
  readonly headquarters: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
}

/** Papers for a listing, or the listing. */
export interface Listing extends Evidence {
  readonly origin: 'filing' | 'calendar';
  readonly status: 'filed' | 'listed';
  readonly ticker: string | null;
}

export type CompanyStatus = 'private' | 'rumored' | 'filed' | 'listed' | 'acquired';

/** A round that is stored. */
export interface StoredRound {
  readonly day: number;
  readonly asOfDay: number;
  readonly stage: string;
  readonly amountUsd: number | null;
}

/** What is stored of a company without the overlay. A day is null where the fact has none, or there is no fact. */
export interface OverlaidCompany {
  readonly slug: string;
  /** Its completed rounds, talks left out. */
  readonly rounds: readonly StoredRound[];
  /** The newest day that a stored valuation is of, null without one. */
  readonly valuedDay: number | null;
  readonly totalRaisedUsd: number | null;
  readonly totalRaisedDay: number | null;
  readonly status: CompanyStatus | null;
  readonly statusDay: number | null;
  readonly headquarters: string | null;
  readonly country: string | null;
}

export interface OverlayRound {
  readonly day: number;
  readonly stage: string;
  readonly amountUsd: number | null;
  readonly postMoneyUsd: number | null;
  readonly leadInvestors: readonly string[];
  readonly confidence: 'disclosed' | 'reported';
}

/** The values of the fields that an overlay has. */
export interface OverlayValues {
  readonly round: OverlayRound;
  /** A valuation that is told without its round. */
  readonly valuation: { readonly day: number; readonly postMoneyUsd: number };
  readonly totalRaisedUsd: number;
  readonly ipoStatus: { readonly status: 'filed' | 'listed' | 'acquired'; readonly succeededBy: string | null };
  readonly headquarters: string;
  readonly country: string;
}

export type OverlayField = keyof OverlayValues;

/** A fact that is laid over what is stored. */
export type OverlayFact = {
  readonly [Field in OverlayField]: Evidence & {
    readonly origin: Origin;
    readonly field: Field;
    readonly value: OverlayValues[Field];
  };
}[OverlayField];
