import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasRedis, startTestRedis, type TestRedis } from '../../access/fixtures/redis.js';
import { postgresBinaries, postgresDatabase } from '../../store/fixtures/databases.js';
import { subscribe } from '../support/event-stream.js';
import { call, endConnections, read, type Answer } from '../support/http.js';
import { programsForFile, type Environment, type ServerProgram } from '../support/programs.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';

const QUERY = 'subscription { webhookChanged { id status disabledReason consecutiveFailures } }';
const SHAPES = [
  { name: 'one process on the embedded database', servers: 1, isPossible: true },
  {
    name: 'two processes on PostgreSQL and Redis',
    servers: 2,
    isPossible: hasRedis && (process.env['TEST_DATABASE_URL'] !== undefined || postgresBinaries() !== null),
  },
] as const;

for (const { name, servers: count, isPossible } of SHAPES) {
  if (!isPossible) console.log(`skipped: notices of webhook endpoints over ${name}, for want of its server`);
  (isPossible ? describe : describe.skip)(`the owner of an endpoint, with ${name}`, () => {
    const programs = programsForFile();
    const servers: ServerProgram[] = [];
    let receiver: Receiver;
    let environment: Environment = {};
    let redis: TestRedis | undefined;
    afterAll(async () => {
      endConnections();
      await receiver.close();
      await redis?.stop();
    });
    const openDatabase = count === 1 ? undefined : postgresDatabase();
    removeScratchAtEnd();

    beforeAll(async () => {
      receiver = await startReceiver();
      receiver.status = () => 503;
      const databaseUrl = (await openDatabase?.())?.poolConfig.connectionString;
      redis = count === 1 ? undefined : await startTestRedis();
      environment = {
        SVC_DATA_DIR: await scratchDir(),
        DATABASE_URL: databaseUrl,
        REDIS_URL: redis?.url,
        SVC_ALLOW_PRIVATE_TARGETS: '1',
        SVC_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      };
      for (let index = 0; index < count; index += 1) servers.push(await programs.server(environment));
    });

    const ask = (key: string, body: object): Promise<Answer> =>
      call(servers[0]?.url ?? '', '/api/v1/webhooks', { method: 'POST', key, body });
    const test = async (key: string, id: string, times: number): Promise<void> => {
      for (let index = 0; index < times; index += 1) expect((await ask(key, { action: 'test', id })).status).toBe(200);
    };

    it('is notified in any process when its endpoint starts to fail, recovers or is disabled, and of no other account’s', async () => {
      const [owner, other] = [
        await programs.newKey(environment, '--tier', 'pro', '--per-minute', '1000'),
        await programs.newKey(environment, '--tier', 'pro', '--per-minute', '1000'),
      ];
      const listening = servers.at(-1)?.url ?? '';
      const stream = await subscribe(listening, { key: owner.key, query: QUERY });
      const stranger = await subscribe(listening, { key: other.key, query: QUERY });
      const id = String(read(await ask(owner.key, { url: `${receiver.url}/owner` }), 'id'));
      const told = async (index: number): Promise<unknown> =>
        read((await stream.event(index)).data as object, 'data', 'webhookChanged');

      await test(owner.key, id, 3);
      expect(await told(0)).toEqual({ id, status: 'ACTIVE', disabledReason: null, consecutiveFailures: 3 });
      receiver.status = () => 200;
      await test(owner.key, id, 2);
      expect(await told(1)).toEqual({ id, status: 'ACTIVE', disabledReason: null, consecutiveFailures: 0 });
      receiver.status = () => 503;
      await test(owner.key, id, 3);
      await told(2);
      await test(owner.key, id, 17);
      expect(await told(3)).toEqual({
        id,
        status: 'DISABLED',
        disabledReason: expect.stringContaining('after 20 failed deliveries in a row'),
        consecutiveFailures: 20,
      });
      expect([stream.events.length, stranger.events.length]).toEqual([4, 0]);

      const foreign = String(read(await ask(other.key, { url: `${receiver.url}/other` }), 'id'));
      await test(other.key, foreign, 3);
      expect(read((await stranger.event(0)).data as object, 'data', 'webhookChanged', 'id')).toBe(foreign);
      expect(stream.events).toHaveLength(4);
      const { url } = servers[0] ?? { url: '' };
      const stolen = await call(url, '/graphql', {
        method: 'POST',
        key: owner.key,
        body: { query: 'query($id: ID!) { webhook(id: $id) { url } }', variables: { id: foreign } },
      });
      expect([read(stolen, 'data', 'webhook'), read(stolen, 'errors', 0, 'extensions', 'code')]).toEqual([
        null,
        'NOT_FOUND',
      ]);
      for (const each of [stream, stranger]) each.leave();
    }, 300_000);

    it('needs Pro to hear of it', async () => {
      const { key } = await programs.newKey(environment, '--tier', 'starter');
      const [refused] = await (await subscribe(servers[0]?.url ?? '', { key, query: QUERY })).ended;
      expect(read(refused?.data as object, 'errors', 0, 'extensions', 'code')).toBe('TIER_REQUIRED');
    });
  });
}
