import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { hasOwnRedis, startOwnRedis, type TestRedis } from '../../access/fixtures/redis.js';
import { startScriptedModel } from '../../answers/providers/fixtures/scripted-model.js';
import { postgresBinaries, startPostgres, type PrivateServer } from '../../store/fixtures/databases.js';
import { call, endConnections, read } from '../support/http.js';
import { programsForFile, type Environment, type ServerProgram } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';
import { eventually } from './deliveries.js';

const TIMEOUT_MS = 400_000;
const ASKED_WITHIN_MS = 180_000;
/** The length of a lease, and time for what a machine under load needs. */
const RELEASED_WITHIN_MS = 180_000;
/** What a digest sets aside. */
const DIGEST_TOKENS = 60_000;

const model = await startScriptedModel();
const programs = programsForFile();
removeScratchAtEnd();
afterAll(async () => {
  endConnections();
  await model.close();
});

interface Budget {
  readonly todayUsed: number;
  readonly reserved: number;
}

async function budgetOf({ url }: ServerProgram, key: string): Promise<Budget> {
  const query = '{ usage { aiTokens { todayUsed reserved } } }';
  const answer = await call(url, '/graphql', { method: 'POST', key, body: { query } });
  expect([answer.status, read(answer, 'errors')]).toEqual([200, undefined]);
  return read(answer, 'data', 'usage', 'aiTokens') as Budget;
}

/** Asks, and resolves with the status and the tokens that the answer cost; with null if the connection broke. */
const ask = ({ url }: ServerProgram, key: string, mark: string) =>
  call(url, '/api/v1/ask', {
    method: 'POST',
    key,
    body: { question: `When is the exchange closed? Asked ${mark}` },
  }).then(
    (answer) => [answer.status, read(answer, 'usage', 'total_tokens')] as const,
    () => null,
  );

/** Keeps the model's answers back until told otherwise. */
function holdModel(): () => void {
  let answer = (): void => undefined;
  const after = new Promise<void>((resolve) => (answer = resolve));
  model.play(() => ({ text: 'The exchange is closed on holidays.', after }));
  return answer;
}

const isAsked = (mark: string) => (): boolean => model.requests.some(({ text }) => text.includes(mark));

const environment = async (): Promise<Environment> => ({
  SVC_DATA_DIR: await scratchDir(),
  SVC_SECRET_KEY: randomBytes(32).toString('base64'),
  AI_PROVIDER: 'openai-compatible',
  AI_MODEL: 'scripted-1',
  AI_BASE_URL: model.url,
  SVC_ALLOW_PRIVATE_TARGETS: '1',
});

describe('AI tokens set aside for a question whose server is killed', () => {
  const isPossible = hasOwnRedis && postgresBinaries() !== null;
  if (!isPossible) console.log('skipped: AI tokens of two servers, for want of an installed PostgreSQL and Redis');
  let postgres: PrivateServer | undefined;
  let redis: TestRedis | undefined;
  afterAll(async () => {
    await postgres?.stop();
    await redis?.stop();
  });

  it(
    'are left again soon after the next start, to the token',
    async () => {
      const settings = await environment();
      const server = await programs.server(settings);
      const { key } = await programs.newKey(settings, '--tier', 'institutional');
      const answer = holdModel();
      const asking = ask(server, key, 'alone.');
      await eventually(isAsked('alone.'), ASKED_WITHIN_MS);
      expect(await budgetOf(server, key)).toEqual({ todayUsed: 0, reserved: DIGEST_TOKENS });
      await server.signal('SIGKILL');
      answer();
      expect(await asking).toBeNull();
      const next = await programs.server(settings);
      await eventually(async () => (await budgetOf(next, key)).reserved === 0, RELEASED_WITHIN_MS);
      expect(await budgetOf(next, key)).toEqual({ todayUsed: 0, reserved: 0 });
      const [status, tokens] = (await ask(next, key, 'again.')) ?? [];
      expect([status, await budgetOf(next, key)]).toEqual([200, { todayUsed: tokens, reserved: 0 }]);
      await next.signal('SIGTERM');
    },
    TIMEOUT_MS,
  );

  (isPossible ? it : it.skip)(
    'are left again to other servers, while a question that is being answered keeps its own',
    async () => {
      [postgres, redis] = await Promise.all([startPostgres(), startOwnRedis()]);
      const settings = { ...(await environment()), DATABASE_URL: postgres.url, REDIS_URL: redis.url };
      const [victim, survivor] = [await programs.server(settings), await programs.server(settings)];
      const { key } = await programs.newKey(settings, '--tier', 'institutional');
      const answer = holdModel();
      const [lost, kept] = [ask(victim, key, 'of one that dies.'), ask(survivor, key, 'of one that lives.')];
      await eventually(() => isAsked('of one that dies.')() && isAsked('of one that lives.')(), ASKED_WITHIN_MS);
      expect((await budgetOf(survivor, key)).reserved).toBe(2 * DIGEST_TOKENS);
      await victim.signal('SIGKILL');
      expect(await lost).toBeNull();
      // The question of the survivor was reserved as long ago.
      await eventually(async () => (await budgetOf(survivor, key)).reserved < 2 * DIGEST_TOKENS, RELEASED_WITHIN_MS);
      expect((await budgetOf(survivor, key)).reserved).toBe(DIGEST_TOKENS);
      answer();
      const answered = await kept;
      expect([answered?.[0], await budgetOf(survivor, key)]).toEqual([200, { todayUsed: answered?.[1], reserved: 0 }]);
      await survivor.signal('SIGTERM');
    },
    TIMEOUT_MS,
  );
});
