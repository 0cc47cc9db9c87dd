import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

const MARK = '/* planned once */ ';

/**
 * Marks a statement for `preparing`: for those that requests repeat and whose planning takes longer than their work. It
 * must return no columns, since a prepared one fails once a migration changes them.
 */
export function plannedOnce(statement: string): string {
  return MARK + statement;
}

/** Lets each connection prepare marked statements at their first use; other statements are unchanged. */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const known = names.get(text) ?? `planned_once_${names.size + 1}`;
    names.set(text, known);
    return known;
  };
  // The driver knows a connection by its client.
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const query = (text: unknown, values: unknown): unknown =>
      typeof text === 'string' && text.startsWith(MARK)
        ? Reflect.apply(client.query, client, [{ name: nameOf(text), text, values }])
        : Reflect.apply(client.query, client, [text, values]);
    return { query, release: () => client.release() } as PostgresPoolClient;
  };
  return {
    async connect() {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? wrap(client);
      wrapped.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}
