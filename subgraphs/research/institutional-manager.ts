import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import { isoDate } from '../../calendar/days.js';
import type { InstitutionalFiling } from '../../store/institutional-filings.js';
import { rowsByKey } from '../../store/rows-by-key.js';
import { batchOf } from '../batches.js';
import { cursorsOf, pageOfList } from '../connections.js';
import { objectLoader, type FieldQuery } from '../field-loader.js';
import { nodeId } from '../node-ids.js';
import { rootResultId } from '../result-ids.js';
import type { Services } from '../services.js';
import { securityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';
import { cikOf } from './ciks.js';
import { institutionalLinks } from './institutional-links.js';
import { holdingsLists, type ListQuery } from './institutional-lists.js';
import { holdingsPage } from './institutional-pages.js';
import {
  holdingsList,
  newestPeriod,
  periodDayOf,
  periodsToRead,
  reportsOf,
  spanOf,
  type HoldingsList,
  type InstitutionalReport,
} from './institutional-reports.js';
import type { InstitutionalManagerParent } from './resolver-parents.js';

/** Throws `invalid_parameter` unless it is a number. */
function readCik(text: string): string {
  const cik = cikOf(text);
  if (cik !== null) return cik;
  const message =
    'cik is the number of a manager with the SEC: up to ten digits. institutionalManagers finds managers by name.';
  throw new ApiError('invalid_parameter', message, { param: 'cik' });
}

const notFound = (cik: string): ApiError =>
  new ApiError(
    'not_found',
    `No form 13F of a manager with the number ${cik} is stored; institutionalManagers lists those that are.`,
    { param: 'cik' },
  );

/** Counted filings of managers, oldest period first: one query. */
function filingsReader({ store }: Services) {
  return async (
    queries: readonly FieldQuery<InstitutionalManagerParent, object>[],
    context: RequestContext,
  ): Promise<readonly (readonly InstitutionalFiling[] | Error)[]> => {
    const ciks = queries.map(({ obj }) => obj.cik);
    const stored = await store.reading(context.versions).institutionalFilings.ofManagers(ciks);
    return ciks.map((cik) => stored.get(cik) ?? notFound(cik));
  };
}

/** The lists of stored managers: one query for each table. */
async function readLists(
  services: Services,
  queries: readonly ListQuery[],
  context: RequestContext,
): Promise<readonly (HoldingsList | undefined)[]> {
  const { institutionalFilings, institutionalPositions } = services.store.reading(context.versions);
  const ciks = [...new Set(queries.map(({ owner }) => owner))];
  const [stored, links] = await Promise.all([
    institutionalFilings.ofManagers(ciks),
    institutionalLinks(services, context),
  ]);
  const planned = queries.map(({ owner, periodDay }) => {
    const filings = stored.get(owner) ?? [];
    const newest = newestPeriod(
      filings.map((filing) => filing.periodDay),
      null,
    );
    return { cik: owner, filings, periodDay: periodDay ?? newest };
  });
  const periods = periodsToRead(planned.map(({ periodDay }) => periodDay));
  const [rows, splits] = await Promise.all([
    institutionalPositions.ofManagers(ciks, periods),
    institutionalPositions.splitsBetween(...spanOf(periods)),
  ]);
  const positionsOf = rowsByKey(rows, ({ cik }) => cik);
  return planned.map(({ cik, filings, periodDay }) =>
    filings.length === 0
      ? undefined
      : holdingsList({ periodDay, positions: positionsOf.get(cik) ?? [], reports: reportsOf(filings), links, splits }),
  );
}

function holdingsReader(services: Services) {
  return async (
    queries: readonly FieldQuery<InstitutionalManagerParent, Pick<ListQuery, 'periodDay'>>[],
    context: RequestContext,
  ): Promise<readonly (HoldingsList | Error)[]> => {
    const asked = queries.map(({ obj, params }) => ({ owner: obj.cik, periodDay: params.periodDay }));
    const lists = await holdingsLists(services, asked, context, (missing) => readLists(services, missing, context));
    return queries.map(({ obj }, index) => lists[index] ?? notFound(obj.cik));
  };
}

function reportNode({
  cik,
  periodDay,
  filingDay,
  isFilingDateEstimated,
  value,
  completeness,
  filings,
}: InstitutionalReport) {
  const stated = filings.map(({ statedValue }) => statedValue);
  return {
    id: rootResultId('institutionalReport', cik, isoDate(periodDay)),
    period: isoDate(periodDay),
    filedOn: isoDate(filingDay),
    isFilingDateEstimated,
    isAmended: filings.some(({ amendment }) => amendment !== null),
    isValueUnitCorrected: filings.some(({ isUnitCorrected }) => isUnitCorrected),
    isComplete: completeness === 'COMPLETE',
    entryCount: filings.reduce((sum, { entries }) => sum + entries, 0),
    refusedEntryCount: filings.reduce((sum, { refusedEntries }) => sum + refusedEntries, 0),
    value,
    statedValue: stated.includes(null) ? null : stated.reduce<number>((sum, each) => sum + (each ?? 0), 0),
    filings: filings.map(({ accession, filingDay: day, amendment }) => ({
      accession,
      filedOn: isoDate(day),
      amendment: amendment === 'NEW HOLDINGS' ? ('NEW_HOLDINGS' as const) : amendment,
    })),
  };
}

export function createFields(services: Services) {
  const idOf = ({ cik }: InstitutionalManagerParent): string => cik;
  const loadFilings = objectLoader(filingsReader(services), idOf);
  const loadHoldings = objectLoader(holdingsReader(services), idOf);
  const newestFiling = async (
    manager: InstitutionalManagerParent,
    context: RequestContext,
  ): Promise<InstitutionalFiling | undefined> => {
    const filing = (await loadFilings(manager, {}, context)).at(-1);
    if (filing !== undefined) context.dataSources.add(filing.source);
    return filing;
  };
  return {
    Query: {
      async institutionalManager(_root, { cik }, context) {
        const manager = { cik: readCik(cik) };
        await newestFiling(manager, context);
        return manager;
      },
    },
    InstitutionalManager: {
      __resolveReference: ({ cik }) => ({ cik }),
      id: ({ cik }) => nodeId('InstitutionalManager', cik),
      name: async (manager, _args, context) => (await newestFiling(manager, context))?.manager ?? '',
      source: async (manager, _args, context) => (await newestFiling(manager, context))?.source ?? '',
      async reports(manager, args, context) {
        const reports = reportsOf(await loadFilings(manager, {}, context)).toReversed();
        return pageOfList(reports.map(reportNode), args, cursorsOf('institutionalReports', manager.cik), (row) => row);
      },
      async holdings(manager, args, context) {
        const list = await loadHoldings(manager, { periodDay: periodDayOf(args.filter?.period) }, context);
        return holdingsPage(list, args, { name: manager.cik, isSecurity: false, batch: batchOf(manager) });
      },
    },
    InstitutionalHolding: {
      manager: (holding) => ({ cik: holding.cik, batch: batchOf(holding) }),
      security: (holding) => (holding.link === undefined ? null : securityRef(holding.link.ticker, batchOf(holding))),
      matchedBy: ({ link }) => link?.matchedBy ?? null,
      issuerName: ({ issuer }) => issuer,
      period: ({ periodDay }) => isoDate(periodDay),
      filedOn: ({ filingDay }) => isoDate(filingDay),
      shares: ({ kind, amount }) => (kind === 'PRINCIPAL' ? null : amount),
      principal: ({ kind, amount }) => (kind === 'PRINCIPAL' ? amount : null),
      reportFraction: ({ value, reportValue }) => (reportValue === 0 ? null : value / reportValue),
      votingAuthority: ({ votingSole, votingShared, votingNone }) => ({
        sole: votingSole,
        shared: votingShared,
        none: votingNone,
      }),
      change({ kind, change }) {
        if (change === null) return null;
        const { previousAmount, amount, ...same } = change;
        const isShares = kind !== 'PRINCIPAL';
        return { ...same, previousShares: isShares ? previousAmount : null, shares: isShares ? amount : null };
      },
    },
  } satisfies Fields;
}
