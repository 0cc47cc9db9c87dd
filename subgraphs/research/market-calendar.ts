import type { RequestContext } from '../../access/request-context.js';
import {
  catalystCalendar,
  lastReleases,
  MOST_DAYS,
  type Catalyst,
  type CatalystType,
} from '../../engines/catalysts.js';
import type { FilingDates } from '../../engines/earnings-calendar.js';
import { CURATED } from '../../sources/curated/corpus-rows.js';
import { MACRO_CALENDAR } from '../../sources/models/macro-calendar.js';
import { rowsBeside } from '../../sources/simulated/rows-beside.js';
import type { FiledQuarter } from '../../store/filing-dates.js';
import { macroReleaseDay, macroReleaseKey, type MacroRelease, type StoredRelease } from '../../store/macro-releases.js';
import type { Repositories } from '../../store/repositories.js';
import type { Security } from '../../store/securities.js';
import type { Tables } from '../../store/tables.js';
import { noteVersion, UNVERSIONED } from '../../store/table-versions.js';
import type { Services } from '../services.js';

/** The tables that a calendar depends on. */
const TABLES: readonly (keyof Tables)[] = [
  'announced_actions',
  'congress_trades',
  'earnings_reports',
  'ipo_listings',
  'macro_releases',
  'securities',
  'source_polls',
];

/** Older filings say nothing about a date to come: four years of spacings, and one of delays on each side. */
const FILING_DAYS = 6 * 366;

/** What is dated in the days around today. */
export interface MarketCalendar {
  readonly events: readonly Catalyst[];
  readonly lastReleases: ReadonlyMap<string, number>;
  /** Tickers of the events of which a security is stored. */
  readonly stored: ReadonlySet<string>;
  /** Sources of the rows of each type. */
  readonly sources: ReadonlyMap<CatalystType, readonly string[]>;
  /** Whether an IPO calendar is configured and has never been read. */
  readonly isIpoUnread: boolean;
}

/** The program's own calendar, and imported releases, which replace those of the same title and period or day. */
function releasesWith(imported: readonly StoredRelease[]): readonly MacroRelease[] {
  const replaced = new Set(imported.flatMap((release) => [macroReleaseKey(release), macroReleaseDay(release)]));
  const isKept = (release: MacroRelease): boolean =>
    !replaced.has(macroReleaseKey(release)) && !replaced.has(macroReleaseDay(release));
  return [...MACRO_CALENDAR.filter(isKept), ...imported];
}

/** Without invented rows about securities whose prices are not. */
function ofPrices<Row extends { readonly ticker: string | null; readonly source: string }>(
  rows: readonly Row[],
  securities: ReadonlyMap<string, Security>,
): readonly Row[] {
  return rows.filter((row) => {
    const security = row.ticker === null ? undefined : securities.get(row.ticker);
    return security === undefined || rowsBeside(security.source, [row]).length > 0;
  });
}

const sourcesOf = (rows: readonly { readonly source: string }[]): readonly string[] => [
  ...new Set(rows.map(({ source }) => source)),
];

function filedQuarter([fiscalYear, fiscalQuarter, filingDay]: FiledQuarter): FilingDates {
  return { fiscalYear, fiscalQuarter, filingDay };
}

/** One query for each table. */
async function readCalendar(repositories: Repositories, today: number): Promise<MarketCalendar> {
  const { announcedActions, congressTrades, filingDates, ipoListings, macroReleases, securities, sourcePolls } =
    repositories;
  const last = today + MOST_DAYS;
  const [filed, listings, allActions, imported, allTrades, silent] = await Promise.all([
    filingDates.since(today - FILING_DAYS),
    ipoListings.between(today, last),
    announcedActions.between(today, last),
    macroReleases.all(),
    congressTrades.between(today - MOST_DAYS, today),
    sourcePolls.silent(),
  ]);
  const named = [...listings, ...allActions, ...allTrades].flatMap(({ ticker }) => ticker ?? []);
  const known = await securities.bySymbols([...new Set(named)]);
  const filings = filed.filter((row) => rowsBeside(row.pricesFrom, [row]).length > 0);
  const [actions, trades] = [ofPrices(allActions, known), ofPrices(allTrades, known)];
  const releases = releasesWith(imported);
  const actionsOf = (kind: 'dividend' | 'split') => actions.filter((row) => row.kind === kind);
  return {
    events: catalystCalendar({
      reports: new Map(filings.map(({ ticker, quarters }) => [ticker, quarters.map(filedQuarter)])),
      listings,
      actions,
      releases,
      trades,
      today,
    }),
    lastReleases: lastReleases(releases),
    stored: new Set([...known.keys(), ...filings.map(({ ticker }) => ticker)]),
    sources: new Map<CatalystType, readonly string[]>([
      ['earnings', sourcesOf(filings)],
      ['ipo', sourcesOf(listings)],
      ['dividend', sourcesOf(actionsOf('dividend'))],
      ['split', sourcesOf(actionsOf('split'))],
      ['macro', [...(releases.length > imported.length ? [CURATED] : []), ...sourcesOf(imported)]],
      ['opex', [CURATED]],
      ['congress', sourcesOf(trades)],
    ]),
    isIpoUnread: silent.some(({ gives }) => gives === 'ipo'),
  };
}

/** The calendar of the market, read once for each day and version of its tables, however many requests wait for it. */
export function calendarReader({ store, results }: Services) {
  const reading = new Map<string, Promise<MarketCalendar>>();
  return async (context: RequestContext, today: number): Promise<MarketCalendar> => {
    const versions = TABLES.map((table) => store.versionOf(table));
    TABLES.forEach((table, index) => noteVersion(context.versions, table, versions[index] ?? UNVERSIONED));
    const read = (): Promise<MarketCalendar> => readCalendar(store.reading(context.versions), today);
    if (versions.includes(undefined)) return read();
    const key = ['catalysts', today, ...versions].join('\u0000');
    const cached = results.find(key) as MarketCalendar | undefined;
    if (cached !== undefined) return cached;
    const waiting = reading.get(key) ?? read().finally(() => reading.delete(key));
    reading.set(key, waiting);
    const calendar = await waiting;
    return results.remember(key, () => calendar);
  };
}
