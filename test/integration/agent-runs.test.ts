import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Tier } from '../../access/tiers.js';
import { startAgents } from '../../bin/agents.js';
import { verifyWebhookBody } from '../../client/verify-webhook.js';
import type { AgentWorker } from '../../jobs/workers/agents/worker.js';
import { eventually } from '../chaos/deliveries.js';
import { startHeldReceiver } from '../chaos/held-receiver.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile, type TestKey } from '../support/in-process.js';
import { startReceiver, type Received } from '../support/receiver.js';

const receiver = await startReceiver();
afterAll(() => receiver.close());
const server = await serverForFile({
  SVC_ALLOW_PRIVATE_TARGETS: '1',
  SVC_NOTIFY_URL: `${receiver.url}/notify`,
  SVC_NOTIFY_TOKEN: 'operators-token',
});
const { runtime, services, clock } = server;
const { store } = runtime;
const MANY = { perMinute: 100_000 };
const FRIDAY = Date.parse('2026-01-02T22:30:00Z');
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
/** Nothing is swept by time: tests say when. */
const NEVER = { sweepEveryMs: 3_600_000 };

/** Workers of this test, which end with it. */
let workers: AgentWorker[] = [];
const startWorker = async (): Promise<AgentWorker> => {
  const worker = await startAgents(runtime, services, NEVER);
  workers.push(worker);
  return worker;
};

beforeEach(() => {
  clock.nowMs = FRIDAY;
  receiver.status = () => 200;
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  workers = [];
});

const newKey = (tier: Tier = 'pro'): Promise<TestKey> => server.newKey(tier, MANY);
const post = (key: TestKey, path: string, body: object): Promise<Answer> =>
  server.call(`/api/v1${path}`, { method: 'POST', key: key.key, body });
const get = (key: TestKey, path: string): Promise<Answer> => server.call(`/api/v1${path}`, { key: key.key });
const bodyOf = (answer: Answer): Record<string, unknown> => JSON.parse(answer.text) as Record<string, unknown>;
const outcome = (answer: Answer): readonly unknown[] => [answer.status, read(answer, 'error'), read(answer, 'param')];
const patch = (key: TestKey, body: object): Promise<Answer> =>
  server.call('/api/v1/agents', { method: 'PATCH', key: key.key, body });

/** Holds whatever the prices are. */
const ALWAYS = { mode: 'alert', task_prompt: 'AAPL price > 0' };
const NEVER_HOLDS = { mode: 'alert', task_prompt: 'AAPL price < 0' };

async function createAgent(key: TestKey, changes: object = {}): Promise<string> {
  const created = await post(key, '/agents', { name: 'An agent', ...ALWAYS, ...changes });
  expect([created.status, read(created, 'error')]).toEqual([201, undefined]);
  return String(read(created, 'id'));
}

const runsOf = async (key: TestKey, agentId = ''): Promise<readonly Record<string, unknown>[]> =>
  read(await get(key, `/runs${agentId === '' ? '' : `?agent_id=${agentId}`}`), 'runs') as readonly Record<
    string,
    unknown
  >[];
const postsOf = (path: string): readonly Received[] => receiver.received.filter((each) => each.path === path);

/** The run once it has ended. */
async function ended(key: TestKey, id: string): Promise<Record<string, unknown>> {
  for (let tries = 0; tries < 500; tries += 1) {
    const run = bodyOf(await get(key, `/runs/${id}`));
    if (run['status'] !== 'pending') return run;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`the run ${id} has not ended`);
}

describe('a run that is waited for', () => {
  it('of a draft answers with the result, costs one unit, stores the run and no agent', async () => {
    const key = await newKey();
    const signal = await get(key, '/signal?ticker=AAPL');
    const [price, as_of] = [Number(read(signal, 'price', 'current')), read(signal, 'timestamp')];
    const answer = await post(key, '/agents/run', {
      agent: { mode: 'alert', task_prompt: `price >= ${price} and gap > -50%`, tickers: ['aapl'] },
    });
    expect([answer.status, answer.headers['x-data-source']]).toEqual([200, 'simulated']);
    expect(bodyOf(answer)).toEqual({
      ok: true,
      fired: true,
      run_id: expect.stringMatching(/^run_[\w-]{16}$/),
      result: {
        headline: `The condition holds for AAPL: price >= ${price} and gap > -50%.`,
        detail: expect.stringContaining(`AAPL price >= ${price}: AAPL price ${price} USD; true.`),
        confidence: 1,
        sources: [{ title: 'Signal of AAPL', ref: '/api/v1/signal?ticker=AAPL', as_of }],
        as_of,
      },
      models: ['alert-condition'],
      tool_calls: [{ tool: 'condition_values', arguments: '{"tickers":["AAPL"]}', is_ok: true }],
      grounding: { number_count: 2, grounded_count: 2, removed_count: 0 },
      usage: { total_tokens: 0, cost_usd: 0 },
    });
    expect(await server.used(key)).toBe(2);
    expect(read(await get(key, '/agents'), 'count')).toBe(0);
    const [run] = await runsOf(key);
    expect(run).toMatchObject({
      id: read(answer, 'run_id'),
      agent_id: null,
      mode: 'alert',
      trigger: 'api',
      status: 'fired',
      fired: true,
      result: read(answer, 'result'),
    });
  });

  it('of an alert that does not hold is clear', async () => {
    const key = await newKey();
    const answer = await post(key, '/agents/run', { agent: NEVER_HOLDS });
    expect(bodyOf(answer)).toMatchObject({
      ok: true,
      fired: false,
      result: { headline: 'The condition does not hold: AAPL price < 0.' },
    });
    expect((await runsOf(key))[0]).toMatchObject({
      status: 'clear',
      fired: false,
      summary: 'The condition does not hold: AAPL price < 0.',
    });
  });

  it('of an alert without the values that it needs does not fire, and says so', async () => {
    const key = await newKey();
    const answer = await post(key, '/agents/run', {
      agent: { mode: 'alert', task_prompt: 'not SPY options flow > 50' },
    });
    expect(bodyOf(answer)).toMatchObject({
      fired: false,
      result: {
        headline: 'The condition is not known to hold, because values are missing: not SPY options_flow_score > 50.',
        detail: 'SPY options_flow_score > 50: SPY options_flow_score unknown; unknown.',
        confidence: 0,
      },
    });
  });

  it('reads of the ticker that the condition names once, if the agent has none', async () => {
    const key = await newKey();
    const asked = await get(key, '/signal?ticker=MSFT');
    const [price, score] = [Number(read(asked, 'price', 'current')), Number(read(asked, 'composite_score'))];
    const answer = await post(key, '/agents/run', {
      agent: { mode: 'alert', task_prompt: `MSFT price = ${price} and composite_score = ${score}` },
    });
    expect(bodyOf(answer)).toMatchObject({
      fired: true,
      result: {
        headline: `The condition holds: MSFT price = ${price} and MSFT composite_score = ${score}.`,
        detail: expect.stringContaining(`MSFT composite_score = ${score}: MSFT composite_score ${score}; true.`),
      },
      tool_calls: [{ arguments: '{"tickers":["MSFT"]}' }],
    });
  });

  it('compares with the session before, whose values are those of the graph', async () => {
    const key = await newKey('institutional');
    const { data } = bodyOf(
      await server.graphql(
        key.key,
        '{ security(ticker: "AAPL") { bars(last: 2) { close volume } signalHistory(last: 3) { date compositeScore label } quote { session } } }',
      ),
    ) as {
      data: {
        security: {
          bars: { close: number; volume: number }[];
          signalHistory: { date: string; compositeScore: number; label: string }[];
          quote: { session: string };
        };
      };
    };
    const [before, now] = data.security.bars;
    if (before === undefined || now === undefined) throw new Error('too few bars');
    const moved = Math.abs(100 * (now.close / before.close - 1));
    const middle = (before.close + now.close) / 2;
    const crosses = now.close > before.close ? 'above' : 'below';
    const firedOf = async (task: string): Promise<unknown> =>
      read(await post(key, '/agents/run', { agent: { mode: 'alert', task_prompt: task } }), 'fired');
    expect(
      await Promise.all([
        firedOf(`AAPL price crosses ${crosses} ${middle}`),
        firedOf(`AAPL price crosses ${crosses === 'above' ? 'below' : 'above'} ${middle}`),
        firedOf(`AAPL price crosses ${middle}`),
        firedOf(`AAPL price changes by ${moved * 0.99}%`),
        firedOf(`AAPL price changes by ${moved * 1.01}%`),
        firedOf('AAPL price <= AAPL high_52w and AAPL price >= low_52w of AAPL'),
      ]),
    ).toEqual([true, false, true, true, false, true]);
  });

  it('of a saved agent is in its history, and moves its last run', async () => {
    const key = await newKey();
    const id = await createAgent(key);
    clock.nowMs += MINUTE_MS;
    const answer = await post(key, '/agents/run', { id });
    expect([answer.status, read(answer, 'fired')]).toEqual([200, true]);
    expect(read(await get(key, '/agents'), 'agents', 0, 'last_run_at')).toBe('2026-01-02T22:31:00.000Z');
    const run = bodyOf(await get(key, `/runs/${String(read(answer, 'run_id'))}`));
    expect(run).toEqual({
      id: read(answer, 'run_id'),
      agent_id: id,
      mode: 'alert',
      trigger: 'api',
      status: 'fired',
      fired: true,
      started_at: '2026-01-02T22:31:00.000Z',
      finished_at: '2026-01-02T22:31:00.000Z',
      summary: 'The condition holds: AAPL price > 0.',
      result: read(answer, 'result'),
      models: ['alert-condition'],
      tool_calls: read(answer, 'tool_calls'),
      grounding: read(answer, 'grounding'),
      usage: { total_tokens: 0, cost_usd: 0 },
      error: null,
      deliveries: [],
    });
    expect(await runsOf(key, id)).toHaveLength(1);
    expect(await runsOf(key, 'agt_none')).toEqual([]);
  });

  it('of an agent that is not enabled runs all the same', async () => {
    const key = await newKey();
    expect((await post(key, '/agents/run', { id: await createAgent(key, { enabled: false }) })).status).toBe(200);
  });

  it.each<[string, object, readonly unknown[]]>([
    ['nothing', {}, [400, 'missing_parameter', 'id']],
    ['both', { id: 'agt_x', agent: ALWAYS }, [400, 'invalid_parameter', 'agent']],
    ['an id that is none', { id: 'agt_x' }, [404, 'not_found', 'id']],
    ['a draft without a task', { agent: { mode: 'digest' } }, [400, 'invalid_parameter', 'agent.task_prompt']],
    [
      'a draft with a wrong condition',
      { agent: { mode: 'alert', task_prompt: 'AAPL rssi < 3' } },
      [400, 'invalid_parameter', 'agent.task_prompt'],
    ],
    [
      'a draft with an unknown ticker',
      { agent: { task_prompt: 'What is new?', tickers: ['ZZZZ'] } },
      [404, 'ticker_not_found', 'agent.tickers[0]'],
    ],
    [
      'a draft of Institutional',
      { agent: { mode: 'committee', task_prompt: 'Is it a buy?' } },
      [403, 'entitlement_required', undefined],
    ],
    ['a draft that is no object', { agent: 'AAPL' }, [400, 'invalid_parameter', 'agent']],
    ['an asynchronous draft', { async: true, agent: ALWAYS }, [400, 'invalid_parameter', 'async']],
    ['async as text', { async: 'yes', agent: ALWAYS }, [400, 'invalid_parameter', 'async']],
    ['async without an id', { async: true }, [400, 'missing_parameter', 'id']],
    ['async of an id that is none', { async: true, id: 'agt_x' }, [404, 'not_found', 'id']],
  ])('with %s is refused', async (_what, body, refusal) => {
    const key = await newKey();
    const [status, error, param] = outcome(await post(key, '/agents/run', body));
    expect([status, error === 'missing_parameter' && param !== 'id' ? 'invalid_parameter' : error, param]).toEqual(
      refusal,
    );
    expect(await runsOf(key)).toEqual([]);
  });

  it('is refused while another run of the agent is going, and of another account it is not found', async () => {
    const [key, other] = [await newKey(), await newKey()];
    const id = await createAgent(key);
    const started = await post(key, '/agents/run', { id, async: true });
    expect(started.status).toBe(202);
    expect(outcome(await post(key, '/agents/run', { id }))).toEqual([409, 'run_in_progress', undefined]);
    expect(outcome(await post(key, '/agents/run', { id, async: true }))).toEqual([409, 'run_in_progress', undefined]);
    expect(outcome(await post(other, '/agents/run', { id }))).toEqual([404, 'not_found', 'id']);
    expect(outcome(await get(other, `/runs/${String(read(started, 'run_id'))}`))).toEqual([404, 'not_found', 'id']);
    expect(await runsOf(other)).toEqual([]);
    expect(await runsOf(other, id)).toEqual([]);
  });
});

describe('a run that is not waited for', () => {
  it('is accepted with the place to poll, and has its result there', async () => {
    const key = await newKey();
    const id = await createAgent(key, { tickers: ['AAPL', 'MSFT'], task_prompt: 'price > 0' });
    const accepted = await post(key, '/agents/run', { id, async: true });
    const runId = String(read(accepted, 'run_id'));
    expect([accepted.status, bodyOf(accepted)]).toEqual([202, { run_id: runId, poll_url: `/api/v1/runs/${runId}` }]);
    const pending = await server.call(String(read(accepted, 'poll_url')), { key: key.key });
    expect(bodyOf(pending)).toMatchObject({
      status: 'pending',
      fired: null,
      finished_at: null,
      summary: null,
      result: null,
      trigger: 'api_async',
      error: null,
    });
    const unchanged = await server.call(String(read(accepted, 'poll_url')), {
      key: key.key,
      headers: { 'If-None-Match': String(pending.headers.etag) },
    });
    expect(unchanged.status).toBe(304);
    await startWorker();
    expect(await ended(key, runId)).toMatchObject({
      status: 'fired',
      fired: true,
      trigger: 'api_async',
      result: { headline: 'The condition holds for AAPL, MSFT: price > 0.' },
    });
    expect((await post(key, '/agents/run', { id })).status).toBe(200);
  });

  it('is told to a worker at once', async () => {
    await startWorker();
    const key = await newKey();
    const id = await createAgent(key);
    expect(await ended(key, String(read(await post(key, '/agents/run', { id, async: true }), 'run_id')))).toMatchObject(
      { status: 'fired' },
    );
  });

  it('of an agent that is disabled or was deleted meanwhile is skipped, with the reason', async () => {
    const key = await newKey();
    const [disabled, deleted] = [await createAgent(key), await createAgent(key)];
    const ids = await Promise.all(
      [disabled, deleted].map(async (id) =>
        String(read(await post(key, '/agents/run', { id, async: true }), 'run_id')),
      ),
    );
    await patch(key, { id: disabled, enabled: false });
    await server.call(`/api/v1/agents?id=${deleted}`, { method: 'DELETE', key: key.key });
    await startWorker();
    const runs = await Promise.all(ids.map((id) => ended(key, id)));
    expect(
      runs.map(({ status, fired, summary, result, error }) => ({ status, fired, summary, result, error })),
    ).toEqual([
      { status: 'skipped', fired: null, summary: 'Skipped: the agent is not enabled.', result: null, error: null },
      { status: 'skipped', fired: null, summary: 'Skipped: the agent was deleted.', result: null, error: null },
    ]);
  });

  it('that nobody executes within its 300 seconds is an error once it is looked at, and the agent can run again', async () => {
    const key = await newKey();
    const id = await createAgent(key);
    const runId = String(read(await post(key, '/agents/run', { id, async: true }), 'run_id'));
    clock.nowMs += 299_999;
    expect(bodyOf(await get(key, `/runs/${runId}`))).toMatchObject({ status: 'pending' });
    clock.nowMs += 1;
    expect(bodyOf(await get(key, `/runs/${runId}`))).toMatchObject({
      status: 'error',
      fired: null,
      finished_at: '2026-01-02T22:35:00.000Z',
      error: 'The run did not end within 300 seconds.',
      summary: null,
      result: null,
    });
    expect((await post(key, '/agents/run', { id })).status).toBe(200);
  });

  it('whose process died is an error once its lease is over, in the list too', async () => {
    const key = await newKey();
    const id = await createAgent(key);
    const runId = String(read(await post(key, '/agents/run', { id, async: true }), 'run_id'));
    expect(await store.agentRuns.claimQueued(new Date(clock.nowMs), new Date(clock.nowMs + 30_000))).toMatchObject({
      id: runId,
    });
    const worker = await startWorker();
    clock.nowMs += 29_999;
    await worker.sweep();
    expect(bodyOf(await get(key, `/runs/${runId}`))).toMatchObject({ status: 'pending' });
    clock.nowMs += 1;
    await worker.sweep();
    expect((await runsOf(key))[0]).toMatchObject({
      status: 'error',
      error: 'The process that executed the run stopped.',
    });
  });
});

describe('tokens', () => {
  const spendAll = async (key: TestKey): Promise<void> => {
    const identity = await runtime.access.authenticator.authenticate({ kind: 'key', secret: key.key });
    await (await runtime.access.tokens.reserve(identity, { least: 250_000, most: 250_000 })).settle(250_000);
  };

  const QUESTION = { mode: 'digest', task_prompt: 'Is AAPL a buy?' };

  it('are not needed for a stored condition: an alert runs at the cap, started or scheduled', async () => {
    const key = await newKey();
    clock.nowMs = Date.parse('2026-01-05T12:00:00Z');
    const id = await createAgent(key, { cadence: 'premarket' });
    await spendAll(key);
    for (const body of [{ id }, { agent: ALWAYS }]) expect((await post(key, '/agents/run', body)).status).toBe(200);
    clock.nowMs = Date.parse('2026-01-05T13:30:00Z');
    const worker = await startWorker();
    await worker.sweep();
    await worker.close();
    const ofSchedule = (await runsOf(key, id)).filter(({ trigger }) => trigger === 'schedule');
    expect(ofSchedule.map(({ status }) => status)).toEqual(['fired']);
  });

  it('of a key at its cap refuse a start with 429, and skip a schedule', async () => {
    const key = await newKey();
    clock.nowMs = Date.parse('2026-01-05T12:00:00Z');
    const id = await createAgent(key, { cadence: 'premarket', ...QUESTION });
    await spendAll(key);
    for (const body of [{ id }, { id, async: true }, { agent: QUESTION }]) {
      const answer = await post(key, '/agents/run', body);
      expect([...outcome(answer), read(answer, 'reset_in_s')]).toEqual([
        429,
        'daily_token_cap_reached',
        undefined,
        12 * 3_600,
      ]);
    }
    clock.nowMs = Date.parse('2026-01-05T13:30:00Z');
    await (await startWorker()).sweep();
    const [run] = await runsOf(key, id);
    expect(run).toMatchObject({
      status: 'skipped',
      trigger: 'schedule',
      summary: "Skipped: This key's daily AI token limit is used up; it resets at midnight UTC.",
    });
  });

  it("of a revoked key count under the tier's cap", async () => {
    const { accountId } = await newKey();
    const { secret, key } = await runtime.access.keys.create(accountId, { dailyTokenCap: 10_000 });
    const small: TestKey = { key: secret, keyId: key.id, accountId };
    clock.nowMs = Date.parse('2026-01-05T12:00:00Z');
    const id = await createAgent(small, { cadence: 'premarket', ...QUESTION });
    const identity = await runtime.access.authenticator.authenticate({ kind: 'key', secret });
    await (await runtime.access.tokens.reserve(identity, { least: 10_000, most: 10_000 })).settle(10_000);
    await runtime.access.keys.revoke(accountId, key.id);
    clock.nowMs = Date.parse('2026-01-05T13:30:00Z');
    const worker = await startWorker();
    await worker.sweep();
    await worker.close();
    const run = await store.db.selectFrom('agent_runs').selectAll().where('agentId', '=', id).executeTakeFirstOrThrow();
    expect(run).toMatchObject({ status: 'fired', spender: key.id, tokenAllowance: 2_000_000 });
  });
});

describe('a schedule', () => {
  const CLOSE = Date.parse('2026-01-05T21:15:00Z');

  it('runs each slot once, however many workers there are, and keeps the summary alone', async () => {
    const key = await newKey();
    const id = await createAgent(key, { cadence: 'close' });
    clock.nowMs = CLOSE - 1;
    const both = [await startWorker(), await startWorker()];
    const sweep = () => Promise.all(both.map((worker) => worker.sweep()));
    await sweep();
    expect(await runsOf(key, id)).toEqual([]);
    clock.nowMs = CLOSE;
    await sweep();
    await sweep();
    await Promise.all(both.map((worker) => worker.close()));
    const runs = await runsOf(key, id);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({
      trigger: 'schedule',
      status: 'fired',
      fired: true,
      summary: 'The condition holds: AAPL price > 0.',
      result: null,
      models: [],
      tool_calls: [],
      grounding: null,
      started_at: '2026-01-05T21:15:00.000Z',
    });
    expect(read(await get(key, '/agents'), 'agents', 0)).toMatchObject({
      last_run_at: '2026-01-05T21:15:00.000Z',
      next_run_at: '2026-01-06T21:15:00.000Z',
    });
    expect(await server.used(key)).toBeGreaterThan(0);
  });

  it('costs no requests', async () => {
    const key = await newKey();
    await createAgent(key, { cadence: 'close' });
    const before = await server.used(key);
    clock.nowMs = CLOSE;
    const worker = await startWorker();
    await worker.sweep();
    await worker.close();
    expect(await server.used(key)).toBe(before);
    expect(await runsOf(key)).toHaveLength(1);
  });

  it('after days without a worker runs the latest slot alone, or none that is too old', async () => {
    const [key, late] = [await newKey(), await newKey()];
    await createAgent(key, { cadence: 'close' });
    await createAgent(late, { cadence: 'premarket' });
    clock.nowMs = CLOSE + 3 * DAY_MS + HOUR_MS;
    const worker = await startWorker();
    await worker.sweep();
    await worker.close();
    expect(await runsOf(key)).toHaveLength(1);
    expect(await runsOf(late)).toEqual([]);
    expect(read(await get(late, '/agents'), 'agents', 0, 'next_run_at')).toBe('2026-01-09T13:30:00.000Z');
  });

  it('of once runs once', async () => {
    const key = await newKey();
    await createAgent(key, { cadence: 'once' });
    for (let day = 0; day < 4; day += 1) {
      clock.nowMs = CLOSE + day * DAY_MS;
      const worker = await startWorker();
      await worker.sweep();
      await worker.close();
    }
    expect(await runsOf(key)).toHaveLength(1);
    expect(read(await get(key, '/agents'), 'agents', 0, 'next_run_at')).toBe(null);
  });

  it('of an agent that is being run is skipped', async () => {
    const key = await newKey();
    const id = await createAgent(key, { cadence: 'close' });
    clock.nowMs = CLOSE - 1_000;
    await post(key, '/agents/run', { id, async: true });
    await store.agentRuns.claimQueued(new Date(clock.nowMs), new Date(clock.nowMs + 30_000));
    clock.nowMs = CLOSE;
    const worker = await startWorker();
    await worker.sweep();
    const runs = await runsOf(key, id);
    expect(runs.map(({ status, summary }) => [status, summary])).toEqual([
      ['skipped', 'Skipped: another run of the agent was in progress.'],
      ['pending', null],
    ]);
  });

  it('after a downgrade runs the oldest agents that the tier allows, and skips the others with the reason', async () => {
    const key = await newKey('institutional');
    const ids: string[] = [];
    for (let index = 0; index < 12; index += 1)
      ids.push(
        await createAgent(key, {
          cadence: index === 0 ? 'intraday' : 'close',
          ...(index === 1 ? { mode: 'committee', task_prompt: 'Is Apple a buy?', tickers: ['AAPL'] } : {}),
        }),
      );
    await runtime.access.accounts.setTier(key.accountId, 'pro');
    expect(outcome(await post(key, '/agents/run', { id: ids[11] }))).toEqual([403, 'agents_cap', undefined]);
    expect(outcome(await post(key, '/agents/run', { id: ids[1], async: true }))).toEqual([
      403,
      'entitlement_required',
      undefined,
    ]);
    expect((await post(key, '/agents/run', { id: ids[0] })).status).toBe(200);
    clock.nowMs = CLOSE - 15 * MINUTE_MS - HOUR_MS;
    const worker = await startWorker();
    await worker.sweep();
    clock.nowMs = CLOSE;
    await worker.sweep();
    await worker.close();
    const byAgent = new Map(
      (
        await store.db
          .selectFrom('agent_runs')
          .selectAll()
          .where('accountId', '=', key.accountId)
          .where('trigger', '=', 'schedule')
          .execute()
      ).map((run) => [run.agentId, run]),
    );
    expect(ids.map((id) => [byAgent.get(id)?.status, byAgent.get(id)?.summary])).toEqual([
      ['skipped', 'Skipped: intraday needs the institutional tier; the account is pro.'],
      ['skipped', 'Skipped: committee needs the institutional tier; the account is pro.'],
      ...Array.from({ length: 8 }, () => ['fired', 'The condition holds: AAPL price > 0.']),
      ...Array.from({ length: 2 }, () => [
        'skipped',
        'Skipped: The pro tier runs 10 agents, the oldest; delete one, or upgrade.',
      ]),
    ]);
    await runtime.access.accounts.setTier(key.accountId, 'starter');
    clock.nowMs = CLOSE + DAY_MS;
    const again = await startWorker();
    await again.sweep();
    await again.close();
    const last = await store.db
      .selectFrom('agent_runs')
      .selectAll()
      .where('agentId', '=', ids[5] ?? '')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect([last.status, last.summary]).toEqual([
      'skipped',
      'Skipped: agents need the pro tier; the account is starter.',
    ]);
  });
});

describe('a result', () => {
  const withHook = async (
    key: TestKey,
    path: string,
    changes: object = {},
  ): Promise<{ readonly id: string; readonly secret: string }> => {
    const created = await post(key, '/agents', {
      name: 'Posted',
      ...ALWAYS,
      webhook_url: `${receiver.url}${path}`,
      ...changes,
    });
    return { id: String(read(created, 'id')), secret: String(read(created, 'webhook_secret')) };
  };
  const sweepAndClose = async (): Promise<void> => {
    const worker = await startWorker();
    await worker.sweep();
    await worker.close();
  };

  it("of each run is posted to the agent's URL, signed, under an id of its own, and its outcome is recorded", async () => {
    const key = await newKey();
    const { id, secret } = await withHook(key, '/each');
    const answer = await post(key, '/agents/run', { id });
    await sweepAndClose();
    const [delivery] = postsOf('/each');
    if (delivery === undefined) throw new Error('nothing was posted');
    const runId = String(read(answer, 'run_id'));
    expect(delivery.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-svc-run': runId,
      'x-svc-agent': id,
      'x-svc-delivery': expect.stringMatching(/^dlv_/),
      'x-svc-signature': expect.stringMatching(/^v1=[0-9a-f]{64}$/),
    });
    expect(delivery.headers['x-svc-event']).toBeUndefined();
    const body = await verifyWebhookBody(delivery.body, delivery.headers, secret, { nowMs: clock.nowMs });
    expect(body).toMatchObject({
      ...bodyOf(answer),
      agent_id: id,
      agent_name: 'Posted',
      mode: 'alert',
      trigger: 'api',
      status: 'fired',
      api_version: 'v1',
    });
    await expect(
      verifyWebhookBody(`${delivery.body} `, delivery.headers, secret, { nowMs: clock.nowMs }),
    ).rejects.toThrow('signature');
    expect(read(await get(key, `/runs/${runId}`), 'deliveries')).toEqual([
      {
        id: delivery.deliveryId,
        kind: 'webhook',
        attempt: 1,
        at: '2026-01-02T22:30:00.000Z',
        status: 'succeeded',
        http_status: 200,
        duration_ms: 0,
      },
    ]);
    // Of a run through the API nobody is notified.
    expect(postsOf('/notify').filter(({ body: text }) => text.includes(runId))).toEqual([]);
  });

  it.each([
    ['digest', 'How did AAPL close, and what of GLORBLE?'],
    ['research', 'Is AAPL a buy?'],
  ])('of a %s is posted as the request was answered, digit by digit', async (mode, task_prompt) => {
    const key = await newKey();
    const { id } = await withHook(key, `/same-${mode}`, { mode, task_prompt });
    const answer = await post(key, '/agents/run', { id });
    await sweepAndClose();
    const [delivery] = postsOf(`/same-${mode}`);
    const posted = JSON.parse(delivery?.body ?? '') as Record<string, unknown>;
    const {
      agent_id: _agent,
      agent_name: _name,
      mode: _mode,
      trigger: _trigger,
      status: _status,
      started_at: _start,
      finished_at: _end,
      api_version: _version,
      ...result
    } = posted;
    /** A stored object does not keep the order of its keys. */
    const calls = (body: Record<string, unknown>): unknown =>
      (body['tool_calls'] as readonly Record<string, unknown>[]).map((call) => ({
        ...call,
        arguments: JSON.parse(String(call['arguments'])) as unknown,
      }));
    expect(calls(result)).toEqual(calls(bodyOf(answer)));
    expect(calls(result)).not.toEqual([]);
    expect({ ...result, tool_calls: null }).toEqual({ ...bodyOf(answer), tool_calls: null });
  });

  it('that is not taken is posted again under new ids, four times in all', async () => {
    const key = await newKey();
    const { id } = await withHook(key, '/failing');
    receiver.status = () => 503;
    const runId = String(read(await post(key, '/agents/run', { id }), 'run_id'));
    const worker = await startWorker();
    for (const waitMs of [0, 5_000, MINUTE_MS, 5 * MINUTE_MS, DAY_MS]) {
      clock.nowMs += waitMs;
      await worker.sweep();
    }
    const posts = postsOf('/failing');
    expect([
      posts.length,
      new Set(posts.map(({ deliveryId }) => deliveryId)).size,
      new Set(posts.map(({ body }) => body)).size,
    ]).toEqual([4, 4, 1]);
    const deliveries = read(await get(key, `/runs/${runId}`), 'deliveries') as readonly Record<string, unknown>[];
    expect(deliveries.map(({ attempt, status, http_status: code, error }) => [attempt, status, code, error])).toEqual(
      [1, 2, 3, 4].map((attempt) => [attempt, 'failed', 503, 'The receiver answered with status 503.']),
    );
  });

  it('of one account is posted while the receivers of another keep theirs waiting, four at most', async () => {
    const slow = await startHeldReceiver('reads');
    const [holding, other] = [await newKey(), await newKey()];
    for (let index = 0; index < 6; index += 1) {
      const { id } = await withHook(holding, '', { webhook_url: `${slow.url}/${index}` });
      await post(holding, '/agents/run', { id });
    }
    const { id } = await withHook(other, '/beside-slow');
    await post(other, '/agents/run', { id });
    const worker = await startWorker();
    const swept = worker.sweep();
    await eventually(() => postsOf('/beside-slow').length === 1 && slow.received.length === 4, 20_000);
    expect([postsOf('/beside-slow').length, slow.received.length]).toEqual([1, 4]);
    await slow.release();
    await swept;
    expect(new Set(slow.received.map(({ path }) => path)).size).toBe(6);
    await worker.close();
    await slow.close();
  });

  it('whose post was lost with its process is recorded as unknown and posted under another id', async () => {
    const key = await newKey();
    const { id } = await withHook(key, '/lost');
    const runId = String(read(await post(key, '/agents/run', { id }), 'run_id'));
    const [lost] = await store.agentDeliveries.claim({
      at: new Date(clock.nowMs),
      leaseUntil: new Date(clock.nowMs + 20_000),
      most: 16,
      mostOfAccount: 4,
    });
    expect(lost?.runId).toBe(runId);
    const worker = await startWorker();
    clock.nowMs += 20_000;
    await worker.sweep();
    clock.nowMs += 5_000;
    await worker.sweep();
    const deliveries = read(await get(key, `/runs/${runId}`), 'deliveries') as readonly Record<string, unknown>[];
    expect(deliveries.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    expect(postsOf('/lost').map(({ deliveryId }) => deliveryId)).toEqual([deliveries[1]?.['id']]);
  });

  it('is not posted once the URL is gone', async () => {
    const key = await newKey();
    const { id } = await withHook(key, '/gone');
    const runId = String(read(await post(key, '/agents/run', { id }), 'run_id'));
    await patch(key, { id, webhook_url: '' });
    await sweepAndClose();
    expect(postsOf('/gone')).toEqual([]);
    expect(read(await get(key, `/runs/${runId}`), 'deliveries')).toMatchObject([
      { status: 'failed', error: 'There is no URL to post to any more.' },
    ]);
  });

  it("of a schedule that fired is posted, and notified to the operator's service with its token", async () => {
    const key = await newKey();
    const fired = await withHook(key, '/scheduled', { cadence: 'close', name: 'Fires' });
    const clear = await withHook(key, '/scheduled', { cadence: 'close', name: 'Clear', ...NEVER_HOLDS });
    clock.nowMs = Date.parse('2026-01-05T21:15:00Z');
    const worker = await startWorker();
    await worker.sweep();
    await worker.close();
    await sweepAndClose();
    const posted = postsOf('/scheduled').map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(new Map(posted.map((body) => [body['agent_id'], [body['status'], body['fired'], body['trigger']]]))).toEqual(
      new Map([
        [fired.id, ['fired', true, 'schedule']],
        [clear.id, ['clear', false, 'schedule']],
      ]),
    );
    expect(posted[0]?.['result']).toMatchObject({
      headline: expect.any(String),
      sources: [{ ref: '/api/v1/signal?ticker=AAPL' }],
    });
    const notified = postsOf('/notify').filter(({ body }) => body.includes(key.accountId));
    expect(
      notified.map(({ headers, body }) => [
        headers.authorization,
        headers['x-svc-signature'],
        JSON.parse(body) as unknown,
      ]),
    ).toEqual([
      [
        'Bearer operators-token',
        undefined,
        {
          account_id: key.accountId,
          agent_id: fired.id,
          agent_name: 'Fires',
          run_id: expect.stringMatching(/^run_/),
          mode: 'alert',
          headline: 'The condition holds: AAPL price > 0.',
          detail: expect.any(String),
          as_of: posted[0]?.['result'] === undefined ? null : (posted[0]['result'] as { readonly as_of: string }).as_of,
          finished_at: '2026-01-05T21:15:00.000Z',
        },
      ],
    ]);
  });

  it('of a schedule that fired is mailed to the owner once by an active line, signed and under the hourly cap, whatever the attempts', async () => {
    const key = await newKey();
    const { accountId } = key;
    await services.lines.setUp(accountId, 'Ada');
    await store.lines.activate(accountId, new Date(clock.nowMs));
    const email = `${accountId.toLowerCase().replace(/[^a-z]/g, '')}@example.com`;
    await store.signIns.put({
      accountId,
      email,
      emailKey: email,
      passwordHash: 'none',
      createdAt: new Date(clock.nowMs),
      changedAt: new Date(clock.nowMs),
    });
    const agentId = await createAgent(key, { cadence: 'close', name: 'Fires' });
    await createAgent(key, { cadence: 'close', name: 'Clear', ...NEVER_HOLDS });
    clock.nowMs = Date.parse('2026-01-05T21:15:00Z');
    const worker = await startWorker();
    await worker.sweep();
    await worker.close();
    // As if the process had ended before it recorded that the mail is stored.
    const [{ id: runId } = { id: '' }] = (await runsOf(key, agentId)) as readonly { readonly id: string }[];
    await store.db
      .updateTable('agent_deliveries')
      .set({ status: 'sending', leaseUntil: new Date(0) })
      .where('runId', '=', runId)
      .where('kind', '=', 'mail')
      .execute();
    for (const waitMs of [0, 5_000]) {
      clock.nowMs += waitMs;
      await sweepAndClose();
    }
    const sent = await store.lineMessages.list({ accountId, folder: 'sent', first: 10 });
    expect(
      sent.map(({ recipients, subject, isCounted, delivery }) => [recipients, subject, isCounted, delivery]),
    ).toEqual([[[email], 'Fires: The condition holds: AAPL price > 0.', true, 'waiting']]);
    expect(sent[0]?.body).toMatch(
      /^The condition holds: AAPL price > 0\.[^]*Sources: Signal of AAPL, as of [^]*\n-- \n/,
    );
    const deliveries = read(await get(key, `/runs/${runId}`), 'deliveries') as readonly Record<string, unknown>[];
    expect(deliveries.filter(({ kind }) => kind === 'mail').map(({ status }) => status)).toEqual([
      'failed',
      'succeeded',
    ]);
  });

  it('of a draft is posted nowhere', async () => {
    const key = await newKey();
    await post(key, '/agents/run', { agent: { ...ALWAYS, webhook_url: `${receiver.url}/draft` } });
    await sweepAndClose();
    expect(postsOf('/draft')).toEqual([]);
  });
});

describe('the history', () => {
  it('is read in pages, newest first', async () => {
    const key = await newKey();
    const ids: unknown[] = [];
    for (let index = 0; index < 5; index += 1)
      ids.unshift(read(await post(key, '/agents/run', { agent: ALWAYS }), 'run_id'));
    const seen: unknown[] = [];
    let cursor = '';
    for (let page = 0; page < 3; page += 1) {
      const answer = bodyOf(await get(key, `/runs?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)) as {
        count: number;
        total: number;
        runs: { id: string }[];
        next_cursor: string | null;
      };
      seen.push(...answer.runs.map(({ id }) => id));
      expect([answer.total, answer.next_cursor === null]).toEqual([5, page === 2]);
      cursor = answer.next_cursor ?? '';
    }
    expect(seen).toEqual(ids);
    expect(outcome(await get(key, '/runs?limit=101'))).toEqual([400, 'invalid_parameter', 'limit']);
    expect(outcome(await get(key, '/runs?cursor=nonsense'))).toEqual([400, 'invalid_parameter', 'cursor']);
  });

  it('is a connection in GraphQL, with the agents, and each run a node', async () => {
    const key = await newKey();
    const id = await createAgent(key);
    const runId = String(read(await post(key, '/agents/run', { id }), 'run_id'));
    const answer = bodyOf(
      await server.graphql(
        key.key,
        `query($id: ID!, $run: ID!) {
      agentRuns(first: 1, filter: { agentId: $id }) { totalCount nodes { id agent { name } status trigger isFired } pageInfo { hasNextPage } }
      node(id: $run) { id ... on AgentRun { status deliveries { kind } } }
    }`,
        { id, run: runId },
      ),
    );
    expect(answer['errors']).toBeUndefined();
    expect(answer['data']).toEqual({
      agentRuns: {
        totalCount: 1,
        nodes: [{ id: runId, agent: { name: 'An agent' }, status: 'FIRED', trigger: 'API', isFired: true }],
        pageInfo: { hasNextPage: false },
      },
      node: { id: runId, status: 'FIRED', deliveries: [] },
    });
  });

  it('has mutations with the run and the viewer', async () => {
    const key = await newKey();
    const id = await createAgent(key);
    const run = bodyOf(
      await server.graphql(
        key.key,
        'mutation($id: ID!) { runAgent(input: { id: $id }) { run { status result { headline } } viewer { id } } }',
        { id },
      ),
    );
    expect(run).toMatchObject({
      data: {
        runAgent: {
          run: { status: 'FIRED', result: { headline: 'The condition holds: AAPL price > 0.' } },
          viewer: { id: key.accountId },
        },
      },
    });
    const started = bodyOf(
      await server.graphql(
        key.key,
        'mutation($id: ID!) { startAgentRun(input: { id: $id }) { run { status trigger agent { id } } viewer { tier } } }',
        { id },
      ),
    );
    expect(started).toMatchObject({
      data: {
        startAgentRun: { run: { status: 'PENDING', trigger: 'API_ASYNC', agent: { id } }, viewer: { tier: 'PRO' } },
      },
    });
  });
});
