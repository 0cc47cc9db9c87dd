import { beforeEach, describe, expect, it } from '@jest/globals';
import { TIER_LIMITS, type Tier } from '../../access/tiers.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile, type TestKey } from '../support/in-process.js';

const server = await serverForFile();
const MANY = { perMinute: 100_000 };
const PATH = '/api/v1/agents';
const MONDAY = Date.parse('2026-01-05T12:00:00Z');

beforeEach(() => {
  server.clock.nowMs = MONDAY;
});

const send = (method: string, { key }: TestKey, body?: object, query = ''): Promise<Answer> =>
  server.call(`${PATH}${query}`, { method, key, ...(body === undefined ? {} : { body }) });
const create = (key: TestKey, changes: object = {}): Promise<Answer> =>
  send('POST', key, { name: 'An agent', task_prompt: 'What is new at Apple?', ...changes });
const idOf = (answer: Answer): string => String(read(answer, 'id'));
const outcome = (answer: Answer): readonly unknown[] => [answer.status, read(answer, 'error'), read(answer, 'param')];
const newKey = (tier: Tier = 'pro'): Promise<TestKey> => server.newKey(tier, MANY);

describe('an agent', () => {
  it('is created with defaults, listed, changed in part and deleted', async () => {
    const key = await newKey();
    const created = await create(key, { name: ' An agent ', tickers: ['aapl', 'BRK-B', 'AAPL'] });
    expect(created.status).toBe(201);
    const record = {
      id: expect.stringMatching(/^agt_[\w-]{16}$/),
      name: 'An agent',
      mode: 'digest',
      task_prompt: 'What is new at Apple?',
      context: null,
      tickers: ['AAPL', 'BRK-B'],
      cadence: 'once',
      enabled: true,
      webhook_url: null,
      webhook_secret: null,
      created_at: '2026-01-05T12:00:00.000Z',
      updated_at: '2026-01-05T12:00:00.000Z',
      last_run_at: null,
      next_run_at: '2026-01-05T13:30:00.000Z',
    };
    expect(JSON.parse(created.text)).toEqual(record);
    const id = idOf(created);

    server.clock.nowMs += 60_000;
    const changed = await send('PATCH', key, { id, cadence: 'close', context: 'We hold the shares.\nSince 2020.' });
    expect([changed.status, JSON.parse(changed.text)]).toEqual([
      200,
      {
        ...record,
        id,
        tickers: ['AAPL', 'BRK.B'],
        cadence: 'close',
        context: 'We hold the shares.\nSince 2020.',
        updated_at: '2026-01-05T12:01:00.000Z',
        next_run_at: '2026-01-05T21:15:00.000Z',
      },
    ]);
    const cleared = await send('PATCH', key, { id, context: '', enabled: false, tickers: [] });
    expect(JSON.parse(cleared.text)).toMatchObject({
      context: null,
      enabled: false,
      tickers: [],
      next_run_at: null,
      cadence: 'close',
    });

    const other = idOf(await create(key, { name: 'Another' }));
    expect(JSON.parse((await send('GET', key)).text)).toMatchObject({
      count: 2,
      total: 2,
      agents: [{ id }, { id: other }],
    });
    expect(JSON.parse((await send('GET', key, undefined, `?id=${other}`)).text)).toMatchObject({
      count: 1,
      agents: [{ id: other }],
    });
    expect(JSON.parse((await send('DELETE', key, undefined, `?id=${id}`)).text)).toEqual({ ok: true, id });
    expect(outcome(await send('DELETE', key, undefined, `?id=${id}`))).toEqual([404, 'not_found', 'id']);
    expect(JSON.parse((await send('GET', key)).text)).toMatchObject({ count: 1 });
  });

  it('of another account is not found, whatever is asked of it', async () => {
    const [owner, other] = [await newKey(), await newKey()];
    const id = idOf(await create(owner));
    expect(outcome(await send('GET', other, undefined, `?id=${id}`))).toEqual([404, 'not_found', 'id']);
    expect(outcome(await send('PATCH', other, { id, name: 'mine' }))).toEqual([404, 'not_found', 'id']);
    expect(outcome(await send('DELETE', other, undefined, `?id=${id}`))).toEqual([404, 'not_found', 'id']);
    expect(JSON.parse((await send('GET', other)).text)).toEqual({ count: 0, total: 0, agents: [] });
    const { data, errors } = JSON.parse(
      (await server.graphql(other.key, 'query($id: ID!) { node(id: $id) { id } agent(id: $id) { name } }', { id }))
        .text,
    ) as { data: unknown; errors: { extensions: { code: string } }[] };
    expect([data, errors.map(({ extensions }) => extensions.code)]).toEqual([
      { node: null, agent: null },
      ['NOT_FOUND', 'NOT_FOUND'],
    ]);
    expect(JSON.parse((await send('GET', owner)).text)).toMatchObject({ agents: [{ id, name: 'An agent' }] });
  });

  it.each(['pro', 'institutional'] as const)(
    'over the cap of %s is refused with the cap, and one fewer is not',
    async (tier) => {
      const { agents: cap } = TIER_LIMITS[tier];
      const key = await newKey(tier);
      const answers = await Promise.all(Array.from({ length: cap + 2 }, () => create(key)));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(cap);
      const refused = answers.find(({ status }) => status !== 201);
      expect([refused?.status, read(refused as Answer, 'error'), read(refused as Answer, 'cap')]).toEqual([
        403,
        'agents_cap',
        cap,
      ]);
      const [first = ''] = (read(await send('GET', key), 'agents') as { id: string }[]).map(({ id }) => id);
      await send('DELETE', key, undefined, `?id=${first}`);
      expect((await create(key)).status).toBe(201);
    },
  );

  it.each<[string, object]>([
    ['the mode committee', { mode: 'committee' }],
    ['the cadence intraday', { cadence: 'intraday' }],
    ['a metric of Institutional', { mode: 'alert', task_prompt: 'AAPL vpin > 0.5' }],
    ['a metric of Institutional', { mode: 'alert', task_prompt: 'AAPL swing signal is Buy' }],
  ])('with %s is 403 entitlement_required on Pro and created on Institutional', async (_what, changes) => {
    const [pro, institutional] = [await newKey('pro'), await newKey('institutional')];
    const refused = await create(pro, changes);
    expect(outcome(refused)).toEqual([403, 'entitlement_required', undefined]);
    expect(JSON.parse(refused.text)).toMatchObject({ tier: 'pro', required_tier: 'institutional' });
    expect((await create(institutional, changes)).status).toBe(201);
    const id = idOf(await create(pro));
    expect(outcome(await send('PATCH', pro, { id, ...changes }))).toEqual([403, 'entitlement_required', undefined]);
    expect(JSON.parse((await send('GET', pro)).text)).toMatchObject({ agents: [{ mode: 'digest', cadence: 'once' }] });
  });

  it('may read the earnings calendar on Pro', async () => {
    expect((await create(await newKey(), { mode: 'alert', task_prompt: 'AAPL earnings within 5 days' })).status).toBe(
      201,
    );
  });

  it('keeps its mode, its task and its condition in step, whichever changes', async () => {
    const key = await newKey();
    const id = idOf(await create(key));
    const refused = await send('PATCH', key, { id, mode: 'alert' });
    expect(outcome(refused)).toEqual([400, 'invalid_parameter', 'task_prompt']);
    expect((await send('PATCH', key, { id, mode: 'alert', task_prompt: 'AAPL rsi < 30' })).status).toBe(200);
    expect(outcome(await send('PATCH', key, { id, task_prompt: 'What is new?' }))).toEqual([
      400,
      'invalid_parameter',
      'task_prompt',
    ]);
    expect(outcome(await send('PATCH', key, { id, task_prompt: 'rsi < 30' }))).toEqual([
      400,
      'invalid_parameter',
      'task_prompt',
    ]);
    expect((await send('PATCH', key, { id, task_prompt: 'rsi < 30', tickers: ['AAPL'] })).status).toBe(200);
    expect(outcome(await send('PATCH', key, { id, tickers: [] }))).toEqual([400, 'invalid_parameter', 'task_prompt']);
    expect((await send('PATCH', key, { id, mode: 'digest', tickers: [] })).status).toBe(200);
  });

  it('that changes twice at the same time has both changes', async () => {
    const key = await newKey();
    const id = idOf(await create(key));
    const answers = await Promise.all([
      send('PATCH', key, { id, name: 'New name' }),
      send('PATCH', key, { id, context: 'New context' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(JSON.parse((await send('GET', key)).text)).toMatchObject({
      agents: [{ name: 'New name', context: 'New context' }],
    });
  });

  it('that is enabled or rescheduled counts from then on, and from its creation otherwise', async () => {
    const key = await newKey();
    const id = idOf(await create(key, { cadence: 'weekly' }));
    const nextOf = async (changes: object): Promise<unknown> =>
      read(await send('PATCH', key, { id, ...changes }), 'next_run_at');
    server.clock.nowMs = Date.parse('2026-01-06T15:00:00Z');
    expect(await nextOf({ name: 'Renamed' })).toBe('2026-01-05T13:30:00.000Z');
    expect(await nextOf({ enabled: false })).toBe(null);
    expect(await nextOf({ enabled: true })).toBe('2026-01-12T13:30:00.000Z');
    expect(await nextOf({ cadence: 'premarket' })).toBe('2026-01-07T13:30:00.000Z');
  });
});

describe('a condition', () => {
  it.each<[string, string]>([
    ['rssi < 30', 'The condition is not understood at column 1: "rssi" is no metric; did you mean rsi?'],
    [
      'AAPL rsi < 30 and',
      'The condition is not understood at column 18: a metric or a number is expected, and the text ends',
    ],
    ['Tell me the news', 'The condition is not understood at column 6: "me" is no metric'],
  ])('%j is refused with the column and the grammar', async (task, message) => {
    const key = await newKey();
    const answer = await create(key, { mode: 'alert', task_prompt: task, tickers: ['AAPL'] });
    expect(outcome(answer)).toEqual([400, 'invalid_parameter', 'task_prompt']);
    expect(String(read(answer, 'message')).startsWith(message)).toBe(true);
    expect(read(answer, 'message')).toContain(
      'Examples: AAPL rsi < 30 and composite_score >= 56; gap > 2%; signal changes to Sell; earnings within 5 days.',
    );
    expect(await server.used(key)).toBe(0);
  });

  it.each([
    ['rsi < 30', 'The condition names no ticker, and neither does the agent;'],
    [
      'rsi < 30 and AAPL gap > 1',
      'The condition does not say whose rsi it reads: the agent has no tickers, and AAPL is named only after it;',
    ],
    [
      'AAPL rsi < 30 and MSFT rsi < 30 and gap > 1',
      'The condition does not say whose gap it reads: the agent has no tickers, and the condition names AAPL, MSFT;',
    ],
  ])('that does not say whose a metric is needs tickers of the agent: %s', async (condition, said) => {
    const key = await newKey();
    const answer = await create(key, { mode: 'alert', task_prompt: condition });
    expect(outcome(answer)).toEqual([400, 'invalid_parameter', 'task_prompt']);
    expect(String(read(answer, 'message')).startsWith(said)).toBe(true);
    expect(await server.used(key)).toBe(0);
    expect((await create(key, { mode: 'alert', task_prompt: condition, tickers: ['AAPL'] })).status).toBe(201);
  });

  it('that names its ticker once is stored as it is written, and needs no tickers until it names another', async () => {
    const key = await newKey();
    const task_prompt = 'AAPL rsi < 30 and composite_score >= 56';
    const created = await create(key, { mode: 'alert', task_prompt });
    expect([created.status, read(created, 'task_prompt'), read(created, 'tickers')]).toEqual([201, task_prompt, []]);
    const changed = await send('PATCH', key, { id: idOf(created), task_prompt: `${task_prompt} and MSFT gap > 1` });
    expect(outcome(changed)).toEqual([400, 'invalid_parameter', 'task_prompt']);
  });

  it('or a list with a ticker that is not stored is 404 with its place', async () => {
    const key = await newKey();
    expect(outcome(await create(key, { mode: 'alert', task_prompt: 'AAPLX rsi < 30' }))).toEqual([
      404,
      'ticker_not_found',
      'task_prompt',
    ]);
    expect(outcome(await create(key, { tickers: ['AAPL', 'ZZZZ'] }))).toEqual([404, 'ticker_not_found', 'tickers[1]']);
    const several = await create(key, { tickers: ['YYYY', 'AAPL', 'ZZZZ'] });
    expect(outcome(several)).toEqual([404, 'ticker_not_found', 'tickers[0]']);
    expect(read(several, 'details')).toMatchObject([{ param: 'tickers[0]' }, { param: 'tickers[2]' }]);
    expect(read(several, 'message')).toMatch(/YYYY.*ZZZZ/);
  });
});

describe('what is wrong', () => {
  it.each<[string, object, string, string]>([
    ['no name', { name: undefined }, 'missing_parameter', 'name'],
    ['a blank name', { name: '  ' }, 'missing_parameter', 'name'],
    ['a long name', { name: 'x'.repeat(81) }, 'invalid_parameter', 'name'],
    ['a name of two lines', { name: 'a\nb' }, 'invalid_parameter', 'name'],
    ['no task', { task_prompt: undefined }, 'missing_parameter', 'task_prompt'],
    ['a task of blank lines', { task_prompt: ' \n\t ' }, 'missing_parameter', 'task_prompt'],
    ['a long task', { task_prompt: 'x'.repeat(2_001) }, 'invalid_parameter', 'task_prompt'],
    ['a task with a NUL', { task_prompt: 'a\u0000' }, 'invalid_parameter', 'task_prompt'],
    ['a long context', { context: 'x'.repeat(8_001) }, 'invalid_parameter', 'context'],
    ['an unknown mode', { mode: 'oracle' }, 'invalid_parameter', 'mode'],
    ['an unknown cadence', { cadence: 'hourly' }, 'invalid_parameter', 'cadence'],
    ['too many tickers', { tickers: Array.from({ length: 26 }, () => 'AAPL') }, 'invalid_parameter', 'tickers'],
    ['a wrong ticker', { tickers: ['AAPL', '!'] }, 'invalid_parameter', 'tickers[1]'],
    ['tickers as text', { tickers: 'AAPL' }, 'invalid_parameter', 'tickers'],
    ['enabled as text', { enabled: 'yes' }, 'invalid_parameter', 'enabled'],
    ['a plain URL', { webhook_url: 'http://hooks.example.com/' }, 'invalid_parameter', 'webhook_url'],
    ['a private URL', { webhook_url: 'https://10.0.0.1/' }, 'invalid_parameter', 'webhook_url'],
    ['a local URL', { webhook_url: 'https://localhost/' }, 'invalid_parameter', 'webhook_url'],
    ['a URL with a user', { webhook_url: 'https://user@hooks.example.com/' }, 'invalid_parameter', 'webhook_url'],
    ['no URL', { webhook_url: 'hooks' }, 'invalid_parameter', 'webhook_url'],
  ])('%s is 400, creates nothing and costs nothing', async (_what, changes, code, param) => {
    const key = await newKey();
    expect(outcome(await create(key, changes))).toEqual([400, code, param]);
    expect(await server.used(key)).toBe(0);
    expect(JSON.parse((await send('GET', key)).text)).toMatchObject({ count: 0 });
  });

  it('a change without an id, and of an id that is none, are told apart', async () => {
    const key = await newKey();
    expect(outcome(await send('PATCH', key, { name: 'x' }))).toEqual([400, 'missing_parameter', 'id']);
    expect(outcome(await send('PATCH', key, { id: "x' or 1=1", name: 'x' }))).toEqual([404, 'not_found', 'id']);
    expect(outcome(await send('PATCH', key, { id: 'agt_none', name: 'x' }))).toEqual([404, 'not_found', 'id']);
  });
});

describe('the secret of a webhook', () => {
  const url = 'https://hooks.example.com/agents';

  it('is shown once, when the agent gets its URL, and is sealed in the database', async () => {
    const key = await newKey();
    const created = await create(key, { webhook_url: url });
    const secret = String(read(created, 'webhook_secret'));
    expect([created.status, secret]).toEqual([201, expect.stringMatching(/^whsec_[\w-]{43}$/)]);
    const id = idOf(created);
    const masked = `whsec_…${secret.slice(-4)}`;
    expect(JSON.parse((await send('GET', key)).text)).toMatchObject({
      agents: [{ webhook_url: url, webhook_secret: masked }],
    });
    expect(read(await send('PATCH', key, { id, webhook_url: `${url}/2` }), 'webhook_secret')).toBe(masked);
    const stored = await server.runtime.store.db
      .selectFrom('agents')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(stored.webhookSecret?.includes(Buffer.from(secret))).toBe(false);
    const sealer = await server.runtime.webhooks.sealer();
    expect(sealer.open(stored.webhookSecret ?? Buffer.alloc(0), id)).toBe(secret);
  });

  it('is made when a URL is added, and gone with the URL', async () => {
    const key = await newKey();
    const id = idOf(await create(key));
    const first = String(read(await send('PATCH', key, { id, webhook_url: url }), 'webhook_secret'));
    expect(first).toMatch(/^whsec_[\w-]{43}$/);
    const cleared = await send('PATCH', key, { id, webhook_url: '' });
    expect([read(cleared, 'webhook_url'), read(cleared, 'webhook_secret')]).toEqual([null, null]);
    const second = String(read(await send('PATCH', key, { id, webhook_url: url }), 'webhook_secret'));
    expect([second === first, second]).toEqual([false, expect.stringMatching(/^whsec_[\w-]{43}$/)]);
  });
});

describe('in GraphQL', () => {
  const AGENT =
    'id name mode taskPrompt context tickers cadence isEnabled webhookUrl webhookSecretHint createdAt updatedAt lastRunAt nextRunAt';

  it('the payloads have the agent and the viewer, and node(id) finds it', async () => {
    const key = await newKey();
    const run = async (query: string, variables: object): Promise<Record<string, Record<string, unknown>>> => {
      const { data, errors } = JSON.parse((await server.graphql(key.key, query, variables)).text) as {
        data: Record<string, Record<string, unknown>>;
        errors?: unknown;
      };
      expect(errors).toBeUndefined();
      return data;
    };
    const input = {
      name: 'Mine',
      mode: 'ALERT',
      taskPrompt: 'gap > 2%',
      tickers: ['brk-b'],
      cadence: 'PREMARKET',
      webhookUrl: 'https://hooks.example.com/x',
    };
    const { createAgent } = await run(
      `mutation($input: CreateAgentInput!) { createAgent(input: $input) { agent { ${AGENT} } webhookSecret viewer { id tier } } }`,
      { input },
    );
    expect(createAgent).toMatchObject({
      agent: {
        name: 'Mine',
        mode: 'ALERT',
        tickers: ['BRK.B'],
        cadence: 'PREMARKET',
        isEnabled: true,
        nextRunAt: '2026-01-05T13:30:00.000Z',
      },
      webhookSecret: expect.stringMatching(/^whsec_/),
      viewer: { id: key.accountId, tier: 'PRO' },
    });
    const id = (createAgent?.['agent'] as { id: string }).id;
    expect(
      await run(
        `query($id: ID!) { node(id: $id) { id ... on Agent { name isEnabled } } agent(id: $id) { name } agents { id } }`,
        { id },
      ),
    ).toEqual({ node: { id, name: 'Mine', isEnabled: true }, agent: { name: 'Mine' }, agents: [{ id }] });
    const { updateAgent } = await run(
      'mutation($input: UpdateAgentInput!) { updateAgent(input: $input) { agent { name isEnabled } webhookSecret viewer { id } } }',
      { input: { id, isEnabled: false, name: null } },
    );
    expect(updateAgent).toEqual({
      agent: { name: 'Mine', isEnabled: false },
      webhookSecret: null,
      viewer: { id: key.accountId },
    });
    const { deleteAgent } = await run(
      'mutation($input: DeleteAgentInput!) { deleteAgent(input: $input) { deletedAgentId viewer { id } } }',
      { input: { id } },
    );
    expect(deleteAgent).toEqual({ deletedAgentId: id, viewer: { id: key.accountId } });
  });

  it('a refusal has the path into the input', async () => {
    const key = await newKey();
    const answer = await server.graphql(
      key.key,
      'mutation { createAgent(input: { name: "x", mode: ALERT, taskPrompt: "rsi", tickers: ["AAPL"] }) { agent { id } } }',
    );
    expect(JSON.parse(answer.text)).toMatchObject({
      errors: [{ extensions: { code: 'INVALID_PARAMETER', param: 'taskPrompt', path: ['input', 'taskPrompt'] } }],
    });
  });

  it('agents need Pro', async () => {
    const key = await newKey('starter');
    const answer = await server.graphql(key.key, '{ agents { id } }');
    expect(JSON.parse(answer.text)).toMatchObject({
      errors: [{ extensions: { code: 'TIER_REQUIRED', required_tier: 'pro' } }],
    });
  });
});

describe('a held ticker', () => {
  it('is one of an enabled agent, or of its condition', async () => {
    const key = await newKey();
    const held = async (ticker: string): Promise<boolean> =>
      (await server.runtime.store.agents.holdersOf([ticker])).get(ticker)?.includes(key.accountId) === true;
    const id = idOf(
      await create(key, { mode: 'alert', task_prompt: 'MSFT rsi < 30 or change > SPY change', tickers: ['AAPL'] }),
    );
    expect([await held('AAPL'), await held('MSFT'), await held('SPY'), await held('KO')]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    await send('PATCH', key, { id, enabled: false });
    expect(await held('AAPL')).toBe(false);
  });
});
