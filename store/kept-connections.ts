import pg from 'pg';

const WITHIN_MS = 5_000;

/**
 * Whether two clients keep the server's connections that they have: not so behind a pooler that gives each transaction
 * another one, such as `pool_mode = transaction` of PgBouncer. Also true if that cannot be found out.
 */
export async function keepsConnections(config: pg.ClientConfig): Promise<boolean> {
  const open = (): pg.Client => new pg.Client({ ...config, query_timeout: WITHIN_MS }).on('error', () => undefined);
  const [one, other] = [open(), open()];
  const connectionOf = async (client: pg.Client): Promise<unknown> => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return rows[0]?.pid;
  };
  try {
    await Promise.all([one.connect(), other.connect()]);
    const before = await connectionOf(one);
    // Takes the connection that the first one has just used, if it can be taken.
    await other.query('begin');
    await connectionOf(other);
    return before === (await connectionOf(one));
  } catch {
    return true;
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => undefined)));
  }
}

/** A sentence for a setting that leads to such a pooler. */
export function pooledByTransaction(address: string, setting: string): string {
  return (
    `${setting} (${address}) leads to a pooler that gives each transaction another connection, which loses ` +
    'notifications and locks: let it keep a connection per client (pool_mode = session of PgBouncer), or name PostgreSQL itself.'
  );
}
