import type { RequestContext } from '../../access/request-context.js';
import { corporateEvents, type CorporateEvents } from '../../engines/corporate-events/corporate-events.js';
import { SIMULATED } from '../../sources/simulated/simulated-rows.js';
import { cikOf, secFiler } from '../../store/filers.js';
import type { ToldInsiderTransaction } from '../../store/insider-transactions.js';
import type { Repositories } from '../../store/repositories.js';
import type { Security } from '../../store/securities.js';
import type { StoredSeries } from '../../store/series.js';
import { noteVersion, UNVERSIONED } from '../../store/table-versions.js';
import type { Tables } from '../../store/tables.js';
import { fieldLoader, type FieldQuery } from '../field-loader.js';
import { unreadKinds, unreadReason, type NeededKind } from '../kind-not-read.js';
import { resultId } from '../result-ids.js';
import type { Services } from '../services.js';
import { notFoundErrors } from '../ticker-not-found.js';
import { securityRef, type SecurityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';
import { relatedSecurities, type RelatedSecurity } from './related-securities.js';

/** The tables that an answer depends on, besides the history. */
const TABLES: readonly (keyof Tables)[] = [
  'announced_actions',
  'company_filings',
  'earnings_reports',
  'filers',
  'filings',
  'insider_filings',
  'insider_transactions',
  'rating_actions',
  'securities',
];

interface Result extends CorporateEvents {
  readonly company: Pick<Security, 'name' | 'exchange' | 'sector' | 'industry'> & { readonly cik: string | null };
  readonly related: readonly RelatedSecurity[];
  /** Sources of the rows that it is computed from. */
  readonly sources: readonly string[];
  /** Kinds of live data of which it has no row. */
  readonly lacking: readonly EventKind[];
}

/** The groups that rest on each kind of live data. */
const GROUPS = {
  fundamentals: ['earnings'],
  ratings: ['analyst'],
  insiders: ['insider'],
  filings: ['filings', 'conferences', 'corporate'],
} as const satisfies Partial<Record<NeededKind, readonly CorporateEvents['missing'][number]['group'][]>>;

type EventKind = keyof typeof GROUPS;

/** The reasons for groups without events, of those whose kind no source has given yet that it was not read. */
function missingOf({ missing }: CorporateEvents, unread: readonly EventKind[]): CorporateEvents['missing'] {
  const reasons = new Map<string, string>(
    unread.flatMap((kind) => GROUPS[kind].map((group) => [group, unreadReason(kind)])),
  );
  return missing.map(({ group, reason }) => ({ group, reason: reasons.get(group) ?? reason }));
}

/** What a security has in memory. */
interface Known {
  readonly security: Security;
  readonly history: StoredSeries | undefined;
}

/** The rows of a batch: one query for each table. */
async function rowsOf(
  {
    announcedActions,
    companyFilings,
    earnings,
    filers,
    insiderFilings,
    insiderTransactions,
    ratingActions,
    securities,
  }: Repositories,
  known: readonly Known[],
) {
  const tickers = known.map(({ security }) => security.symbol);
  const sectors = [...new Set(known.flatMap(({ security: { sector } }) => (sector === null ? [] : [sector])))];
  const [announced, reports, actions, insiders, told, filings, classes, sectorMembers] = await Promise.all([
    announcedActions.byTickers(tickers),
    earnings.byTickers(tickers),
    ratingActions.byTickers(tickers),
    insiderFilings.byTickers(tickers),
    insiderTransactions.byTickers(tickers),
    companyFilings.byTickers(tickers),
    filers.classesOf(tickers),
    securities.inSectors(sectors),
  ]);
  const ofFilers = await securities.bySymbols(classes.map(({ ticker }) => ticker));
  return { announced, reports, actions, insiders, told, filings, classes, sectorMembers, securities: ofFilers };
}

/** Notes that a response uses what results in memory were computed from, so that it tells the age of these rows too. */
async function noteUse(repositories: Repositories, tickers: readonly string[]): Promise<void> {
  if (tickers.length === 0) return;
  const { companyFilings, earnings, filers, insiderFilings, ratingActions } = repositories;
  const read = [companyFilings, earnings, filers, insiderFilings, ratingActions];
  await Promise.all(read.map((repository) => repository.noteUse(tickers)));
}

function resultOf({ security, history }: Known, rows: Awaited<ReturnType<typeof rowsOf>>, today: number): Result {
  const { symbol, name, exchange, sector, industry } = security;
  /** Nobody should take invented rows for facts about a real price. */
  const ofTicker = <Row extends { readonly source: string }>(
    all: ReadonlyMap<string, readonly Row[]>,
  ): readonly Row[] =>
    (all.get(symbol) ?? []).filter(({ source }) => source !== SIMULATED || history?.source === SIMULATED);
  const [reports, actions] = [ofTicker(rows.reports), ofTicker(rows.actions)];
  const announced = ofTicker(rows.announced);
  const [forms, filings] = [ofTicker(rows.insiders), ofTicker(rows.filings)];
  // Beside the forms, a vendor's transactions would be counted twice.
  const insiderFilings = forms.length > 0 ? forms : ofTicker(rows.told).map(filingOfTold);
  const filer = rows.classes.find(({ ticker }) => ticker === symbol);
  const cik = filer === undefined ? null : cikOf(filer.filer);
  const [day, close] = [history?.bars.days.at(-1), history?.bars.close.at(-1)];
  const events = corporateEvents({
    reports,
    actions,
    insiderFilings,
    filings,
    cik,
    dividends: history?.dividends ?? [],
    splits: history?.splits ?? [],
    announced,
    last: day === undefined || close === undefined ? undefined : { day, close },
    today,
  });
  return {
    ...events,
    company: { name, exchange, sector, industry, cik: cik === null ? null : secFiler(cik).slice('CIK'.length) },
    related: relatedSecurities(security, rows),
    lacking: [
      ...(reports.length > 0 ? [] : ['fundamentals' as const]),
      ...(actions.length > 0 ? [] : ['ratings' as const]),
      ...(insiderFilings.length > 0 ? [] : ['insiders' as const]),
      ...(filings.length > 0 ? [] : ['filings' as const]),
    ],
    sources: [
      ...new Set([
        ...(history === undefined ? [] : [history.source]),
        ...[...reports, ...actions, ...insiderFilings, ...filings, ...announced].map(({ source }) => source),
      ]),
    ],
  };
}

/** A transaction that a vendor tells, as a report of its own whose form is not known. */
function filingOfTold(told: ToldInsiderTransaction) {
  const { id, owner, role, day, code, isAcquired, shares, price, source, knownAt } = told;
  const transaction = {
    day,
    code,
    isAcquired,
    shares,
    price,
    security: 'shares',
    isDerivative: false,
    isPriceInFootnote: false,
    sharesAfter: null,
  };
  return {
    id: `told-${id}`,
    form: null,
    owners: [{ cik: null, name: owner, role }],
    periodDay: null,
    filingDay: null,
    originalDay: null,
    transactions: [transaction],
    holdings: 0,
    origin: 'vendor' as const,
    knownMs: knownAt.getTime(),
    source,
  };
}

/** The key of a cached result; undefined while the version of a table is not known. */
function keyOf(store: Services['store'], { security, history }: Known, today: number): string | undefined {
  const versions = TABLES.map((table) => store.versionOf(table));
  if (versions.includes(undefined)) return undefined;
  return ['corporateEvents', security.symbol, history?.version ?? '', today, ...versions].join('\u0000');
}

/** Results of the current versions come from memory; the others of a batch take one query for each table. */
function eventsReader(services: Services) {
  const { store, results } = services;
  return async (
    queries: readonly FieldQuery<SecurityRef, object>[],
    context: RequestContext,
  ): Promise<readonly (Result | Error)[]> => {
    const tickers = [...new Set(queries.map(({ obj }) => obj.ticker))];
    for (const table of TABLES) noteVersion(context.versions, table, store.versionOf(table) ?? UNVERSIONED);
    const repositories = store.reading(context.versions);
    const [histories, securities] = await Promise.all([
      repositories.bars.load(tickers),
      repositories.securities.bySymbols(tickers),
    ]);
    const today = context.today;
    const known = tickers.flatMap((ticker) => {
      const [security, history] = [securities.get(ticker), histories.get(ticker)];
      return security === undefined ? [] : [{ security, history, key: keyOf(store, { security, history }, today) }];
    });
    const found = new Map<string, Result>();
    const wanted = known.filter(({ security, key }) => {
      const cached = key === undefined ? undefined : (results.find(key) as Result | undefined);
      if (cached !== undefined) found.set(security.symbol, cached);
      return cached === undefined;
    });
    await noteUse(repositories, [...found.keys()]);
    if (wanted.length > 0) {
      const rows = await rowsOf(repositories, wanted);
      for (const { key, ...each } of wanted) {
        const compute = (): Result => resultOf(each, rows, today);
        found.set(each.security.symbol, key === undefined ? compute() : results.renew(key, compute));
      }
    }
    const notFound = await notFoundErrors(
      services,
      tickers.filter((ticker) => !securities.has(ticker)),
      context,
    );
    return queries.map(({ obj: { ticker } }) => {
      const result = found.get(ticker);
      if (result === undefined) return notFound(ticker);
      for (const source of result.sources) context.dataSources.add(source);
      const unread = unreadKinds(services, context, ticker, result.lacking);
      return unread.length === 0 ? result : { ...result, missing: missingOf(result, unread) };
    });
  };
}

export function createFields(services: Services) {
  const load = fieldLoader(eventsReader(services));
  return {
    Security: {
      async corporateEvents(security, _args, context) {
        const events = await load(security, {}, context);
        const related = events.related.map((each) => ({ ...each, security: securityRef(each.ticker, security.batch) }));
        return { id: resultId('corporateEvents', security), ...events, related };
      },
    },
  } satisfies Fields;
}
