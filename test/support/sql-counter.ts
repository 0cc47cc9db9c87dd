import type pg from 'pg';
import { VERSION_POLICIES } from '../../store/repositories.js';

export interface SqlCounter {
  /** The tables that were read since the last time, one entry a statement, sorted. */
  take(): readonly string[];
  stop(): void;
}

/** Tables that requests read; the server's own bookkeeping runs beside any request. */
const TABLES = Object.entries(VERSION_POLICIES).flatMap(([table, policy]) =>
  policy === 'uncached' || table === 'settings' ? [] : [table],
);

/** The first of them in a statement. */
const MARKET = new RegExp(`\\bfrom\\s+"?(${[...TABLES, 'watchlist_entries'].join('|')})\\b`, 'i');

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  return typeof statement === 'object' && statement !== null && 'text' in statement ? String(statement.text) : '';
}

/** Counts the statements that read the market over `pool`. */
export function sqlCounter(pool: pg.Pool): SqlCounter {
  let tables: string[] = [];
  let isCounting = true;
  const watched = new WeakSet<object>();
  const watch = (client: pg.PoolClient): void => {
    if (watched.has(client)) return;
    watched.add(client);
    const query: unknown = Reflect.get(client, 'query');
    if (typeof query !== 'function') throw new TypeError('a client without query');
    Reflect.set(client, 'query', (...given: readonly unknown[]): unknown => {
      const table = MARKET.exec(textOf(given[0]))?.[1];
      if (isCounting && table !== undefined) tables.push(table);
      return Reflect.apply(query, client, given) as unknown;
    });
  };
  pool.on('acquire', watch);
  return {
    take() {
      const taken = tables.sort();
      tables = [];
      return taken;
    },
    stop() {
      isCounting = false;
      pool.off('acquire', watch);
    },
  };
}
