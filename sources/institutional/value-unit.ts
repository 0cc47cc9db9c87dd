import { dayOf } from '../../calendar/days.js';
import type { InstitutionalPositionFields } from '../../store/institutional-positions.js';

/** Filings have dollars from this day on, and thousands of dollars before. */
const DOLLARS_FROM = dayOf(2023, 1, 3);
const THOUSAND = 1000;
/** With prices of fewer issues nothing is inferred. */
const LEAST_PRICES = 5;
/** Issues whose prices are taken. */
const MOST_PRICES = 60;
/** A median price per share beyond these is of the other unit. */
const PLAUSIBLE = { least: 0.3, most: 3000 } as const;
/** Managers may leave out holdings below both (form 13F, special instruction 9); their values are rounded the most. */
const SMALL = { dollars: 200_000, shares: 10_000 } as const;
/** Warrants and rights cost cents where shares cost dollars. */
const CHEAP_CLASS = /(?:^|[^A-Z])(?:W|WTS?|WRTS?|WARRANTS?|RTS?|RIGHTS?|CVRS?)(?:[^A-Z]|$)/i;

export interface ValueUnit {
  /** USD for one of the unit. */
  readonly dollars: 1 | 1000;
  /** Whether it is not the unit of the filing's day. */
  readonly isCorrected: boolean;
  /** Whether that is seen in another filing alone. */
  readonly isOfOther?: true;
}

type Holding = Pick<InstitutionalPositionFields, 'cusip' | 'titleOfClass' | 'kind' | 'amount' | 'value'>;

/** Values per share as filed, by CUSIP: entries of one issue are often many. */
export type FiledPrices = Map<string, number>;

/** Notes the price of a holding of shares that is not small, in whichever of the units its value is. */
export function notePrice(prices: FiledPrices, { cusip, titleOfClass, kind, amount, value }: Holding): void {
  if (kind !== 'SHARES' || amount <= 0 || value <= 0) return;
  if (value * THOUSAND < SMALL.dollars && amount < SMALL.shares) return;
  if (prices.size >= MOST_PRICES || prices.has(cusip) || CHEAP_CLASS.test(titleOfClass)) return;
  prices.set(cusip, value / amount);
}

/** Another filing of the manager for the same quarter. */
export interface OtherFiling {
  readonly filingDay: number;
  readonly isUnitCorrected: boolean;
}

interface FiledReport extends OtherFiling {
  readonly accession: string;
  readonly periodDay: number;
}

const dollarsOn = (filingDay: number): ValueUnit['dollars'] => (filingDay >= DOLLARS_FROM ? 1 : THOUSAND);
const otherThan = (dollars: ValueUnit['dollars']): ValueUnit['dollars'] => (dollars === 1 ? THOUSAND : 1);

/**
 * The unit of a filing's values: that of its day, unless the median price per share shows that the manager used the
 * other one, as some did. Where too few holdings have a price, as in many amendments, it is wrong if it was in `other`,
 * filed while the form had the same unit.
 */
export function valueUnit(filingDay: number, filed: FiledPrices, other?: OtherFiling): ValueUnit {
  const dollars = dollarsOn(filingDay);
  const prices = [...filed.values()].sort((one, next) => one - next);
  const median = prices[Math.floor(prices.length / 2)];
  const isTold = median !== undefined && prices.length >= LEAST_PRICES;
  const isWrong = isTold
    ? dollars === 1
      ? median < PLAUSIBLE.least
      : median * THOUSAND > PLAUSIBLE.most
    : other?.isUnitCorrected === true && dollarsOn(other.filingDay) === dollars;
  if (!isWrong) return { dollars, isCorrected: false };
  return { dollars: otherThan(dollars), isCorrected: true, ...(isTold ? {} : { isOfOther: true }) };
}

/** USD for one of the unit in which a stored filing was read. */
export function unitRead({ filingDay, isUnitCorrected }: OtherFiling): ValueUnit['dollars'] {
  const dollars = dollarsOn(filingDay);
  return isUnitCorrected ? otherThan(dollars) : dollars;
}

/**
 * Of filings of managers the one that tells the unit of an amendment: of the same manager and quarter, with most
 * entries.
 */
export function filingBeside<Filing extends FiledReport & { readonly entries: number }>(
  filings: readonly Filing[],
  { accession, periodDay }: Pick<FiledReport, 'accession' | 'periodDay'>,
): Filing | undefined {
  const beside = filings.filter((filing) => filing.periodDay === periodDay && filing.accession !== accession);
  return beside.reduce<Filing | undefined>(
    (most, filing) => (most === undefined || filing.entries > most.entries ? filing : most),
    undefined,
  );
}
