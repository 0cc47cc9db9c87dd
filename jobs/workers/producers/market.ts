import { setImmediate as nextTurn } from 'node:timers/promises';
import { StoreError, type StoreErrorCode } from '../../../store/errors.js';
import type { Store } from '../../../store/open-store.js';

/** Bounds the memory of a pass over the market, and how long the event loop is held by what is read at once. */
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
 * Hands the symbols to `visit` some at a time; requests are answered in between. A ticker whose stored data is damaged is
 * said, and left out: `visit` reads a group before it counts any of it. False where it ended early, to stop.
 */
export async function inGroups(symbols: readonly string[], visit: (group: readonly string[]) => Promise<void>, { isStopping, log }: PassOptions): Promise<boolean> {
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
          log.error({ err, ticker: symbol }, 'the stored data of a ticker is damaged; a producer left it out');
        });
      }
    }
    await nextTurn();
  }
  return true;
}

/** Every equity that has a bar on an epoch day or later. */
export async function equitiesSince({ securities }: Pick<Store, 'securities'>, day: number): Promise<readonly string[]> {
  const symbols: string[] = [];
  let after: string | undefined;
  do {
    const page = await securities.list({ kind: 'equity', limit: SECURITIES_PER_PAGE, after });
    symbols.push(...page.securities.filter(({ lastDay: last }) => last !== null && last >= day).map(({ symbol }) => symbol));
    after = page.nextCursor ?? undefined;
  } while (after !== undefined);
  return symbols;
}
