import pg from 'pg';
import { connectionError, describeDatabaseUrl, messageOf, StoreError } from './errors.js';
import { keepsConnections, pooledByTransaction } from './kept-connections.js';
import { namingPlans } from './planned-once.js';
import { ReplicaPosition } from './replica-position.js';
import { openReplicaConnections } from './replica-connections.js';
import { faultOf, isUnrelated, PRIMARY, STANDBY, type PrimarySample, type ReplicaSample } from './replica-samples.js';

export interface ReplicaOptions {
  /** URL of a streaming standby of the store's PostgreSQL. */
  readonly url: string;
  /** How far it may lag behind before nothing is read from it. */
  readonly maxLagMs: number;
}

/** How the replica does. */
export interface ReplicaStatus {
  /** Whether it serves reads. */
  readonly isUsed: boolean;
  /** How long ago the primary was where the replica is; null while that is not known. */
  readonly lagSeconds: number | null;
  /** Reads by where they ended: at the replica, at the primary since it lacked the data, or there after a failure. */
  readonly reads: Readonly<Record<'replica' | 'primary' | 'failed', number>>;
}

export interface Replica {
  status(): ReplicaStatus;
  /** Rows of these tables have changed at the primary: read there until the replica has replayed the change. */
  changed(tables: readonly string[]): void;
  /** Changes may go unnoticed from now on, until `heard`. */
  deaf(): void;
  /** Changes are noticed again; any may have been missed. */
  heard(): void;
  /** The result of a statement on these tables; undefined if it must be sent to the primary. */
  read(tables: readonly string[], text: string, values: readonly unknown[]): Promise<pg.QueryResult> | undefined;
  close(): Promise<void>;
}

const CONNECT_MS = 1_000;
const STATEMENT_MS = 5_000;
/** Until a statement that the standby should have ended is given up. */
const ANSWER_MS = STATEMENT_MS + 1_000;
const PROBE_MS = 1_000;
/** Then the address is followed anew: it may lead to another standby. */
const PROBE_LIFETIME_S = 5;
/** A busy primary is asked patiently: without its position nothing is read at the standby. */
const PRIMARY_PROBE_MS = 5_000;
/** Pauses between looks at both servers: short after a change, then longer. */
const FIRST_PAUSE_MS = 20;
const LAST_PAUSE_MS = 1_000;
/** After a failure it is left alone for a while. */
const REST_MS = 5_000;

const secondsOf = (ms: number | null): number | null => (ms === null ? null : ms / 1000);

/** Errors of a statement that say nothing about the server: conflicts with recovery, and what only a primary does. */
const OF_STATEMENT = /^(?!57P|08|53)[0-9A-Z]{5}$/;

/** What waiting does not mend. */
const WRONG: readonly string[] = ['replica_unrelated', 'database_pooled', 'database_password', 'database_missing'];

/** What the pool says of a read that found all its connections busy for too long. */
const BUSY = 'timeout exceeded when trying to connect';

const codeIn = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/**
 * Reads from a streaming standby what it has replayed for certain. A change at the primary is known by its
 * notification, which arrives after the commit: from then on the tables are read at the primary until the standby is
 * past the position that the primary has by then. So a read there finds what a read at the primary would have found
 * when the versions that were noted before it were current. Throws StoreError if `url` is no standby of the primary;
 * one that is away is used once it is back.
 */
export async function openReplica(
  { url, maxLagMs }: ReplicaOptions,
  primary: pg.Pool,
  tables: readonly string[],
  { log, max, now = () => performance.now() }: { log: (message: string) => void; max: number; now?: () => number },
): Promise<Replica> {
  const address = describeDatabaseUrl(url, 'DATABASE_REPLICA_URL');
  const config = { connectionString: url, connectionTimeoutMillis: CONNECT_MS, keepAlive: true };
  const probes = new pg.Pool({ ...config, max: 1, query_timeout: PROBE_MS, maxLifetimeSeconds: PROBE_LIFETIME_S });
  // Requests may take all connections of the other pool.
  const primaryProbes = new pg.Pool({
    ...primary.options,
    max: 1,
    connectionTimeoutMillis: PRIMARY_PROBE_MS,
    query_timeout: PRIMARY_PROBE_MS,
  });
  primaryProbes.on('error', () => undefined);
  const ownTables = new Set(tables);
  const position = new ReplicaPosition(tables, now);
  const reads = { replica: 0, primary: 0, failed: 0 };
  const queryOf = namingPlans();
  const underway = new Set<(reason: Error) => void>();
  let reason: string | null = 'it has not been asked yet';
  let startedAt: string | undefined;
  let restsUntil = 0;
  let isClosed = false;
  let pause = FIRST_PAUSE_MS;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isLooking = false;

  const turn = (next: string | null): void => {
    if ((next === null) !== (reason === null)) {
      log(
        next === null
          ? `store: the read replica at ${address} is used`
          : `store: the read replica at ${address} is not used (${next}); its reads go to the primary`,
      );
    }
    reason = next;
    if (next !== null) for (const giveUp of underway) giveUp(new Error(next));
  };
  /** A standby that is started again may have forgotten what it had replayed: it has to prove it again. */
  const lost = (why: string): void => {
    position.changed(tables);
    restsUntil = now() + REST_MS;
    turn(why);
  };
  probes.on('connect', (client) => client.on('error', ({ message }) => lost(message)));
  probes.on('error', ({ message }) => lost(message));
  const connections = openReplicaConnections(
    { ...config, max, query_timeout: ANSWER_MS },
    { statementMs: STATEMENT_MS, lost },
  );
  const look = async (): Promise<void> => {
    const primaryIs = position.asking();
    const [here, there] = await Promise.allSettled([
      primaryProbes.query<PrimarySample>(PRIMARY),
      probes.query<ReplicaSample>(STANDBY),
    ]);
    if (isClosed) return;
    const [primarySample] = here.status === 'fulfilled' ? here.value.rows : [];
    const [replicaSample] = there.status === 'fulfilled' ? there.value.rows : [];
    if (primarySample !== undefined) primaryIs(primarySample.end);
    // Through a pooler, a restart breaks no idle connection.
    if (replicaSample !== undefined && replicaSample.startedAt !== startedAt) position.changed(tables);
    startedAt = replicaSample?.startedAt ?? startedAt;
    const fault = there.status === 'rejected' ? messageOf(there.reason) : faultOf(primarySample, replicaSample);
    if (fault === null && replicaSample?.end) position.replayed(replicaSample.end);
    position.measure();
    if (there.status === 'rejected') return lost(messageOf(there.reason));
    if (fault !== null) return turn(fault);
    if ((position.lagMs ?? Infinity) > maxLagMs) return turn(`it lags by more than ${String(maxLagMs)} ms`);
    if (now() >= restsUntil) turn(null);
  };
  const lookIn = (ms: number): void => {
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(() => {
      isLooking = true;
      looking = look().finally(() => {
        isLooking = false;
        pause = position.isBehind ? Math.min(pause * 2, LAST_PAUSE_MS) : LAST_PAUSE_MS;
        lookIn(pause);
      });
    }, ms).unref();
  };
  const lookSoon = (): void => {
    if (pause === FIRST_PAUSE_MS) return;
    pause = FIRST_PAUSE_MS;
    // A look that is under way is followed by another one.
    if (!isLooking) lookIn(pause);
  };
  const close = async (): Promise<void> => {
    isClosed = true;
    clearTimeout(timer);
    for (const giveUp of underway) giveUp(new Error('the store is closed'));
    await looking;
    await Promise.all([connections.end(), probes.end(), primaryProbes.end()]);
  };

  try {
    const [
      {
        rows: [here],
      },
      {
        rows: [there],
      },
    ] = await Promise.all([primaryProbes.query<PrimarySample>(PRIMARY), probes.query<ReplicaSample>(STANDBY)]);
    if (here !== undefined && there !== undefined && isUnrelated(here, there)) {
      throw new StoreError(
        'replica_unrelated',
        `DATABASE_REPLICA_URL (${address}) is no streaming standby of the ` +
          'database in DATABASE_URL: correct it, or leave it out.',
      );
    }
    if (!(await keepsConnections(config))) {
      throw new StoreError('database_pooled', pooledByTransaction(address, 'DATABASE_REPLICA_URL'));
    }
  } catch (error) {
    const failure = connectionError(address, error, 'DATABASE_REPLICA_URL');
    if (WRONG.includes(failure.code)) {
      await close();
      throw failure;
    }
    log(`store: the read replica at ${address} is away (${messageOf(error)}); its reads go to the primary meanwhile`);
  }
  lookIn(0);

  const readThere = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    let giveUp = (_reason: Error): void => undefined;
    const givenUp = new Promise<never>((_resolve, reject) => {
      giveUp = reject;
    });
    underway.add(giveUp);
    try {
      const result = await Promise.race([connections.query(startedAt, queryOf(text, values)), givenUp]);
      reads.replica += 1;
      return result;
    } catch (error) {
      reads.failed += 1;
      const isOfServer = !OF_STATEMENT.test(codeIn(error)) && messageOf(error) !== BUSY;
      if (isOfServer && reason === null) lost(messageOf(error));
      throw error;
    } finally {
      underway.delete(giveUp);
    }
  };
  return {
    status: () => ({
      isUsed: reason === null && !position.isDeaf,
      lagSeconds: secondsOf(position.lagMs),
      reads: { ...reads },
    }),
    changed(changedTables) {
      const own = changedTables.filter((table) => ownTables.has(table));
      if (own.length === 0) return;
      position.changed(own);
      lookSoon();
    },
    deaf: () => position.deaf(),
    heard() {
      position.heard();
      lookSoon();
    },
    read(readTables, text, values) {
      // A queue there is no quicker than the primary.
      const isFree = connections.waitingCount < max;
      if (reason === null && isFree && position.has(readTables)) return readThere(text, values);
      reads.primary += 1;
      return undefined;
    },
    close,
  };
}
