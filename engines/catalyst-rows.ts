import type { AnnouncedAction } from './announced-action.js';
import { isoDate } from '../calendar/days.js';
import { moneyInWords, ratioInWords } from './corporate-events/market-events.js';
import { roundAdjustedPrice } from './rounding.js';

export type CatalystType = 'earnings' | 'ipo' | 'dividend' | 'split' | 'macro' | 'opex' | 'congress';
export type CatalystImportance = 'low' | 'medium' | 'high';

/** One event. Days since 1970-01-01 and minutes since midnight, New York's. */
export interface Catalyst {
  readonly day: number;
  readonly minute: number | null;
  readonly type: CatalystType;
  readonly ticker: string | null;
  readonly title: string;
  readonly detail: string;
  readonly importance: CatalystImportance;
  /** Whether the date is computed or expected, and may be another. */
  readonly isEstimate: boolean;
  readonly sourceUrl: string | null;
}

/** The latest state of an IPO; offer prices in USD per share. */
export interface Listing {
  readonly ticker: string | null;
  readonly issuerName: string;
  readonly exchange: string | null;
  readonly status: 'expected' | 'priced' | 'filed' | 'withdrawn';
  readonly day: number;
  readonly offerLow: number | null;
  readonly offerHigh: number | null;
  readonly valueUsd: number | null;
}

/** A dated release of the calendar of the economy: a title, and the month or meeting that it is about. */
export interface MacroRelease {
  readonly title: string;
  readonly period: string;
  readonly day: number;
  readonly minute: number | null;
  readonly detail: string | null;
  readonly importance: CatalystImportance;
  readonly sourceUrl: string | null;
}

/** A trade that a member of Congress disclosed; the amount is a range in USD. */
export interface CongressTrade {
  readonly ticker: string | null;
  readonly member: string;
  readonly chamber: 'senate' | 'house' | null;
  readonly owner: string | null;
  readonly action: 'purchase' | 'sale' | 'partial_sale' | 'exchange';
  readonly asset: string;
  readonly amountLow: number | null;
  readonly amountHigh: number | null;
  readonly day: number;
  readonly disclosedDay: number | null;
  readonly sourceUrl: string | null;
}

const PLAIN = { minute: null, isEstimate: false, sourceUrl: null } as const;

/** Sentences from the parts that are known. */
function sentences(...parts: readonly (string | null)[]): string {
  return parts.flatMap((part) => (part === null ? [] : [`${part}.`])).join(' ');
}

function offerInWords({ offerLow, offerHigh }: Listing): string | null {
  const [low, high] = [offerLow ?? offerHigh, offerHigh ?? offerLow];
  if (low === null || high === null) return null;
  return low === high ? `${low} USD per share` : `${low} to ${high} USD per share`;
}

/** Filings and withdrawals are no dates of a listing. */
export function listingCatalyst(listing: Listing): readonly Catalyst[] {
  const { ticker, issuerName, exchange, status, day, valueUsd } = listing;
  if (status !== 'expected' && status !== 'priced') return [];
  const isPriced = status === 'priced';
  const offer = offerInWords(listing);
  const detail = sentences(
    `${isPriced ? 'Priced' : 'Expected'}${exchange === null ? '' : `; ${exchange}`}`,
    offer,
    valueUsd === null ? null : `Offer of ${moneyInWords(valueUsd)}`,
  );
  return [
    {
      ...PLAIN,
      day,
      type: 'ipo',
      ticker,
      title: `IPO of ${issuerName}`,
      detail,
      importance: 'medium',
      isEstimate: !isPriced,
    },
  ];
}

export function actionCatalyst(action: AnnouncedAction): Catalyst {
  const { ticker, kind, day, amount, ratio, payDay, announcedDay, note, sourceUrl } = action;
  const announced = announcedDay === null ? null : `Announced on ${isoDate(announcedDay)}`;
  if (kind === 'split')
    return {
      ...PLAIN,
      day,
      type: 'split',
      ticker,
      sourceUrl,
      title: ratio === null ? 'Split' : `Split of ${ratioInWords(ratio)}`,
      detail: sentences('New shares for old ones, from the open on', announced, note),
      importance: 'medium',
    };
  return {
    ...PLAIN,
    day,
    type: 'dividend',
    ticker,
    sourceUrl,
    title: 'Ex-dividend date',
    detail: sentences(
      amount === null ? 'Cash dividend' : `Cash dividend of ${roundAdjustedPrice(amount)} USD per share`,
      payDay === null ? null : `Payable on ${isoDate(payDay)}`,
      announced,
      note,
    ),
    importance: 'low',
  };
}

export function releaseCatalyst({ title, period, day, minute, detail, importance, sourceUrl }: MacroRelease): Catalyst {
  return {
    ...PLAIN,
    day,
    minute,
    type: 'macro',
    ticker: null,
    title,
    sourceUrl,
    detail: sentences(period, detail),
    importance,
  };
}

const TRADES: Readonly<Record<CongressTrade['action'], string>> = {
  purchase: 'Purchase',
  sale: 'Sale',
  partial_sale: 'Partial sale',
  exchange: 'Exchange',
};
const CHAMBERS = { senate: 'US Senate', house: 'US House of Representatives' } as const;

function amountInWords({ amountLow, amountHigh }: CongressTrade): string | null {
  const dollars = (amount: number): string => amount.toLocaleString('en-US', { maximumFractionDigits: 2 });
  if (amountLow === null) return amountHigh === null ? null : `up to ${dollars(amountHigh)} USD`;
  if (amountHigh === null) return `over ${dollars(amountLow)} USD`;
  return amountLow === amountHigh ? `${dollars(amountLow)} USD` : `${dollars(amountLow)} to ${dollars(amountHigh)} USD`;
}

/** Dated by its disclosure or, if the source does not tell it, by the trade itself. */
export function tradeCatalyst(trade: CongressTrade): Catalyst {
  const { ticker, member, chamber, owner, action, asset, day, disclosedDay, sourceUrl } = trade;
  const amount = amountInWords(trade);
  const traded = `Traded on ${isoDate(day)}`;
  return {
    ...PLAIN,
    day: disclosedDay ?? day,
    type: 'congress',
    ticker,
    sourceUrl,
    title: `${TRADES[action]} by ${member}`,
    detail: sentences(
      `${asset}${amount === null ? '' : `, ${amount}`}`,
      disclosedDay === null
        ? `${traded}; the source has no date of disclosure`
        : `${traded}, disclosed on ${isoDate(disclosedDay)}`,
      owner === null ? null : `Owner: ${owner}`,
      chamber === null ? null : CHAMBERS[chamber],
    ),
    importance: 'low',
  };
}
