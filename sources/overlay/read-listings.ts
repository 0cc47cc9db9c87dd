import type { Transaction } from 'kysely';
import type { Listing } from '../../engines/company-overlay/evidence.js';
import type { CompanyOverlay } from '../../store/company-overlays.js';
import { cikOf } from '../../store/filers.js';
import type { CompanyFiling } from '../../store/company-filings.js';
import type { IpoListing } from '../../store/ipo-listings.js';
import type { Store } from '../../store/open-store.js';
import { rowsByKey } from '../../store/rows-by-key.js';
import type { Tables } from '../../store/tables.js';
import { SIMULATED } from '../simulated/simulated-rows.js';
import type { CompanyMatches } from './company-matches.js';

/** Registration statements of first offerings, a withdrawal of one, final prospectuses and approvals of a listing. */
const REGISTRATIONS = ['S-1', 'S-1/A', 'F-1', 'F-1/A'];
const WITHDRAWALS = ['RW'];
const LISTINGS = ['424B1', '424B4', 'CERT', '8-A12B'];
const FORMS = [...REGISTRATIONS, ...WITHDRAWALS, ...LISTINGS];
const ARCHIVES = 'https://www.sec.gov/Archives/edgar/data';

type ListingStore = Pick<Store, 'ipoListings' | 'filers' | 'companyFilings'>;

/** When a listing that is still to come was first seen: the calendar does not say it. */
function firstSeen(current: readonly CompanyOverlay[], key: string, today: number): number {
  const known = current.find((fact) => fact.field === 'ipoStatus' && fact.key === key && fact.value.status === 'filed');
  return known?.asOfDay ?? today;
}

function calendarListing(
  row: IpoListing,
  matches: CompanyMatches,
  current: readonly CompanyOverlay[],
  today: number,
): readonly Listing[] {
  const company = matches.named(row.issuerName);
  const isInvented = row.source === SIMULATED;
  if (row.status === 'withdrawn' || company === undefined || (company.source === SIMULATED) !== isInvented) return [];
  const { key, ticker, source } = row;
  const isListed = row.status === 'priced' && row.day <= today;
  const asOfDay = row.day <= today ? row.day : firstSeen(current, key, today);
  const status = isListed ? 'listed' : 'filed';
  return [{ key, slug: company.slug, asOfDay, sourceUrl: null, source, origin: 'calendar', status, ticker }];
}

function filedListing(slug: string, filing: CompanyFiling, status: Listing['status'], ticker: string): Listing {
  const { filer, accession, filingDay, source } = filing;
  const folder = `${ARCHIVES}/${cikOf(filer) ?? 0}/${accession.replaceAll('-', '')}`;
  const sourceUrl = `${folder}/${filing.primaryDocument ?? `${accession}-index.htm`}`;
  return { key: accession, slug, asOfDay: filingDay, sourceUrl, source, origin: 'filing', status, ticker };
}

/** The first filing that says that the shares are listed, else the last papers that were not withdrawn. */
function newsOfFiler(slug: string, filings: readonly CompanyFiling[], ticker: string): readonly Listing[] {
  const listed = filings.find(({ form }) => LISTINGS.includes(form));
  if (listed !== undefined) return [filedListing(slug, listed, 'listed', ticker)];
  const last = filings.findLast(({ form }) => !LISTINGS.includes(form));
  return last === undefined || WITHDRAWALS.includes(last.form) ? [] : [filedListing(slug, last, 'filed', ticker)];
}

/** Papers for listings, and listings, of private companies: rows of the IPO calendar, and filings with the SEC. */
export async function readListings(
  store: ListingStore,
  tx: Transaction<Tables>,
  matches: CompanyMatches,
  current: readonly CompanyOverlay[],
  today: number,
): Promise<readonly Listing[]> {
  const calendar = await store.ipoListings.within(tx);
  const filers = (await store.filers.named(tx)).flatMap(({ filer, ticker, name }) => {
    const company = cikOf(filer) === null ? undefined : matches.named(name ?? '');
    return company === undefined || company.source === SIMULATED ? [] : [{ filer, ticker, slug: company.slug }];
  });
  const filings = await store.companyFilings.ofFilers(
    tx,
    filers.map(({ filer }) => filer),
    FORMS,
  );
  const ofCompany = rowsByKey(filers, ({ slug }) => slug);
  const filed = [...ofCompany].flatMap(([slug, rows]) => {
    const [first] = rows;
    // A name of several filers is that of none.
    if (first === undefined || rows.some(({ filer }) => filer !== first.filer)) return [];
    return newsOfFiler(slug, filings.get(first.filer) ?? [], first.ticker);
  });
  return [...calendar.flatMap((row) => calendarListing(row, matches, current, today)), ...filed];
}
