import { parseIsoDate } from '../../calendar/days.js';

/** A dividend on its ex-date, USD per share, adjusted for splits. */
export interface PaidDividend {
  readonly exDate: string;
  readonly amount: number;
}

/** A dividend that is not what the one before it was. */
export interface DividendChange {
  readonly on: string;
  readonly from: number;
  readonly to: number;
}

/** A stretch of time without the dividend that the rhythm before it lets expect; `until` is null if it goes on. */
export interface DividendPause {
  readonly after: string;
  readonly until: string | null;
}

/** How often dividends are paid. */
export type DividendRhythm = 'monthly' | 'quarterly' | 'twice a year' | 'once a year';

/** How the dividends of one security have changed. */
export interface DividendChanges {
  /** Dividends without those paid once beside the regular ones. */
  readonly regular: readonly PaidDividend[];
  readonly oneOffs: readonly PaidDividend[];
  readonly raises: readonly DividendChange[];
  readonly cuts: readonly DividendChange[];
  readonly pauses: readonly DividendPause[];
  /** Of the newest dividends; null if they have none, or are too few. */
  readonly rhythm: DividendRhythm | null;
}

/** Amounts nearer than this share are one amount, adjusted for splits. */
const SAME = 0.001;
/** A dividend that is larger by this factor may be one beside the regular ones. */
const LARGE = 1.5;
/** What is paid after one of those is again near what was paid before. */
const BACK = 1.1;
/** A dividend that comes this much sooner than others is one beside them; one this much later follows a pause. */
const SOON = 0.6;
const LATE = 1.8;
/** Gaps between ex-dates that tell the rhythm, the newest ones. */
const NEWEST_GAPS = 8;
const LEAST_GAPS = 2;
/** Days between ex-dates. */
const RHYTHMS: readonly (readonly [rhythm: DividendRhythm, least: number, most: number])[] = [
  ['monthly', 20, 42],
  ['quarterly', 70, 115],
  ['twice a year', 140, 225],
  ['once a year', 320, 410],
];

const dayOf = (date: string): number => parseIsoDate(date) ?? 0;
const gapsOf = (paid: readonly PaidDividend[]): readonly number[] =>
  paid.slice(1).map(({ exDate }, at) => dayOf(exDate) - dayOf(paid[at]?.exDate ?? exDate));

/** The middle one; 0 of none. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** Whether a dividend is paid once beside the regular ones: much larger than the last, and gone again or too soon. */
function isOneOff(
  { exDate, amount }: PaidDividend,
  before: PaidDividend | undefined,
  next: PaidDividend | undefined,
  usual: number,
): boolean {
  if (before === undefined || amount <= LARGE * before.amount) return false;
  if (next !== undefined) return next.amount <= BACK * before.amount;
  return dayOf(exDate) - dayOf(before.exDate) < SOON * usual;
}

function changesOf(regular: readonly PaidDividend[], sign: 1 | -1): readonly DividendChange[] {
  return regular.slice(1).flatMap(({ exDate, amount }, at): readonly DividendChange[] => {
    const from = regular[at]?.amount ?? amount;
    return sign * (amount - from) > SAME * from ? [{ on: exDate, from, to: amount }] : [];
  });
}

/** Times without a dividend that are much longer than usual, also since the last one. */
function pausesOf(paid: readonly PaidDividend[], usual: number, lastSession: string): readonly DividendPause[] {
  if (paid.length <= LEAST_GAPS) return [];
  return paid.flatMap(({ exDate }, at): readonly DividendPause[] => {
    const until = paid[at + 1]?.exDate ?? null;
    return dayOf(until ?? lastSession) - dayOf(exDate) > LATE * usual ? [{ after: exDate, until }] : [];
  });
}

/**
 * How dividends, oldest first, have changed from each to the next. Dividends of the same company in other currencies or
 * of unequal halves of a year change each time: the counts show it.
 */
export function dividendChanges(paid: readonly PaidDividend[], lastSession: string): DividendChanges {
  const usual = median(gapsOf(paid));
  const regular: PaidDividend[] = [];
  const oneOffs: PaidDividend[] = [];
  for (const [at, each] of paid.entries())
    (isOneOff(each, regular.at(-1), paid[at + 1], usual) ? oneOffs : regular).push(each);
  const gaps = gapsOf(regular).slice(-NEWEST_GAPS);
  const gap = median(gaps);
  const rhythm = gaps.length < LEAST_GAPS ? undefined : RHYTHMS.find(([, least, most]) => gap >= least && gap <= most);
  return {
    regular,
    oneOffs,
    raises: changesOf(regular, 1),
    cuts: changesOf(regular, -1),
    pauses: pausesOf(paid, median(gapsOf(regular)), lastSession),
    rhythm: rhythm?.[0] ?? null,
  };
}
