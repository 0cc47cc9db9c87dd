/** One transaction of an insider, as filed. */
export interface InsiderTransaction {
  readonly day: number;
  readonly code: string;
  readonly security: string;
  readonly isDerivative: boolean;
  /** Null if the source does not say which. */
  readonly isAcquired: boolean | null;
  readonly shares: number | null;
  /** USD; null if none is given or paid. */
  readonly price: number | null;
  readonly isPriceInFootnote: boolean;
  readonly sharesAfter: number | null;
}

/** One report of insiders. Days since 1970-01-01. */
export interface InsiderFiling {
  /** The accession number, or another id if it is not known. */
  readonly id: string;
  readonly form: string | null;
  readonly owners: readonly { readonly cik: number | null; readonly name: string; readonly role: string | null }[];
  readonly periodDay: number | null;
  readonly filingDay: number | null;
  readonly originalDay: number | null;
  readonly transactions: readonly InsiderTransaction[];
  readonly holdings: number;
  readonly origin: 'form' | 'vendor';
  /** When it became known, epoch milliseconds, if no filing tells. */
  readonly knownMs?: number;
}

const ACCESSION = /^(\d{10}-\d{2}-\d{6}|SIMULATED-.+)$/;

export function accessionOf({ id }: Pick<InsiderFiling, 'id'>): string | null {
  return ACCESSION.test(id) ? id : null;
}

/** Same owners, same form, same period: the original and its amendments. */
function subjectOf({ form, owners, periodDay }: InsiderFiling): string | undefined {
  if (form === null || periodDay === null) return undefined;
  const names = owners.map(({ cik, name }) => (cik === null ? name.toLowerCase() : String(cik))).sort();
  return [form.charAt(0), periodDay, ...names].join('|');
}

function contentOf({ transactions }: InsiderFiling): string | undefined {
  if (transactions.length === 0) return undefined;
  return transactions
    .map(({ day, code, isDerivative, shares, price }) => [day, code, isDerivative, shares, price].join(' '))
    .sort()
    .join('|');
}

/** Forms without an accession number are left out if the same transactions are stored with one. */
function withoutCopies(filings: readonly InsiderFiling[]): readonly InsiderFiling[] {
  const known = new Set(filings.filter((filing) => accessionOf(filing) !== null).map(contentOf));
  return filings.filter((filing) => {
    const content = contentOf(filing);
    return accessionOf(filing) !== null || content === undefined || !known.has(content);
  });
}

/** When it was filed as far as is known, to tell which of two amendments is the later one. */
function orderOf(filing: InsiderFiling): string {
  return `${String(filing.filingDay ?? 0).padStart(8, '0')} ${filing.id}`;
}

function isEarlier(one: InsiderFiling, other: InsiderFiling): boolean {
  const [isAmendment, isOtherAmendment] = [one, other].map(({ form }) => form?.endsWith('/A') === true);
  return isAmendment === isOtherAmendment ? orderOf(one) < orderOf(other) : isOtherAmendment === true;
}

/** Whether an amendment may be of this original, whose filing day it names. */
function isNamed(original: InsiderFiling, { originalDay }: InsiderFiling): boolean {
  return originalDay === null || original.filingDay === null || original.filingDay === originalDay;
}

/** What a line and its correction have in common, the more the higher; 0 if they are two transactions. */
function likeness(one: InsiderTransaction, other: InsiderTransaction): number {
  const isSame = (field: keyof InsiderTransaction): number => (one[field] === other[field] ? 1 : 0);
  if (isSame('isDerivative') + isSame('security') < 2) return 0;
  const isSameDeal = isSame('day') + isSame('code') + isSame('isAcquired') === 3;
  const isSameSize = one.shares !== null && one.shares === other.shares;
  const details = isSame('shares') + isSame('price') + isSame('sharesAfter');
  return isSameDeal ? 4 + details : isSameSize ? details : 0;
}

/** Takes the line that another one corrects out of those of earlier reports; there may be none. */
function takeCorrected(correction: InsiderTransaction, earlier: readonly (readonly InsiderTransaction[])[]) {
  const lines = earlier.flatMap((transactions) => transactions);
  const best = lines.reduce((most, line) => Math.max(most, likeness(line, correction)), 0);
  const corrected = best === 0 ? undefined : lines.find((line) => likeness(line, correction) === best);
  return earlier.map((transactions) => transactions.filter((line) => line !== corrected));
}

/**
 * The reports that count, with the transactions that count. An amendment lists the lines that it corrects or adds (box
 * 4 of the SEC's form 4 gives the day of the original): each takes the place of the most similar line of the earlier
 * reports of the same owners, form and period. What it does not list stays.
 */
export function reportsThatCount(filings: readonly InsiderFiling[]): readonly InsiderFiling[] {
  const distinct = withoutCopies(filings);
  const left = new Map(distinct.map((filing) => [filing, filing.transactions]));
  const amendments = distinct
    .filter(({ form }) => form?.endsWith('/A') === true)
    .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  for (const amendment of amendments) {
    const subject = subjectOf(amendment);
    const earlier = distinct.filter(
      (other) =>
        other !== amendment &&
        subject !== undefined &&
        subjectOf(other) === subject &&
        isEarlier(other, amendment) &&
        (other.form?.endsWith('/A') === true || isNamed(other, amendment)),
    );
    const rest = amendment.transactions.reduce(
      (lines, correction) => takeCorrected(correction, lines),
      earlier.map((other) => left.get(other) ?? []),
    );
    for (const [index, other] of earlier.entries()) left.set(other, rest[index] ?? []);
  }
  return distinct.flatMap((filing) => {
    const transactions = left.get(filing) ?? [];
    if (transactions.length === filing.transactions.length) return [filing];
    return transactions.length === 0 ? [] : [{ ...filing, transactions }];
  });
}
