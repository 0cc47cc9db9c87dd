/** One transaction of an insider, as filed. */
export interface InsiderTransaction {
  readonly day: number;
  readonly code: string;
  readonly security: string;
  readonly isDerivative: boolean;
  readonly isAcquired: boolean;
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

/**
 * The reports that count: an amendment with transactions replaces the earlier report of the same owners, form and
 * period.
 * Where several are (a report is filed in parts of 30 rows), those with a transaction of the same day and code.
 */
export function reportsThatCount(filings: readonly InsiderFiling[]): readonly InsiderFiling[] {
  const distinct = withoutCopies(filings);
  const replaced = new Set<InsiderFiling>();
  for (const amendment of distinct) {
    if (amendment.form?.endsWith('/A') !== true || amendment.transactions.length === 0) continue;
    const subject = subjectOf(amendment);
    const earlier = distinct.filter(
      (other) =>
        other !== amendment &&
        subject !== undefined &&
        subjectOf(other) === subject &&
        isEarlier(other, amendment) &&
        (other.form?.endsWith('/A') === true || isNamed(other, amendment)),
    );
    const repeats = ({ transactions }: InsiderFiling): boolean =>
      transactions.some((one) =>
        amendment.transactions.some((other) => other.day === one.day && other.code === one.code),
      );
    for (const other of earlier.length === 1 ? earlier : earlier.filter(repeats)) replaced.add(other);
  }
  return distinct.filter((filing) => !replaced.has(filing));
}
