import type { RequestContext } from '../../access/request-context.js';
import { firstCurrentDay } from '../../calendar/staleness.js';
import type { ScreenOrder, ScreenPosition, SortKey } from '../../engines/screen/screen-table.js';
import { SCREENED_TABLES } from '../../store/screen-rows.js';
import type { Security, SecurityKind } from '../../store/securities.js';
import { noteVersion, UNVERSIONED } from '../../store/table-versions.js';
import { batchBelow } from '../batches.js';
import { connectionOf, cursorsOf, type Connection, type ListCursors } from '../connections.js';
import type { QuerySecuritiesArgs } from '../generated/types.js';
import type { Services } from '../services.js';
import { securityRef } from '../tickers.js';
import type { NearSecurities } from './near-securities.js';
import { readyTable } from './ready-table.js';
import type { SecurityParent } from './resolver-parents.js';
import { screenFilter, screenFilterKey, screenTest, type ScreenFilter } from './screen-filter.js';

export type SecuritiesQuery = Pick<QuerySecuritiesArgs, 'after' | 'filter' | 'orderBy'> & { readonly first: number };

const ORDERS = {
  TICKER: 'symbol',
  NAME: 'name',
  SCORE: 'score',
  TECHNICAL: 'technical',
  MOMENTUM: 'momentum',
  FUNDAMENTALS: 'fundamentals',
  MICROSTRUCTURE: 'microstructure',
  OPTIONS_FLOW: 'optionsFlow',
  CHANGE_PCT: 'changePct',
  VOLUME: 'volume',
  VOLUME_RATIO: 'volumeRatio',
} as const;

/** Conditions on what is stored. */
interface StoredFilter {
  readonly kind: SecurityKind | undefined;
  /** In lower case. */
  readonly sectors: readonly string[] | undefined;
  readonly q: string | undefined;
  /** Tickers of those that are spelled nearly as a text. */
  readonly symbols: readonly string[] | undefined;
  readonly lastSession: { readonly day: number; readonly isBefore: boolean } | undefined;
}

/** A request for a page, read. */
interface ListQuery {
  readonly orderBy: ScreenOrder;
  readonly isDescending: boolean;
  readonly stored: StoredFilter;
  readonly cursors: ListCursors;
}

const normal = (text: string): string => text.trim().toLowerCase();

/** Those of `sectors` that are `sector`, if both are given. */
function sectorsOf(filter: SecuritiesQuery['filter']): readonly string[] | undefined {
  const [one, several] = [filter?.sector ?? undefined, filter?.sectors ?? undefined];
  const sectors = several?.map(normal);
  if (one === undefined) return sectors;
  return sectors === undefined ? [normal(one)] : sectors.filter((sector) => sector === normal(one));
}

async function listQuery(
  { store, near }: Pick<Services, 'store'> & { readonly near: NearSecurities },
  { filter, orderBy }: SecuritiesQuery,
  computed: ScreenFilter | null,
  context: RequestContext,
): Promise<ListQuery> {
  const order = ORDERS[orderBy?.field ?? 'TICKER'];
  const isDescending = orderBy?.direction === 'DESC';
  const [kind, sector, q] = [filter?.kind ?? undefined, filter?.sector?.trim(), filter?.search?.trim()];
  const nearly = filter?.near?.trim() ?? '';
  // Null means both.
  const isStale = filter?.isStale === undefined ? false : filter.isStale;
  const several = filter?.sectors?.map(normal).sort();
  const conditions = computed === null ? [] : screenFilterKey(computed);
  const rest = several === undefined && conditions.length === 0 ? [] : [several, ...conditions];
  const spelled = nearly === '' ? [] : [`near ${nearly.toLowerCase()}`];
  const cursors = cursorsOf(
    'Query.securities',
    order,
    String(isDescending),
    kind,
    sector?.toLowerCase(),
    q?.toLowerCase(),
    String(isStale),
    ...rest.map((part) => JSON.stringify(part ?? null)),
    ...spelled,
  );
  const newest = isStale === null ? null : await store.reading(context.versions).securities.lastDay();
  const lastSession =
    newest === null || isStale === null ? undefined : { day: firstCurrentDay(newest), isBefore: isStale };
  const symbols = nearly === '' ? undefined : await near(nearly, context);
  const stored = { kind, sectors: sectorsOf(filter), q, symbols, lastSession };
  return { orderBy: order, isDescending, cursors, stored };
}

/** The same conditions as in SQL. */
function storedTest({ kind, sectors, q, symbols, lastSession }: StoredFilter): (security: Security) => boolean {
  const part = q === undefined || q === '' ? null : q.toLowerCase();
  return ({ symbol, name, kind: own, sector, lastDay }) => {
    if (kind !== undefined && own !== kind) return false;
    if (sectors !== undefined && (sector === null || !sectors.includes(sector.toLowerCase()))) return false;
    if (symbols !== undefined && !symbols.includes(symbol)) return false;
    if (part !== null && !symbol.toLowerCase().includes(part) && !name.toLowerCase().includes(part)) return false;
    if (lastSession === undefined) return true;
    const isBefore = lastDay !== null && lastDay < lastSession.day;
    return isBefore === lastSession.isBefore;
  };
}

const keyText = (key: SortKey): string => (key === null ? '' : String(key));

/** The position of a cursor's row: a number, nothing for a row without a value, a name or a ticker. */
function positionAt(place: readonly string[] | undefined, orderBy: ScreenOrder): ScreenPosition | undefined {
  const [value, symbol] = place ?? [];
  if (value === undefined || symbol === undefined) return undefined;
  if (orderBy === 'symbol') return { key: value, symbol };
  if (orderBy === 'name') return { key: value.toLowerCase(), symbol };
  return { key: value === '' ? null : Number(value), symbol };
}

/** Notes the versions that a screen depends on, before it is read. */
function noteScreened({ store }: Pick<Services, 'store'>, { versions }: RequestContext): void {
  for (const table of SCREENED_TABLES) noteVersion(versions, table, store.versionOf(table) ?? UNVERSIONED);
}

async function screenPage(
  { screen }: Pick<Services, 'screen'>,
  { first, after }: SecuritiesQuery,
  { orderBy, isDescending, stored, cursors }: ListQuery,
  computed: ScreenFilter,
  batch: string,
): Promise<Connection<SecurityParent>> {
  const place = cursors.after(after, 2, { isPlace: ([value]) => isKey(value, orderBy) });
  const table = await readyTable(screen);
  const [isMatch, isStored] = [screenTest(table, computed), storedTest(stored)];
  const rowAt = (index: number): Security => table.rows[index] as Security;
  const page = table.page({
    isListed: (index) => isMatch(index) && isStored(rowAt(index)),
    orderBy,
    isDescending,
    after: positionAt(place, orderBy),
    limit: first,
  });
  return connectionOf(
    page,
    cursors,
    place === undefined,
    (index) => [keyText(table.positionOf(index, orderBy).key), rowAt(index).symbol],
    (index) => ({ ...rowAt(index), ...securityRef(rowAt(index).symbol, batch) }),
  );
}

function isKey(value: string | undefined, orderBy: ScreenOrder): boolean {
  return orderBy === 'symbol' || orderBy === 'name' || value === '' || Number.isFinite(Number(value));
}

async function storedPage(
  { store }: Pick<Services, 'store'>,
  { first, after }: SecuritiesQuery,
  { orderBy, isDescending, stored, cursors }: ListQuery,
  context: RequestContext,
): Promise<Connection<SecurityParent>> {
  if (orderBy !== 'symbol' && orderBy !== 'name') throw new Error(`The order by ${orderBy} was not charged.`);
  const [value, symbol] = cursors.after(after, 2) ?? [];
  const behind = value === undefined || symbol === undefined ? undefined : { value, symbol };
  const page = await store
    .reading(context.versions)
    .securities.search({ limit: first, after: behind, orderBy, isDescending, ...stored });
  return connectionOf(
    page,
    cursors,
    behind === undefined,
    (row) => [row[orderBy], row.symbol],
    (row) => ({ ...row, ...securityRef(row.symbol) }),
  );
}

/** A page of securities: a screen if the gate has charged it as one. */
export async function securitiesPage(
  services: Services & { readonly near: NearSecurities },
  query: SecuritiesQuery,
  context: RequestContext,
): Promise<Connection<SecurityParent>> {
  const batch = batchBelow(query);
  const computed = batch === '' ? null : screenFilter(query.filter);
  if (computed !== null) noteScreened(services, context);
  const list = await listQuery(services, query, computed, context);
  const page =
    computed === null
      ? await storedPage(services, query, list, context)
      : await screenPage(services, query, list, computed, batch);
  for (const { source } of page.nodes) context.dataSources.add(source);
  return page;
}
