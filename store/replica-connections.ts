import pg from 'pg';
import { STARTED, type ReplicaSample } from './replica-samples.js';

/** Connections to a standby, each of which knows the server that it leads to. */
export interface ReplicaConnections {
  /** Statements that wait for a connection. */
  readonly waitingCount: number;
  /** The result of a statement at the server that was started at this time; rejects if no connection leads there. */
  query(startedAt: string | undefined, query: pg.QueryConfig): Promise<pg.QueryResult>;
  end(): Promise<void>;
}

/** Why a statement was not sent: a connection that was opened for it leads elsewhere. */
export class OtherServerError extends Error {
  constructor() {
    super('a connection leads to another server, or to one started again');
  }
}

/**
 * An address of several standbys leads to one after the other, and what one has replayed says nothing of another: a
 * statement goes through a connection to the server that it names, and connections to others are closed.
 */
export function openReplicaConnections(
  config: pg.PoolConfig & { readonly max: number },
  { statementMs, lost }: { statementMs: number; lost: (why: string) => void },
): ReplicaConnections {
  const servers = new WeakMap<pg.PoolClient, string>();
  const kept = new WeakSet<pg.PoolClient>();
  const noteServer = async (client: pg.PoolClient): Promise<void> => {
    // Ends what nobody waits for any more. Poolers refuse it as a parameter of the start.
    await client.query(`set statement_timeout = ${String(statementMs)}`);
    const {
      rows: [server],
    } = await client.query<Pick<ReplicaSample, 'startedAt'>>(STARTED);
    if (server !== undefined) servers.set(client, server.startedAt);
  };
  const verify = (client: pg.PoolClient, done: (error?: Error) => void): void => {
    noteServer(client).then(() => done(), done);
  };
  const pool = new pg.Pool({ ...config, verify });
  pool.on('connect', (client) => client.on('error', ({ message }) => lost(message)));
  pool.on('error', ({ message }) => lost(message));

  /** A connection to this server. Kept ones may lead elsewhere; one that is opened now leads where all new ones do. */
  const connectTo = async (startedAt: string | undefined): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await pool.connect();
      const isNew = !kept.has(client);
      kept.add(client);
      if (servers.get(client) === startedAt) return client;
      client.release(true);
      if (isNew) throw new OtherServerError();
    }
  };
  return {
    get waitingCount() {
      return pool.waitingCount;
    },
    async query(startedAt, query) {
      const client = await connectTo(startedAt);
      try {
        const result = await client.query(query);
        client.release();
        return result;
      } catch (error) {
        // Other errors end the connection.
        client.release(!(error instanceof pg.DatabaseError && error.severity === 'ERROR'));
        throw error;
      }
    },
    end: () => pool.end(),
  };
}
