import type { RequestContext } from '../../access/request-context.js';
import type { Tables } from '../../store/tables.js';
import { noteVersion, UNVERSIONED } from '../../store/table-versions.js';
import type { Services } from '../services.js';
import type { HoldingsList } from './institutional-reports.js';

/** The tables that a list depends on; the version of securities changes with their splits. */
const TABLES: readonly (keyof Tables)[] = [
  'cusips',
  'institutional_filings',
  'institutional_issues',
  'institutional_positions',
  'securities',
];

/** Whose list of which quarter; without a quarter of the default one. */
export interface ListQuery {
  /** A ticker or a CIK. */
  readonly owner: string;
  readonly periodDay: number | undefined;
}

/** Lists in the order of the queries; undefined for owners that are not stored. */
type Lists = readonly (HoldingsList | undefined)[];

/** Lists of the current versions from memory, the others by one `read`. Records what the response depends on. */
export async function holdingsLists(
  { store, results }: Pick<Services, 'store' | 'results'>,
  queries: readonly ListQuery[],
  context: Pick<RequestContext, 'versions' | 'dataSources'>,
  read: (missing: readonly ListQuery[]) => Promise<Lists>,
): Promise<Lists> {
  const versions = TABLES.map((table) => store.versionOf(table));
  for (const [index, table] of TABLES.entries()) noteVersion(context.versions, table, versions[index] ?? UNVERSIONED);
  const isVersioned = !versions.includes(undefined);
  const keyOf = ({ owner, periodDay }: ListQuery): string =>
    ['institutionalHoldings', owner, periodDay, ...versions].join('\u0000');
  const known = queries.map(
    (query) => (isVersioned ? results.find(keyOf(query)) : undefined) as HoldingsList | undefined,
  );
  const missing = queries.filter((_, index) => known[index] === undefined);
  const rows = missing.length === 0 ? [] : await read(missing);
  const added = new Map(missing.map((query, index) => [query, rows[index]]));
  return queries.map((query, index) => {
    const fresh = added.get(query);
    if (fresh !== undefined && isVersioned) results.renew(keyOf(query), () => fresh);
    const list = known[index] ?? fresh;
    for (const source of list?.sources ?? []) context.dataSources.add(source);
    return list;
  });
}
