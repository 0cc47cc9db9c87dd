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

/**
 * Turns texts and values of statements into queries, of which marked ones have a name by which a connection prepares
 * them.
 */
export function namingPlans(): (text: string, values: readonly unknown[]) => pg.QueryConfig {
  const names = new Map<string, string>();
  return (text, values) => {
    if (!text.startsWith(MARK)) return { text, values: [...values] };
    const name = names.get(text) ?? `planned_once_${names.size + 1}`;
    names.set(text, name);
    return { name, text, values: [...values] };
  };
}

/** Lets each connection prepare marked statements at their first use; other statements are unchanged. */
export function preparing(pool: pg.Pool): PostgresPool {
  const queryOf = namingPlans();
  // The driver knows a connection by its client.
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const query = (text: unknown, values: unknown): unknown =>
      typeof text === 'string' && text.startsWith(MARK) && Array.isArray(values)
        ? client.query(queryOf(text, values))
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
