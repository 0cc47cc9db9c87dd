import { isoDate } from '../../calendar/days.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { eventOf, knownMsOf, type DatedEvent, type EventKind } from './event.js';
import { filingUrl, OWNERSHIP_FORM, type Filing } from './filing-events.js';
import { accessionOf, type InsiderFiling, type InsiderTransaction } from './insider-filings.js';

interface Code {
  readonly kind: EventKind;
  readonly title: string;
}

const row = (kind: EventKind, title: string): Code => ({ kind, title });

/** The transaction codes of forms 4 and 5 (SEC, form 4, general instruction 8). */
const CODES: ReadonlyMap<string, Code> = new Map(
  Object.entries<Code>({
    P: row('insider_purchase', 'Purchase in the market or privately'),
    S: row('insider_sale', 'Sale in the market or privately'),
    V: row('insider_other', 'Transaction reported earlier than required'),
    A: row('insider_grant', 'Grant or award'),
    D: row('insider_disposition', 'Disposition to the company'),
    F: row('insider_tax', 'Shares withheld for tax or an exercise price'),
    I: row('insider_other', 'Discretionary transaction of a benefit plan'),
    M: row('insider_exercise', 'Exercise or conversion of a derivative security'),
    C: row('insider_exercise', 'Conversion of a derivative security'),
    E: row('insider_other', 'Expiration of a short derivative position'),
    H: row('insider_other', 'Expiration of a long derivative position'),
    O: row('insider_exercise', 'Exercise of an out-of-the-money derivative security'),
    X: row('insider_exercise', 'Exercise of an in-the-money or at-the-money derivative security'),
    G: row('insider_gift', 'Gift'),
    L: row('insider_purchase', 'Small acquisition'),
    W: row('insider_other', 'Acquisition or disposition by inheritance'),
    Z: row('insider_other', 'Deposit into or withdrawal from a voting trust'),
    J: row('insider_other', 'Other acquisition or disposition'),
    K: row('insider_other', 'Equity swap'),
    U: row('insider_disposition', 'Disposition in a tender of shares on a change of control'),
  }),
);

const INSIDER_REPORTS: Readonly<Record<string, string>> = {
  '3': 'Initial statement of ownership',
  '4': 'Report of changes in ownership',
  '5': 'Annual report of changes in ownership',
};

function named({ owners }: InsiderFiling): string {
  return owners.map(({ name, role }) => (role === null ? name : `${name} (${role})`)).join(' and ');
}

function priceInWords({ price, isPriceInFootnote }: InsiderTransaction): string {
  if (price !== null) return ` at ${price} USD`;
  return isPriceInFootnote ? ', price in a footnote of the form' : ', no price';
}

function detailOf(filing: InsiderFiling, given: InsiderTransaction): string {
  const { shares, security, isAcquired, isDerivative, sharesAfter } = given;
  const count = shares === null ? 'an unstated number' : String(shares);
  const what = `${count} of ${security}${isDerivative ? ' (derivative)' : ''}`;
  const after = sharesAfter === null ? '' : `; ${sharesAfter} owned afterwards`;
  const done = isAcquired === null ? '' : isAcquired ? ' acquired' : ' disposed of';
  return `${named(filing)}: ${what}${done}${priceInWords(given)}${after}.`;
}

/** Where and when a report was filed, from the company's filings if they have it. */
function sourceOf(cik: number | null, filing: InsiderFiling, filings: ReadonlyMap<string, Filing>) {
  const accession = accessionOf(filing);
  const listed = accession === null ? undefined : filings.get(accession);
  const { filingDay } = filing;
  return {
    accession,
    sourceUrl:
      accession === null ? null : filingUrl(cik, { accession, primaryDocument: listed?.primaryDocument ?? null }),
    knownMs:
      listed !== undefined
        ? knownMsOf(listed.acceptedAt, listed.filingDay)
        : filingDay === null
          ? (filing.knownMs ?? null)
          : newYorkUtcMs(filingDay + 1, 0),
  };
}

/** Shares × price, USD; null if one is not given. */
export function valueOf({ shares, price }: InsiderTransaction): number | null {
  return shares === null || price === null ? null : shares * price;
}

function transactionEvents(
  cik: number | null,
  filing: InsiderFiling,
  filings: ReadonlyMap<string, Filing>,
): readonly DatedEvent[] {
  const source = sourceOf(cik, filing, filings);
  return filing.transactions.map((given) => {
    const { kind, title } = CODES.get(given.code) ?? row('insider_other', `Transaction of code ${given.code}`);
    const value = valueOf(given);
    const detail = detailOf(filing, given);
    return eventOf({ day: given.day, kind, title, detail, value, valueUnit: value === null ? null : 'USD', ...source });
  });
}

/** A form 3, which lists what a new insider owns. */
function statementEvents(
  cik: number | null,
  filing: InsiderFiling,
  filings: ReadonlyMap<string, Filing>,
): readonly DatedEvent[] {
  const day = filing.periodDay ?? filing.filingDay;
  if (filing.form?.startsWith('3') !== true || filing.transactions.length > 0 || day === null) return [];
  const title = INSIDER_REPORTS['3'] ?? '';
  const detail = `${named(filing)}: ${filing.holdings} holdings stated.`;
  return [eventOf({ day, kind: 'insider_statement', title, detail, ...sourceOf(cik, filing, filings) })];
}

/** Reports that the company's filings list and whose contents are not stored. */
function unreadEvents(
  cik: number | null,
  reports: readonly InsiderFiling[],
  filings: readonly Filing[],
): readonly DatedEvent[] {
  const read = new Set(reports.map(({ id }) => id));
  const withoutNumber = new Set(
    reports.flatMap((report) =>
      accessionOf(report) === null ? [`${report.form ?? ''} ${report.periodDay ?? ''}`] : [],
    ),
  );
  return filings.flatMap((filing) => {
    const { accession, form, filingDay, reportDay, acceptedAt } = filing;
    const [, number = ''] = OWNERSHIP_FORM.exec(form) ?? [];
    if (number === '' || read.has(accession) || withoutNumber.has(`${form} ${reportDay ?? ''}`)) return [];
    const period = reportDay === null ? '' : ` for ${isoDate(reportDay)}`;
    return [
      eventOf({
        day: filingDay,
        kind: 'insider_report',
        title: `${INSIDER_REPORTS[number] ?? ''}${form.endsWith('/A') ? ' (amended)' : ''}`,
        detail: `Form ${form}${period}; its transactions are not stored.`,
        sourceUrl: filingUrl(cik, filing),
        knownMs: knownMsOf(acceptedAt, filingDay),
        accession,
      }),
    ];
  });
}

/** `reports` are those that count, `filings` all of the company's. */
export function insiderEvents(
  cik: number | null,
  reports: readonly InsiderFiling[],
  all: readonly InsiderFiling[],
  filings: readonly Filing[],
): readonly DatedEvent[] {
  const byAccession = new Map(filings.map((filing) => [filing.accession, filing]));
  return [
    ...reports.flatMap((report) => [
      ...transactionEvents(cik, report, byAccession),
      ...statementEvents(cik, report, byAccession),
    ]),
    ...unreadEvents(cik, all, filings),
  ];
}
