import { afterAll, beforeAll } from '@jest/globals';
import { createAccess, type Access } from '../../access/service.js';
import { createSignedIdentities, type SignedIdentities } from '../../access/signed-identity.js';
import { createCustomer, type TestCustomer } from '../../access/fixtures/access.js';
import { connectRedis } from '../../access/redis.js';
import { hasRedis, startTestRedis } from '../../access/fixtures/redis.js';
import type { NewAccountOptions } from '../../access/accounts.js';
import type { Store } from '../../store/open-store.js';
import { postgresBinaries, postgresDatabase } from '../../store/fixtures/databases.js';
import { SUBGRAPH_NAMES, type SubgraphName } from '../../subgraphs/sdl.js';
import type { Environment, Program, Programs } from './programs.js';

export const SECRET = 'shared by the gateway and its subgraphs in this test';

/** Whether there are the servers that processes share. */
export const canRunRemoteSubgraphs =
  hasRedis && (process.env['TEST_DATABASE_URL'] !== undefined || postgresBinaries() !== null);

export interface RemoteSubgraph {
  readonly program: Program;
  /** Without a path. */
  readonly url: string;
}

/** The same database served twice: by one process, and by a gateway before five subgraphs that run alone. */
export interface RemoteSystem {
  /** All in one process, without a secret. */
  readonly whole: string;
  /** The gateway before the subgraphs. */
  readonly gateway: string;
  readonly subgraphs: Record<SubgraphName, RemoteSubgraph>;
  readonly environment: Environment;
  readonly store: Store;
  readonly access: Access;
  readonly identities: SignedIdentities;
  customer(options: NewAccountOptions): Promise<TestCustomer>;
  used(customer: TestCustomer): Promise<number>;
  startSubgraph(name: SubgraphName, port?: number): Promise<RemoteSubgraph>;
}

const START_TIMEOUT_MS = 120_000;

/** The system for a whole file; call inside `describe`, use it in tests. Needs PostgreSQL and Redis. */
export function remoteSystem(programs: Programs): () => RemoteSystem {
  const closing: (() => unknown)[] = [];
  let system: RemoteSystem | undefined;
  // Declared before the database, so that what is counted is stored before it goes.
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });
  const openDatabase = postgresDatabase();
  beforeAll(async () => {
    const redis = await startTestRedis();
    closing.push(() => redis.stop());
    const store = await openDatabase();
    const client = await connectRedis(redis.servers, () => undefined);
    closing.push(() => client.disconnect());
    const access: Access = await createAccess({
      store,
      redis: client,
      clock: Date.now,
      onFlushError: (error) => {
        throw error;
      },
    });
    closing.push(() => access.close());
    const environment: Environment = {
      DATABASE_URL: store.poolConfig.connectionString,
      REDIS_URL: redis.url,
      LOG_LEVEL: 'error',
    };
    const whole = await programs.server({ ...environment, SVC_SOURCE: 'simulated' });
    const withSecret = { ...environment, SVC_IDENTITY_SECRET: SECRET };
    const startSubgraph = async (name: SubgraphName, port = 0): Promise<RemoteSubgraph> => {
      const program = programs.start('subgraph', [name, '--port', String(port)], withSecret);
      const [, url = ''] = await program.until(/ready on (\S+)\/graphql\n/);
      return { program, url };
    };
    const started = await Promise.all(SUBGRAPH_NAMES.map(async (name) => [name, await startSubgraph(name)] as const));
    const gateway = await programs.server({
      ...withSecret,
      SVC_SUBGRAPHS: started.map(([name, { url }]) => `${name}=${url}/graphql`).join(','),
    });
    system = {
      whole: whole.url,
      gateway: gateway.url,
      subgraphs: Object.fromEntries(started) as Record<SubgraphName, RemoteSubgraph>,
      environment: withSecret,
      store,
      access,
      identities: createSignedIdentities(SECRET),
      customer: (options) => createCustomer(access, options),
      used: async ({ identity }) => (await access.meter.peek(identity)).used,
      startSubgraph,
    };
  }, START_TIMEOUT_MS);
  return () => {
    if (system === undefined) throw new Error('the processes have not started');
    return system;
  };
}
