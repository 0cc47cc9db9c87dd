import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { startScriptedModel } from '../../answers/providers/fixtures/scripted-model.js';
import { postgresBinaries, startPostgres, type PrivateServer } from '../../store/fixtures/databases.js';
import { call, endConnections, read, type Answer } from '../support/http.js';
import { programsForFile, type Environment, type ServerProgram } from '../support/programs.js';
import { startReceiver } from '../support/receiver.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';
import { eventually, twice } from './deliveries.js';

const SHAPES = [
  { name: 'of two servers on one PostgreSQL', servers: 2, isPossible: postgresBinaries() !== null },
  { name: 'of a server with its own database', servers: 1, isPossible: true },
] as const;
const [AGENTS, ROUNDS] = [8, 4];
/** How long the model thinks at most: runs are killed before, while and after it does. */
const THINKS_MS = 600;
const TIMEOUT_MS = 300_000;
/** The longest lease, the sweep after it, and the first delay. */
const SETTLED_WITHIN_MS = 120_000;

/** What a digest sets aside. */
const DIGEST_TOKENS = 60_000;
const REASONS = ['The process that executed the run stopped.', 'The client left before the run had ended.'];

interface Run {
  readonly id: string;
  readonly status: string;
  readonly summary: string | null;
  readonly error: string | null;
  readonly usage: { readonly total_tokens: number };
}

const model = await startScriptedModel();
const receiver = await startReceiver();
const programs = programsForFile();
removeScratchAtEnd();
afterAll(async () => {
  endConnections();
  await Promise.all([model.close(), receiver.close()]);
});

for (const { name, servers, isPossible } of SHAPES) {
  if (!isPossible) console.log(`skipped: runs of agents ${name}, for want of an installed PostgreSQL`);
  (isPossible ? describe : describe.skip)(`runs of agents ${name} that are killed at any moment`, () => {
    let postgres: PrivateServer | undefined;
    afterAll(() => postgres?.stop());

    it('end, are posted if they have a result, under ids that are sent once, and give back their tokens', async () => {
      postgres = servers > 1 ? await startPostgres() : undefined;
      const environment: Environment = {
        DATABASE_URL: postgres?.url, SVC_DATA_DIR: await scratchDir(), SVC_SECRET_KEY: randomBytes(32).toString('base64'),
        SVC_ALLOW_PRIVATE_TARGETS: '1', AI_PROVIDER: 'openai-compatible', AI_MODEL: 'scripted-1', AI_BASE_URL: model.url,
      };
      model.play(() => ({ text: 'The exchange is closed on holidays.', afterMs: Math.random() * THINKS_MS }));
      const running: ServerProgram[] = [];
      for (let index = 0; index < servers; index += 1) running.push(await programs.server(environment));
      const { key } = await programs.newKey(environment, '--tier', 'institutional');
      const at = (index: number): string => running[index % servers]?.url ?? '';
      const post = (index: number, path: string, body: object): Promise<Answer> => call(at(index), `/api/v1${path}`, { method: 'POST', key, body });
      const prefix = `/${name.replaceAll(' ', '-')}/`;

      const agents: string[] = [];
      for (let index = 0; index < AGENTS; index += 1) {
        const created = await post(index, '/agents', {
          name: `Agent ${index}`, mode: 'digest', task_prompt: 'When is the exchange closed?', cadence: 'weekly', webhook_url: `${receiver.url}${prefix}${index}`,
        });
        expect([created.status, read(created, 'message')]).toEqual([201, undefined]);
        agents.push(String(read(created, 'id')));
      }

      const accepted = new Set<string>();
      const answered = new Set<string>();
      const waiting: Promise<void>[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [index, id] of agents.entries()) {
          const isAwaited = index % 4 === 3;
          const asked = post(index + round, '/agents/run', isAwaited ? { id } : { id, async: true }).then(
            (answer) => {
              if (answer.status === 202) accepted.add(String(read(answer, 'run_id')));
              else if (answer.status === 200) answered.add(String(read(answer, 'run_id')));
              else expect([409, 503]).toContain(answer.status);
            },
            // The server that was asked has been killed.
            () => undefined,
          );
          if (isAwaited) waiting.push(asked);
          else await asked;
        }
        await new Promise((resolve) => setTimeout(resolve, Math.random() * THINKS_MS * 1.5));
        const victim = round % servers;
        expect((await running[victim]?.signal('SIGKILL'))?.signal).toBe('SIGKILL');
        endConnections();
        running[victim] = await programs.server(environment);
      }
      await Promise.all(waiting);
      expect(accepted.size).toBeGreaterThan(AGENTS);

      const runs = async (): Promise<readonly Run[]> => read(await call(at(0), '/api/v1/runs?limit=100', { key }), 'runs') as readonly Run[];
      await eventually(async () => (await runs()).every(({ status }) => status !== 'pending'), SETTLED_WITHIN_MS);
      const ended = await runs();
      const statusOf = new Map(ended.map(({ id, status }) => [id, status]));
      expect([...statusOf.values()].filter((status) => !['fired', 'error', 'skipped'].includes(status))).toEqual([]);
      // Nothing that was acknowledged is lost.
      expect([...accepted, ...answered].filter((id) => !statusOf.has(id))).toEqual([]);
      expect([...answered].filter((id) => statusOf.get(id) !== 'fired')).toEqual([]);
      const reasons = new Set(ended.flatMap(({ error }) => error ?? []));
      expect([...reasons].filter((reason) => !REASONS.includes(reason))).toEqual([]);
      expect(ended.filter(({ status }) => status === 'fired').length).toBeGreaterThan(0);

      const taken = () => receiver.received.filter(({ path, isAnswered }) => isAnswered && path.startsWith(prefix)).map(({ headers }) => String(headers['x-svc-run']));
      const unposted = () => ended.filter(({ id, status }) => status === 'fired' && !taken().includes(id)).map(({ id }) => id);
      await eventually(() => unposted().length === 0, SETTLED_WITHIN_MS);
      expect([unposted(), twice(receiver.received)]).toEqual([[], []]);
      expect(taken().filter((id) => statusOf.get(id) !== 'fired')).toEqual([]);

      const tokens = read(await call(at(0), '/graphql', { method: 'POST', key, body: { query: '{ usage { aiTokens { todayUsed reserved } } }' } }), 'data', 'usage', 'aiTokens') as { readonly todayUsed: number; readonly reserved: number };
      const spent = ended.reduce((sum, { usage }) => sum + usage.total_tokens, 0);
      expect(tokens.todayUsed).toBe(spent);
      // Those of requests that were killed before their run was stored are left to expire: at most the awaited ones and one more per kill.
      expect(tokens.reserved).toBeLessThanOrEqual(ROUNDS * (AGENTS / 4 + 1) * DIGEST_TOKENS);
      const ends = await Promise.all(running.map((program) => program.signal('SIGTERM')));
      endConnections();
      expect(ends.map(({ code, signal }) => [code, signal])).toEqual(ends.map(() => [0, null]));
    }, TIMEOUT_MS);
  });
}
