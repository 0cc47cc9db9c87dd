import type { Evidence } from './private-marks/constants.js';
import type { SecondaryKind } from './private-marks/evidence.js';
import type { TapeEvent } from './secondary-tape.js';
import type { DatePrecision } from '../calendar/date-precision.js';
import { isoDate } from '../calendar/days.js';

/** Days for which an event counts as an active mark. */
const ACTIVE_DAYS = 365;

export type Instrument = 'tender_offer' | 'direct_sale' | 'spv_interest' | 'forward_contract';

/** What a secondary price says, as `liquidity` shows it. */
export interface LiquidityMark {
  readonly date: string;
  readonly datePrecision: DatePrecision;
  readonly price: number | null;
  readonly impliedValuationUsd: number | null;
  readonly premiumToLastRoundPct: number | null;
  readonly kind: SecondaryKind;
  /** How sure it is. */
  readonly class: Evidence;
  readonly sourceUrl: string;
}

/** How existing shares of a private company can be sold: observed prices and a model of the usual terms. */
export interface PrivateLiquidity {
  readonly marks: readonly LiquidityMark[];
  readonly instruments: readonly Instrument[];
  readonly restrictions: {
    readonly rightOfFirstRefusal: string;
    readonly transfer: string;
    readonly lockup: string;
    readonly notes: string;
  };
  /** No days for a company that is no longer private. */
  readonly timing: { readonly expectedDays: number | null; readonly basis: string };
  readonly dataBasis: 'model' | 'live_feed';
}

const RESTRICTIONS: PrivateLiquidity['restrictions'] = {
  rightOfFirstRefusal: 'Usual: the company, then its investors, may buy at the offered price, within about 30 days.',
  transfer: "Usual: a transfer needs the company's or its board's consent; buyers are accredited investors.",
  lockup: 'Usual: 180 days after a listing.',
  notes:
    'A model of the usual terms of private shares, not facts about this company: its charter and agreements decide.',
};

/** Through which each kind of event sold shares. */
const SOLD_BY: Readonly<Record<SecondaryKind, Instrument>> = {
  tender: 'tender_offer',
  authorized_secondary: 'tender_offer',
  block: 'direct_sale',
  indication: 'direct_sale',
};

/** Instruments that are usual for any private company. */
const USUAL: readonly Instrument[] = ['direct_sale', 'spv_interest', 'forward_contract'];

interface Timing {
  readonly kinds: readonly SecondaryKind[];
  readonly expectedDays: number;
  readonly basis: string;
}

/** The first one of whose kinds there is an active mark holds. */
const TIMINGS: readonly Timing[] = [
  {
    kinds: ['tender', 'authorized_secondary'],
    expectedDays: 45,
    basis:
      'Sales that the company arranges: an offer is open for at least 20 business days, and about 15 days to settle.',
  },
  {
    kinds: ['block'],
    expectedDays: 60,
    basis: 'Sales between holders: 30 days of first refusal, 15 days of diligence, 15 days to settle.',
  },
  {
    kinds: ['indication'],
    expectedDays: 75,
    basis: 'Prices without known sales: 15 days to find a buyer, then as between holders.',
  },
];
const WITHOUT_MARKS = {
  expectedDays: 120,
  basis: 'No price in the last 365 days: 60 days to find a buyer, then as between holders.',
} as const;

/** What holds once a company is no longer private: its marks end, and there are no private shares to sell. */
const ENDED: Readonly<Record<'listed' | 'acquired', Pick<PrivateLiquidity, 'restrictions' | 'timing'>>> = {
  listed: {
    restrictions: {
      rightOfFirstRefusal: 'Usual: it ends with the listing.',
      transfer: 'Listed shares are sold on the exchange; shares that are not registered only under an exemption.',
      lockup: 'Usual: 180 days after the listing for earlier holders.',
      notes: 'The company is listed: its shares have a market price, and no marks.',
    },
    timing: { expectedDays: null, basis: 'Listed: shares are sold on the exchange once no lock-up holds them.' },
  },
  acquired: {
    restrictions: {
      rightOfFirstRefusal: 'None: the shares were exchanged for what the acquirer paid.',
      transfer: 'None: the shares were exchanged for what the acquirer paid.',
      lockup: 'None, unless the terms of the acquisition say so.',
      notes: 'The company belongs to another one: there are no shares to sell, and no marks.',
    },
    timing: { expectedDays: null, basis: 'Acquired: there are no shares to sell.' },
  },
};

/**
 * The active marks among a company's events, newest first, and the model of its terms; `end` is how it ended, if it
 * did.
 */
export function privateLiquidity(
  events: readonly TapeEvent[],
  end: 'listed' | 'acquired' | null,
  today: number,
): PrivateLiquidity {
  if (end !== null) return { marks: [], instruments: [], ...ENDED[end], dataBasis: 'model' };
  const since = isoDate(today - ACTIVE_DAYS);
  const active = events.filter(({ date }) => date > since);
  const observed = active.map(({ kind }) => SOLD_BY[kind]);
  const { expectedDays, basis } =
    TIMINGS.find(({ kinds }) => active.some(({ kind }) => kinds.includes(kind))) ?? WITHOUT_MARKS;
  return {
    marks: active.map(
      ({ date, datePrecision, pricePerShare, impliedValuationUsd, premiumPct, kind, confidence, sourceUrl }) => ({
        date,
        datePrecision,
        price: pricePerShare,
        impliedValuationUsd,
        premiumToLastRoundPct: premiumPct,
        kind,
        class: confidence,
        sourceUrl,
      }),
    ),
    instruments: [...new Set([...observed, ...USUAL])],
    restrictions: RESTRICTIONS,
    timing: { expectedDays, basis },
    dataBasis: 'model',
  };
}
