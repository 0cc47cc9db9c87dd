import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createCustomer, createManualClock, openAccess } from '../../access/fixtures/access.js';
import { hasOwnRedis, startOwnRedis } from '../../access/fixtures/redis.js';
import { startScriptedModel, type ScriptedModel } from '../../answers/providers/fixtures/scripted-model.js';
import { AGENT_RUNS } from '../../jobs/queue/agent-rules.js';
import { postgresBinaries, startPostgres } from '../../store/fixtures/databases.js';
import { openStore, type Store } from '../../store/open-store.js';
import { call, endConnections, read } from '../support/http.js';
import { programsForFile, type Environment, type ServerProgram } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';
import { eventually, twice } from './deliveries.js';
import { freeze } from './freeze.js';
import { startHeldReceiver, type HeldReceiver, type Manner } from './held-receiver.js';
import { ROUNDS } from './rounds.js';

const SHAPES = [
  {
    name: 'two servers on one PostgreSQL and Redis',
    servers: 2,
    isPossible: hasOwnRedis && postgresBinaries() !== null,
  },
  { name: 'a server with its own database', servers: 1, isPossible: true },
] as const;
/** More than a process executes at once: one of two servers has some, and with a single server some wait. */
const AGENTS = 6;
const AT_ONCE = 4;
/** Runs that requests wait for, of the server that is killed. */
const AWAITED = 2;
const TIMEOUT_MS = 600_000;
const REACHED_WITHIN_MS = 180_000;
/** Of an answer on loopback, to a process that stands still. */
const ARRIVES_WITHIN_MS = 100;
/** The longest lease, the sweep after it, and the first delay. */
const SETTLED_WITHIN_MS = 120_000;

/** What a digest sets aside. */
const DIGEST_TOKENS = 60_000;
const REASONS = ['The process that executed the run stopped.', 'The client left before the run had ended.'];

const UNKNOWN = 'The outcome is unknown';

/** A wave of runs, as far as a moment is told from it. */
interface Wave {
  /** Questions that the model was asked. */
  readonly asked: () => number;
  readonly receiver: HeldReceiver;
  readonly servers: number;
  /** Runs that have not ended. */
  readonly pending: () => Promise<number>;
}

/** A moment at which a server is killed. Who keeps its answers back holds the moment until it is met. */
interface Moment {
  readonly name: string;
  readonly isModelHeld: boolean;
  readonly receiver: Manner;
  readonly isReached: (wave: Wave) => boolean | Promise<boolean>;
  /** Whether the answers are sent while the server stands still, which is killed before it reads them. */
  readonly isAnswered: boolean;
  /** Whether the wave has runs that end without a result. */
  readonly losesRuns: boolean;
}

/** As many posts as one account may have under way at once, over all servers: the others wait for their outcomes. */
const POSTS = Math.min(AGENTS, AGENT_RUNS.postsOfAccount);

const inProgress = ({ asked, servers }: Wave): boolean => asked() >= Math.min(AGENTS, AT_ONCE * servers) + AWAITED;
const arePosted = async ({ pending }: Wave, posts: number): Promise<boolean> =>
  posts >= POSTS && (await pending()) === 0;
const MOMENTS: readonly Moment[] = [
  {
    name: 'the model is asked',
    isModelHeld: true,
    receiver: 'answers',
    isReached: inProgress,
    isAnswered: false,
    losesRuns: true,
  },
  {
    name: 'the model has answered, and nothing is recorded',
    isModelHeld: true,
    receiver: 'answers',
    isReached: inProgress,
    isAnswered: true,
    losesRuns: true,
  },
  {
    name: 'results are posted, and none is read',
    isModelHeld: false,
    receiver: 'accepts',
    isReached: (wave) => arePosted(wave, wave.receiver.unread()),
    isAnswered: false,
    losesRuns: false,
  },
  {
    name: 'results are read, and none is answered',
    isModelHeld: false,
    receiver: 'reads',
    isReached: (wave) => arePosted(wave, wave.receiver.received.length),
    isAnswered: false,
    losesRuns: false,
  },
  {
    name: 'posts are answered, and nothing is recorded',
    isModelHeld: false,
    receiver: 'reads',
    isReached: (wave) => arePosted(wave, wave.receiver.received.length),
    isAnswered: true,
    losesRuns: false,
  },
];

interface Run {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
  readonly usage: { readonly total_tokens: number };
}

/** What a wave leaves to be checked at the end. */
interface Left {
  readonly moment: Moment;
  readonly key: string;
  readonly receiver: HeldReceiver;
  readonly accepted: readonly string[];
}

const programs = programsForFile();
removeScratchAtEnd();
afterAll(endConnections);

/** Servers of one shape, in which runs are killed. */
class System {
  readonly model: ScriptedModel;
  /** The key of a new account. */
  readonly newKey: () => Promise<string>;
  readonly #environment: Environment;
  readonly #servers: ServerProgram[] = [];

  constructor(environment: Environment, model: ScriptedModel, store: Store | undefined) {
    this.#environment = { ...environment, AI_BASE_URL: model.url };
    this.model = model;
    this.newKey = async () => {
      if (store === undefined) return (await programs.newKey(environment, '--tier', 'institutional')).key;
      const access = await openAccess(store, createManualClock(Date.now()));
      const { secret } = await createCustomer(access, { tier: 'institutional' });
      await access.close();
      return secret;
    };
  }

  async start(count: number): Promise<void> {
    while (this.#servers.length < count) this.#servers.push(await programs.server(this.#environment));
  }

  get count(): number {
    return this.#servers.length;
  }

  url(index: number): string {
    return this.#servers[index % this.#servers.length]?.url ?? '';
  }

  /** Stops a server where it is, calls `meanwhile`, and kills it. */
  async kill(index: number, meanwhile: () => Promise<void>): Promise<void> {
    const server = this.#servers[index];
    if (server === undefined) throw new Error(`There is no server ${index}.`);
    await freeze(server.pid);
    await meanwhile();
    expect((await server.signal('SIGKILL')).signal).toBe('SIGKILL');
    endConnections();
  }

  async restart(index: number): Promise<void> {
    this.#servers[index] = await programs.server(this.#environment);
  }

  async stop(): Promise<void> {
    const ends = await Promise.all(this.#servers.map((server) => server.signal('SIGTERM')));
    endConnections();
    expect(ends.map(({ code, signal }) => [code, signal])).toEqual(ends.map(() => [0, null]));
  }
}

/** Runs agents and kills a server at the moment. */
async function wave(moment: Moment, number: number, system: System): Promise<Left> {
  const receiver = await startHeldReceiver(moment.receiver);
  const key = await system.newKey();
  const { model } = system;
  const mark = `of wave ${number}.`;
  let answer = (): void => undefined;
  const after = moment.isModelHeld ? new Promise<void>((resolve) => (answer = resolve)) : undefined;
  model.play(({ text }) => ({
    text: 'The exchange is closed on holidays.',
    ...(text.includes(mark) && after !== undefined ? { after } : {}),
  }));
  const asked = (): number => model.requests.filter(({ text }) => text.includes(mark)).length;
  const victim = number % system.count;
  const post = (index: number, path: string, body: object) =>
    call(system.url(index), `/api/v1${path}`, { method: 'POST', key, body });

  const ids: string[] = [];
  for (let index = 0; index < AGENTS + (moment.isModelHeld ? AWAITED : 0); index += 1) {
    const created = await post(index, '/agents', {
      name: `Agent ${index}`,
      mode: 'digest',
      task_prompt: `When is the exchange closed? A question ${mark}`,
      cadence: 'weekly',
      webhook_url: `${receiver.url}/${index}`,
    });
    expect([created.status, read(created, 'message')]).toEqual([201, undefined]);
    ids.push(String(read(created, 'id')));
  }
  const accepted: string[] = [];
  for (const [index, id] of ids.slice(0, AGENTS).entries()) {
    const started = await post(index, '/agents/run', { id, async: true });
    expect(started.status).toBe(202);
    accepted.push(String(read(started, 'run_id')));
  }
  // Whoever waits loses the connection, and not the run's end.
  const waiting = ids.slice(AGENTS).map((id) =>
    post(victim, '/agents/run', { id }).then(
      ({ status }) => status,
      () => null,
    ),
  );
  const pending = async (): Promise<number> =>
    (await runsOf(key, system)).filter(({ status }) => status === 'pending').length;
  const reached = { asked, receiver, servers: system.count, pending };
  await eventually(() => moment.isReached(reached), REACHED_WITHIN_MS);
  expect(await moment.isReached(reached)).toBe(true);
  await system.kill(victim, async () => {
    if (!moment.isAnswered) return;
    answer();
    await receiver.release();
    await sleep(ARRIVES_WITHIN_MS);
  });
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => null));
  answer();
  await receiver.release();
  await system.restart(victim);
  return { moment, key, receiver, accepted };
}

async function runsOf(key: string, system: System): Promise<readonly Run[]> {
  return read(await call(system.url(0), '/api/v1/runs?limit=100', { key }), 'runs') as readonly Run[];
}

const posted = ({ receiver }: Left): readonly string[] =>
  receiver.received.filter(({ isAnswered }) => isAnswered).map(({ headers }) => String(headers['x-svc-run']));

/** Posts whose process was killed before it had an answer. */
async function lostPosts(key: string, system: System): Promise<number> {
  const query = '{ agentRuns(first: 100) { nodes { deliveries { status error } } } }';
  const answer = await call(system.url(0), '/graphql', { method: 'POST', key, body: { query } });
  const runs = read(answer, 'data', 'agentRuns', 'nodes') as readonly {
    readonly deliveries: readonly { readonly error: string | null }[];
  }[];
  return runs.flatMap(({ deliveries }) => deliveries).filter(({ error }) => error?.startsWith(UNKNOWN) === true).length;
}

/** Checks a wave after everything of it has had time to end; resolves with the posts that the kill has cut. */
async function check(left: Left, system: System): Promise<number> {
  const { moment, key, receiver, accepted } = left;
  await eventually(
    async () => (await runsOf(key, system)).every(({ status }) => status !== 'pending'),
    SETTLED_WITHIN_MS,
  );
  const runs = await runsOf(key, system);
  const withResult = runs.filter(({ status }) => status === 'fired').map(({ id }) => id);
  const failed = runs.filter(({ status }) => status === 'error');
  // Every run that was accepted has ended, with a result or a reason.
  expect(accepted.filter((id) => !runs.some((run) => run.id === id))).toEqual([]);
  expect(withResult.length + failed.length).toBe(AGENTS + (moment.isModelHeld ? AWAITED : 0));
  expect(failed.filter(({ error }) => !REASONS.includes(error ?? ''))).toEqual([]);
  expect([failed.length > 0, withResult.length > 0]).toEqual([moment.losesRuns, true]);
  // Every result is posted, and no delivery id twice; what has no result is not posted.
  const unposted = (): readonly string[] => withResult.filter((id) => !posted(left).includes(id));
  await eventually(() => unposted().length === 0, SETTLED_WITHIN_MS);
  expect([unposted(), twice(receiver.received)]).toEqual([[], []]);
  expect(posted(left).filter((id) => !withResult.includes(id))).toEqual([]);
  // Tokens counted are those of the runs; only what requests that were killed set aside may be left to expire.
  const query = '{ usage { aiTokens { todayUsed reserved } } }';
  const answer = await call(system.url(0), '/graphql', { method: 'POST', key, body: { query } });
  const tokens = read(answer, 'data', 'usage', 'aiTokens') as { readonly todayUsed: number; readonly reserved: number };
  expect(tokens.todayUsed).toBe(runs.reduce((sum, { usage }) => sum + usage.total_tokens, 0));
  expect(tokens.reserved).toBeLessThanOrEqual(moment.isModelHeld ? AWAITED * DIGEST_TOKENS : 0);
  return lostPosts(key, system);
}

for (const { name, servers, isPossible } of SHAPES) {
  if (!isPossible) console.log(`skipped: runs of agents of ${name}, for want of an installed PostgreSQL and Redis`);
  (isPossible ? describe : describe.skip)(
    `runs of agents of ${name}, of which one is killed when ${MOMENTS.map((moment) => moment.name).join('; ')}`,
    () => {
      const ends: (() => Promise<unknown>)[] = [];
      afterAll(async () => {
        for (const end of ends.reverse()) await end();
      });

      it(
        'end, are posted if they have a result, under ids that are sent once, and give back their tokens',
        async () => {
          const model = await startScriptedModel();
          ends.push(() => model.close());
          const dataDir = await scratchDir();
          const [postgres, redis] = servers > 1 ? [await startPostgres(), await startOwnRedis()] : [];
          ends.push(
            async () => postgres?.stop(),
            async () => redis?.stop(),
          );
          const store = postgres === undefined ? undefined : await openStore({ dataDir, databaseUrl: postgres.url });
          ends.push(async () => store?.close());
          const environment = {
            DATABASE_URL: postgres?.url,
            REDIS_URL: redis?.url,
            SVC_DATA_DIR: dataDir,
            SVC_SECRET_KEY: randomBytes(32).toString('base64'),
            SVC_ALLOW_PRIVATE_TARGETS: '1',
            AI_PROVIDER: 'openai-compatible',
            AI_MODEL: 'scripted-1',
          };
          const system = new System(environment, model, store);
          await system.start(servers);
          const waves: Left[] = [];
          for (let round = 0; round < ROUNDS; round += 1) {
            for (const moment of MOMENTS) {
              const left = await wave(moment, waves.length, system);
              ends.push(() => left.receiver.close());
              waves.push(left);
            }
          }
          let lost = 0;
          for (const left of waves) lost += await check(left, system);
          expect(lost).toBeGreaterThan(0);
          await system.stop();
        },
        TIMEOUT_MS,
      );
    },
  );
}
