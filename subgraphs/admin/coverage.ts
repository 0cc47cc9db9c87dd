import { isoDate } from '../../calendar/days.js';
import { firstCurrentDay } from '../../calendar/staleness.js';
import type { DataSetCoverage } from '../../store/coverage.js';
import { connectionOf, cursorsOf } from '../connections.js';
import type { CoverageState } from './covered-security.js';
import type { Fields } from './generated/resolver-types.js';
import type { AdminServices } from './services.js';

/** How long a reading of all tables is answered again. */
const KEPT_MS = 10_000;

interface Read {
  readonly atMs: number;
  readonly dataSets: readonly DataSetCoverage[];
  readonly newestDay: number | null;
  readonly counts: Readonly<Record<CoverageState, number>>;
}

const dateOf = (day: number | null): string | null => (day === null ? null : isoDate(day));

function stateOf(lastDay: number | null, staleBefore: number | null): CoverageState {
  if (lastDay === null) return 'none';
  return staleBefore !== null && lastDay < staleBefore ? 'stale' : 'current';
}

async function staleBeforeOf({
  store,
}: AdminServices): Promise<{ readonly newestDay: number | null; readonly staleBefore: number | null }> {
  const newestDay = await store.securities.lastDay();
  return { newestDay, staleBefore: newestDay === null ? null : firstCurrentDay(newestDay) };
}

async function readAll(services: AdminServices): Promise<Read> {
  const {
    store: { coverage },
    clock,
  } = services;
  const atMs = clock();
  const { newestDay, staleBefore } = await staleBeforeOf(services);
  const count = async (state: CoverageState): Promise<number> =>
    (await coverage.securities({ state, staleBefore, first: 1 })).total;
  const [dataSets, none, stale, current] = await Promise.all([
    coverage.dataSets(),
    count('none'),
    count('stale'),
    count('current'),
  ]);
  return { atMs, dataSets, newestDay, counts: { none, stale, current } };
}

/** Reads everything that is stored at most every `KEPT_MS`, and once for all who ask meanwhile. */
function keptRead(services: AdminServices): () => Promise<Read> {
  let kept: { readonly atMs: number; readonly read: Promise<Read> } | null = null;
  return () => {
    const nowMs = services.clock();
    if (kept !== null && nowMs - kept.atMs < KEPT_MS) return kept.read;
    const read = readAll(services);
    const started = (kept = { atMs: nowMs, read });
    read.catch(() => {
      if (kept === started) kept = null;
    });
    return read;
  };
}

export function createFields(services: AdminServices) {
  const read = keptRead(services);
  return {
    Query: {
      coverage: async () => {
        const {
          atMs,
          dataSets,
          newestDay,
          counts: { none, stale, current },
        } = await read();
        return {
          asOf: new Date(atMs),
          newestSession: dateOf(newestDay),
          dataSets,
          securityCount: none + stale + current,
          withoutBarsCount: none,
          staleCount: stale,
        };
      },
      securityCoverage: async (_root, { filter, first, after }) => {
        const { state, query } = filter ?? {};
        const cursors = cursorsOf('securityCoverage', state, query);
        const [last] = cursors.after(after, 1) ?? [];
        const { staleBefore } = await staleBeforeOf(services);
        const search = { state: state ?? undefined, q: query ?? undefined, first, after: last, staleBefore };
        const page = await services.store.coverage.securities(search);
        return connectionOf(
          page,
          cursors,
          last === undefined,
          ({ symbol }) => [symbol],
          (security) => ({
            ...security,
            state: stateOf(security.lastDay, staleBefore),
          }),
        );
      },
    },
    DataSet: {
      rowCount: ({ rows }) => rows,
      subjectCount: ({ subjects }) => subjects,
      newestDate: ({ newestDay }) => dateOf(newestDay),
    },
    DataSetSource: {
      name: ({ source }) => source,
      rowCount: ({ rows }) => rows,
      newestDate: ({ newestDay }) => dateOf(newestDay),
    },
    CoveredSecurity: {
      ticker: ({ symbol }) => symbol,
      firstSession: ({ firstDay }) => dateOf(firstDay),
      lastSession: ({ lastDay }) => dateOf(lastDay),
    },
  } satisfies Fields;
}
