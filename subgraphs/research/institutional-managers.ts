import type { RequestContext } from '../../access/request-context.js';
import type { ManagerSummary } from '../../store/institutional-filings.js';
import { noteVersion, UNVERSIONED } from '../../store/table-versions.js';
import type { AskingChecks } from '../build/gates.js';
import { connectionOf, cursorsOf, type ListCursors } from '../connections.js';
import type { QueryInstitutionalManagersArgs } from '../generated/types.js';
import { createSearchIndex } from '../search-index.js';
import type { Services } from '../services.js';
import { cikOf } from './ciks.js';
import type { Fields } from './generated/resolver-types.js';

type Order = NonNullable<QueryInstitutionalManagersArgs['orderBy']>;
type ListArgs = Pick<QueryInstitutionalManagersArgs, 'filter'> & { readonly orderBy?: Order | undefined };

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** In lower case without accents. */
const plain = (name: string): string => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const COMPARISONS: Readonly<Record<Order, (one: ManagerSummary, other: ManagerSummary) => number>> = {
  VALUE: (one, other) => other.value - one.value,
  NAME: (one, other) => byText(plain(one.name), plain(other.name)),
};

const searchIn = ({ filter }: ListArgs): string => filter?.search?.trim().toLowerCase() ?? '';

const cursorsFor = (args: ListArgs): ListCursors =>
  cursorsOf('Query.institutionalManagers', searchIn(args), args.orderBy);

export const MANAGER_CHECKS: AskingChecks = {
  async 'Query.institutionalManagers'(args: QueryInstitutionalManagersArgs) {
    cursorsFor(args).after(args.after, 1);
  },
};

/** All managers, from memory until a form is imported. */
async function managersOf(
  { store, results }: Pick<Services, 'store' | 'results'>,
  { versions }: Pick<RequestContext, 'versions'>,
): Promise<readonly ManagerSummary[]> {
  const version = store.versionOf('institutional_filings');
  noteVersion(versions, 'institutional_filings', version ?? UNVERSIONED);
  const key = version === undefined ? undefined : ['institutionalManagers', version].join('\u0000');
  const known = key === undefined ? undefined : results.find(key);
  if (known !== undefined) return known as readonly ManagerSummary[];
  const managers = await store.reading(versions).institutionalFilings.managers();
  return key === undefined ? managers : results.renew(key, () => managers);
}

export function createFields(services: Services) {
  const { store } = services;
  const index = createSearchIndex({
    version: () => {
      const version = store.versionOf('institutional_filings');
      return version === undefined ? undefined : String(version);
    },
    load: async () => {
      const managers = await managersOf(services, { versions: new Map() });
      return managers.map(({ cik, name }) => ({ id: cik, name }));
    },
  });
  const matching = async (search: string, context: RequestContext): Promise<readonly ManagerSummary[]> => {
    const all = await managersOf(services, context);
    if (search === '') return all;
    const numbered = all.filter(({ cik }) => cik === cikOf(search));
    if (numbered.length > 0) return numbered;
    const found = new Set((await index.search(search))?.matches.map(({ id }) => id));
    return all.filter(({ cik }) => found.has(cik));
  };
  return {
    Query: {
      async institutionalManagers(_root, args, context) {
        const { first, after, orderBy } = args;
        const cursors = cursorsFor(args);
        const [behind] = cursors.after(after, 1) ?? [];
        const matches = (await matching(searchIn(args), context)).toSorted(
          (one, other) => COMPARISONS[orderBy](one, other) || byText(one.cik, other.cik),
        );
        const start = behind === undefined ? 0 : matches.findIndex(({ cik }) => cik === behind) + 1;
        const rows = matches.slice(start, start + first);
        for (const { source } of rows) context.dataSources.add(source);
        return connectionOf(
          { rows, hasNext: start + first < matches.length, total: matches.length },
          cursors,
          behind === undefined,
          ({ cik }) => [cik],
          ({ cik }) => ({ cik }),
        );
      },
    },
  } satisfies Fields;
}
