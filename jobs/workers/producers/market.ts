import { setImmediate as nextTurn } from 'node:timers/promises';
import { lastClosedSession } from '../../../calendar/nyse.js';
import { stalenessAt } from '../../../calendar/staleness.js';
import { StoreError, type StoreErrorCode } from '../../../store/errors.js';
import type { Store } from '../../../store/open-store.js';

/** Group size: bounds memory, and how long one read blocks the event loop. */
const SYMBOLS_AT_ONCE = 5;
const SECURITIES_PER_PAGE = 1_000;

export interface PassOptions {
  readonly isStopping: () => boolean;
  readonly log: PassLog;
}

export interface PassLog {
  error(details: object, message: string): void;
}

const DAMAGED: readonly StoreErrorCode[] = ['bars_corrupt', 'composites_corrupt'];

function isDamaged(error: unknown): boolean {
  return error instanceof StoreError && DAMAGED.includes(error.code);
}

/**
 * Passes the symbols to `visit` in groups, yielding to requests in between. Tickers with damaged data are logged and
 * skipped: `visit` must read a group before it counts any of it. Returns false if it was stopped early.
 */
export async function inGroups(
  symbols: readonly string[],
  visit: (group: readonly string[]) => Promise<void>,
  { isStopping, log }: PassOptions,
): Promise<boolean> {
  for (let from = 0; from < symbols.length; from += SYMBOLS_AT_ONCE) {
    if (isStopping()) return false;
    const group = symbols.slice(from, from + SYMBOLS_AT_ONCE);
    try {
      await visit(group);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      for (const symbol of group) {
        await visit([symbol]).catch((err: unknown) => {
          if (!isDamaged(err)) throw err;
          log.error({ err, ticker: symbol }, 'the stored data of a ticker is damaged; a producer skipped it');
        });
      }
    }
    await nextTurn();
  }
  return true;
}

async function equities(
  { securities }: Pick<Store, 'securities'>,
  isCounted: (equity: { readonly lastDay: number }) => boolean,
): Promise<readonly string[]> {
  const symbols: string[] = [];
  let after: string | undefined;
  do {
    const page = await securities.list({ kind: 'equity', limit: SECURITIES_PER_PAGE, after });
    symbols.push(
      ...page.securities
        .filter(({ lastDay }) => lastDay !== null && isCounted({ lastDay }))
        .map(({ symbol }) => symbol),
    );
    after = page.nextCursor ?? undefined;
  } while (after !== undefined);
  return symbols;
}

/**
 * All securities known to be equities with a bar on an epoch day or later, for measures of each day: a stale one counts
 * on the days on which it had bars, so that the days before do not change when it ends.
 */
export function equitiesSince(store: Pick<Store, 'securities'>, day: number): Promise<readonly string[]> {
  return equities(store, ({ lastDay }) => lastDay >= day);
}

/** All securities known to be equities that are not stale at an instant. */
export async function currentEquities(
  { securities }: Pick<Store, 'securities'>,
  now: Date,
): Promise<readonly string[]> {
  const newest = await securities.lastDay();
  const isStale = stalenessAt(newest === null ? null : Math.min(newest, lastClosedSession(now.getTime())));
  return equities({ securities }, ({ lastDay }) => !isStale(lastDay));
}
