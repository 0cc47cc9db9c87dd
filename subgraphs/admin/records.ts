import { IMPORTS } from '../../sources/files/imports.js';
import { connectionOf, cursorsOf } from '../connections.js';
import type { Fields } from './generated/resolver-types.js';
import type { AdminServices } from './services.js';

interface Place {
  readonly at: Date;
  readonly id: string;
}

function placeOf([at, id]: readonly string[] = []): Place | undefined {
  return at === undefined || id === undefined ? undefined : { at: new Date(at), id };
}

const isInstant = ([at = '']: readonly string[]): boolean => !Number.isNaN(Date.parse(at));

/** What was imported and changed, and how live sources answered. */
export function createFields({
  store: { imports, sourceBudgets, sourceReads },
  access: { operators },
  mostImportBytes,
  clock,
}: AdminServices) {
  return {
    Query: {
      imports: async (_root, { first, after }) => {
        const cursors = cursorsOf('imports');
        const place = placeOf(cursors.after(after, 2, { isPlace: isInstant }));
        const page = await imports.page({ first, after: place });
        return connectionOf(
          page,
          cursors,
          place === undefined,
          ({ finishedAt, id }) => [finishedAt.toISOString(), id],
          (row) => row,
        );
      },
      operatorActions: async (_root, { first, after }) => {
        const cursors = cursorsOf('operatorActions');
        const place = placeOf(cursors.after(after, 2, { isPlace: isInstant }));
        const page = await operators.actions({ first, after: place });
        return connectionOf(
          page,
          cursors,
          place === undefined,
          ({ at, id }) => [at.toISOString(), id],
          (row) => row,
        );
      },
      importKinds: () =>
        IMPORTS.map(({ kind, summary, columns, extensions, takesTicker }) => ({
          name: kind,
          summary,
          extensions: extensions ?? ['csv', 'txt'],
          takesTicker: takesTicker === true,
          columns: Object.entries(columns).map(([field, names]) => ({ field, names })),
        })),
      importMaxBytes: () => mostImportBytes,
      sources: async () => {
        const [budgets, readings] = await Promise.all([sourceBudgets.all(), sourceReads.count()]);
        const nowMs = clock();
        return {
          endpoints: budgets.map(({ endpoint, failures, openUntil, fault, failedAt, answeredAt }) => ({
            name: endpoint,
            answeredAt,
            failureCount: failures,
            fault,
            failedAt,
            pausedUntil: openUntil !== null && openUntil.getTime() > nowMs ? openUntil : null,
          })),
          readings: readings.map(({ kind, state, tickers }) => ({ kind, state, tickerCount: tickers })),
        };
      },
    },
    Import: {
      fileName: ({ subject }) => subject,
      rowCount: ({ rows }) => rows,
      refusedCount: ({ refused }) => refused,
      refusals: ({ refusals }) => refusals ?? [],
    },
  } satisfies Fields;
}
