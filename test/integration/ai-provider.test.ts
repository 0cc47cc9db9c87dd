import { afterAll, describe, expect, it } from '@jest/globals';
import { DAILY_TOKEN_CAP } from '../../access/tiers.js';
import { SYSTEM } from '../../answers/providers/prompt.js';
import {
  startScriptedModel,
  type Reply,
  type Script,
  type ScriptedCall,
  type ScriptedRequest,
} from '../../answers/providers/fixtures/scripted-model.js';
import { TOOLS } from '../../answers/toolbox.js';
import { serverForFile, type TestServer } from '../support/in-process.js';

const LOWEST_CAP = DAILY_TOKEN_CAP.min;

const API_KEY = 'sk-provider-key-0123456789';
const model = await startScriptedModel();
afterAll(() => model.close());
const PROVIDER = {
  AI_PROVIDER: 'openai-compatible',
  AI_MODEL: 'scripted-1',
  AI_BASE_URL: model.url,
  AI_API_KEY: API_KEY,
  AI_INPUT_USD_PER_MILLION: '2',
  AI_OUTPUT_USD_PER_MILLION: '10',
};
const server = await serverForFile(PROVIDER);
const whole = await serverForFile({ ...PROVIDER, AI_STREAMING: 'false' });
/** For what falls silent: all else would have to be as quick on a busy machine. */
const SILENCE_MS = 3_000;
const hurried = await serverForFile({ ...PROVIDER, AI_TIMEOUT_MS: String(SILENCE_MS) });
const hurriedWhole = await serverForFile({ ...PROVIDER, AI_STREAMING: 'false', AI_TIMEOUT_MS: '1000' });

interface ToolFact {
  readonly about: string;
  readonly what: string;
  readonly value: string;
  readonly source: number;
}
interface ToolResult {
  readonly facts?: readonly ToolFact[];
  readonly text_from_outside?: readonly ToolFact[];
  readonly error?: string;
}
interface Body {
  readonly answer: {
    readonly headline: string;
    readonly detail: string;
    readonly sources: readonly { readonly ref: string }[];
    readonly confidence: number;
  };
  readonly usage: { readonly total_tokens: number; readonly cost_usd: number };
  readonly error?: string;
  readonly message?: string;
}

const call = (tool: string, given: object | string): ScriptedCall => ({ tool, arguments: given });
const calls = (...all: readonly ScriptedCall[]): Reply => ({ calls: all });

/** The results of all calls so far. */
function resultsIn({ body }: ScriptedRequest): readonly ToolResult[] {
  return body.messages
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => JSON.parse(String(content)) as ToolResult);
}

function factIn(request: ScriptedRequest, what: string): ToolFact {
  const fact = resultsIn(request)
    .flatMap(({ facts = [] }) => facts)
    .find((each) => each.what === what);
  if (fact === undefined) throw new Error(`No tool told ${what}.`);
  return fact;
}

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly body: Body;
}

async function ask(question: string, body: object = {}, key?: string, asked: TestServer = server): Promise<Answered> {
  const used = key ?? (await asked.newKey('pro')).key;
  const { status, text } = await asked.call('/api/v1/ask', { method: 'POST', key: used, body: { question, ...body } });
  return { status, text, body: JSON.parse(text) as Body };
}

/** Calls a tool, and then answers from its result. */
const afterCall =
  (first: ScriptedCall, answer: (request: ScriptedRequest) => string): Script =>
  (request, index) =>
    index === 0 ? calls(first) : { text: answer(request) };

const GAPS = call('gaps', { tickers: ['AAPL'] });
const QUESTION = 'How often do gaps of AAPL fill?';

describe('an answer by a model', () => {
  it('tells what the tools told, with its sources, tokens and costs', async () => {
    model.play(
      afterCall(GAPS, (request) => {
        const rate = factIn(request, 'fill rate of gaps up');
        return `Apple fills ${rate.value} of its gaps up [${rate.source}].\n\nIt had ${factIn(request, 'gaps up').value} gaps up [${rate.source}].`;
      }),
    );
    const { status, body } = await ask(QUESTION);
    expect([status, body.answer.headline]).toEqual([
      200,
      expect.stringMatching(/^Apple fills [\d.]+% of its gaps up\.$/),
    ]);
    expect(body.answer.detail).toMatch(/gaps up \[1\]\.$/);
    expect([body.answer.sources[0]?.ref, body.answer.confidence]).toEqual(['/api/v1/gap-stats?ticker=AAPL', 0.95]);
    expect(body.usage).toEqual({ total_tokens: 240, cost_usd: Number(((200 * 2 + 40 * 10) / 1e6).toFixed(6)) });
    expect(model.requests.map(({ headers }) => headers['authorization'])).toEqual([
      `Bearer ${API_KEY}`,
      `Bearer ${API_KEY}`,
    ]);
    expect([model.requests[0]?.path, model.requests[0]?.body.model, model.requests[0]?.body.max_tokens]).toEqual([
      '/v1/chat/completions',
      'scripted-1',
      1000,
    ]);
  });

  it('leaves out what no tool told, after asking for it once more', async () => {
    model.play(
      afterCall(
        GAPS,
        (request) =>
          `Apple fills 12.34% of its gaps up [1].\n\nIt had ${factIn(request, 'gaps up').value} gaps up [1]. Its fill rate will be 99% next year [1].`,
      ),
    );
    const { body } = await ask(QUESTION);
    expect(JSON.stringify(body.answer)).not.toMatch(/12\.34|99%/);
    expect(body.answer.headline).toMatch(/^It had \d+ gaps up/);
    expect([model.requests.length, body.answer.confidence]).toEqual([3, expect.closeTo(0.95 / 3, 3)]);
    expect(String(model.requests[2]?.body.messages.at(-1)?.content)).toContain('12.34%');
  });

  it('takes the second text if that is right', async () => {
    model.play((request, index) => {
      if (index === 0) return calls(GAPS);
      return {
        text:
          index === 1
            ? 'Apple fills 12.34% of its gaps up [1].'
            : `Apple had ${factIn(request, 'gaps up').value} gaps up [1].`,
      };
    });
    const { body } = await ask(QUESTION);
    expect([body.answer.headline, body.answer.confidence]).toEqual([
      expect.stringMatching(/^Apple had \d+ gaps up\.$/),
      0.95,
    ]);
  });

  it('tells a model what is wrong with its calls, and goes on', async () => {
    model.play((request, index) => {
      if (index > 0) return { text: `Apple had ${factIn(request, 'gaps up').value} gaps up [1].` };
      return calls(
        call('gaps', '{"tickers": ['),
        call('transfer_money', { to: 'me' }),
        call('gaps', { tickers: 'AAPL' }),
        GAPS,
      );
    });
    const { status, body } = await ask(QUESTION);
    const [request] = model.requests.slice(1);
    const errors = request === undefined ? [] : resultsIn(request).map(({ error }) => error?.slice(0, 20));
    expect([status, errors]).toEqual([
      200,
      ['Wrong arguments: : In', 'There is no such too', 'Wrong arguments: tic', undefined].map((text) =>
        text?.slice(0, 20),
      ),
    ]);
    expect(body.answer.headline).toMatch(/gaps up\.$/);
  });

  it('is written by the embedded composer where nothing of the text may be told', async () => {
    model.play(() => ({ text: 'I cannot help with that.' }));
    const key = (await server.newKey('pro')).key;
    const query =
      'mutation($q: String!) { askQuestion(input: { question: $q }) { models answer { headline confidence } usage { totalTokens } } }';
    const { text } = await server.graphql(key, query, { q: QUESTION });
    const { data } = JSON.parse(text) as {
      readonly data: {
        readonly askQuestion: {
          readonly models: readonly string[];
          readonly answer: { readonly headline: string };
          readonly usage: { readonly totalTokens: number };
        };
      };
    };
    expect([data.askQuestion.models, data.askQuestion.usage.totalTokens]).toEqual([
      ['scripted-1', 'embedded-composer'],
      120,
    ]);
    expect(data.askQuestion.answer.headline).toMatch(/gap/i);
  });

  it('counts the numbers of a text that is rejected as a whole', async () => {
    model.play(() => ({ text: 'Apple will close at $987.65 and earn $43.21 a share.' }));
    const { key } = await server.newKey('pro');
    const query =
      'mutation($q: String!) { askQuestion(input: { question: $q }) { models grounding { numberCount groundedCount removedCount } } }';
    const { text } = await server.graphql(key, query, { q: QUESTION });
    const { data } = JSON.parse(text) as {
      readonly data: {
        readonly askQuestion: {
          readonly models: readonly string[];
          readonly grounding: Readonly<Record<'numberCount' | 'groundedCount' | 'removedCount', number>>;
        };
      };
    };
    const { models, grounding } = data.askQuestion;
    expect([models, grounding.removedCount]).toEqual([['scripted-1', 'embedded-composer'], 2]);
    expect(grounding.numberCount).toBe(grounding.groundedCount + 2);
  });

  it('counts tokens by its texts where the provider tells nonsense', async () => {
    for (const usage of [undefined, { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }]) {
      model.play((request, index) =>
        index === 0
          ? ({ ...(calls(GAPS) as object), usage } as Reply)
          : { text: `Apple had ${factIn(request, 'gaps up').value} gaps up [1].`, usage },
      );
      const { status, body } = await ask(QUESTION);
      expect([status, body.usage.total_tokens > 500]).toEqual([200, true]);
    }
  });
});

async function spentBy(key: string, asked: TestServer = server): Promise<number> {
  const { text } = await asked.call('/api/v1/usage', { key });
  return (JSON.parse(text) as { readonly ai_tokens: { readonly today_used: number } }).ai_tokens.today_used;
}

describe('a provider that fails', () => {
  it.each<readonly [string, Script, number, RegExp, boolean]>([
    ['never stops calling tools', () => calls(GAPS), 502, /did not finish its answer/, true],
    [
      'answers 500',
      () => ({ status: 500, raw: '{"error":{"message":"prompt was: secret"}}' }),
      502,
      /status 500; retry later/,
      false,
    ],
    [
      'refuses the key',
      () => ({ status: 401, raw: '{"error":{"message":"bad key"}}' }),
      502,
      /the operator must correct AI_API_KEY/,
      false,
    ],
    [
      'asks to wait longer than an answer may take',
      () => ({ status: 429, headers: { 'retry-after': '1000' }, raw: '{}' }),
      502,
      /status 429/,
      false,
    ],
    ['hangs', () => 'hang', 504, /did not answer in time/, true],
    ['breaks off', () => 'disconnect', 502, /connection to the AI provider failed/, true],
    ['falls silent while it writes', () => 'stall', 504, /did not answer in time/, true],
    [
      'sends an error while it writes',
      () => ({ part: 'data: {"error":{"message":"prompt was: secret"}}\n\n' }),
      502,
      /failed while it answered/,
      true,
    ],
    ['sends nonsense while it writes', () => ({ part: 'data: {"nonsense\n\n' }), 502, /failed while it answered/, true],
    ['ends a stream before its answer', () => ({ part: '' }), 502, /failed while it answered/, true],
    [
      'does not stream',
      () => ({ status: 200, raw: '{"choices":[{"message":{"content":"secret"},"finish_reason":"stop"}]}' }),
      502,
      /must set AI_STREAMING=false/,
      true,
    ],
    [
      'sends no events',
      () => ({ status: 200, headers: { 'content-type': 'text/event-stream' }, raw: 'nonsense' }),
      502,
      /failed while it answered/,
      true,
    ],
    [
      'sends a negative usage',
      () => ({ text: 'x', usage: { prompt_tokens: 'many', completion_tokens: -5 } }),
      502,
      /failed while it answered/,
      true,
    ],
    ['sends nothing', () => ({ text: '' }), 502, /empty answer/, true],
    ['refuses the content', () => ({ text: '', finish: 'content_filter' }), 502, /refused to answer/, true],
  ])('is told as such: one that %s', async (_, script, status, message, isCharged) => {
    const asked = status === 504 ? hurried : server;
    model.play(script);
    const { key } = await asked.newKey('pro');
    const answered = await ask(QUESTION, {}, key, asked);
    expect([answered.status, answered.body.error, answered.body.message]).toEqual([
      status,
      status === 504 ? 'upstream_timeout' : 'upstream_failed',
      expect.stringMatching(message),
    ]);
    expect(answered.text).not.toMatch(/sk-provider|secret|bad key/);
    expect((await spentBy(key, asked)) > 0).toBe(isCharged);
  });

  it('spends no more than the key may, however many ask at once', async () => {
    const cap = 187_000;
    const tokens = 60_000;
    model.play((request, index) => ({
      text: `Nothing was read for request ${index} of ${request.body.model}.`,
      usage: { prompt_tokens: tokens / 2, completion_tokens: tokens / 2, total_tokens: tokens },
    }));
    const { accountId } = await server.newKey('institutional', { perMinute: 1_000 });
    const { secret: key } = await server.runtime.access.keys.create(accountId, { dailyTokenCap: cap });
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask(QUESTION, {}, key)));
    const statuses = answers.map(({ status }) => status);
    // Each sets 60,000 aside, so that three fit at once, and too few are left after them.
    expect([
      statuses.filter((status) => status === 200).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([3, 57]);
    expect(new Set(answers.flatMap(({ body }) => body.error ?? []))).toEqual(new Set(['daily_token_cap_reached']));
    const { text } = await server.graphql(key, '{ usage { aiTokens { todayUsed reserved remaining } } }');
    const spentByAnswers = answers.reduce(
      (sum, { status, body }) => sum + (status === 200 ? body.usage.total_tokens : 0),
      0,
    );
    expect(JSON.parse(text)).toMatchObject({
      data: { usage: { aiTokens: { todayUsed: spentByAnswers, reserved: 0, remaining: cap - spentByAnswers } } },
    });
  });

  it('reads of its results what the tokens that are left have room for', async () => {
    const [cap, firstTurn] = [32_000, 15_000];
    model.play((request, index) =>
      index === 0
        ? {
            calls: Array.from({ length: 12 }, () => GAPS),
            usage: { prompt_tokens: firstTurn, completion_tokens: 0, total_tokens: firstTurn },
          }
        : { text: `Apple had ${factIn(request, 'gaps up').value} gaps up [1].` },
    );
    const { accountId } = await server.newKey('pro');
    const { secret: key } = await server.runtime.access.keys.create(accountId, { dailyTokenCap: cap });
    const { status, body } = await ask(QUESTION, {}, key);
    expect([status, body.answer.headline, model.requests.length]).toEqual([
      200,
      expect.stringMatching(/^Apple had \d+ gaps up/),
      2,
    ]);
    const last = model.requests[1];
    if (last === undefined) throw new Error('there was no second turn');
    const left = resultsIn(last).filter(({ error }) => error === 'The result is too long; ask for fewer.').length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(12);
    // All that is sent, at three characters a token, and a thousand for the answer.
    expect(last.text.length / 3 + 1_000).toBeLessThan(cap - firstTurn);
  });

  const cappedKey = async (dailyTokenCap: number): Promise<string> =>
    (await server.runtime.access.keys.create((await server.newKey('pro')).accountId, { dailyTokenCap })).secret;

  it('is shown the tools that the question needs where the key may not pay for all', async () => {
    model.play((request, index) =>
      index === 0 ? calls(GAPS) : { text: `Apple had ${factIn(request, 'gaps up').value} gaps up [1].` },
    );
    const key = await cappedKey(LOWEST_CAP);
    const { status, body } = await ask(QUESTION, {}, key);
    expect([status, body.answer.headline]).toEqual([200, expect.stringMatching(/^Apple had \d+ gaps up/)]);
    const names = model.requests.map((request) => (request.body.tools ?? []).map((tool) => tool.function.name));
    expect(names[0]).toContain('gaps');
    expect(names[0]?.length).toBeLessThan(TOOLS.size / 2);
    expect(names[1]).toEqual(names[0]);
    const sent = model.requests.reduce(
      (sum, { text, body: { max_tokens: most = 0 } }) => sum + text.length / 3 + most,
      0,
    );
    expect(sent).toBeLessThan(LOWEST_CAP);
    model.play((_, index) =>
      index === 0
        ? calls({ tool: 'simulation', arguments: { positions: [{ ticker: 'AAPL', value: 1 }], sessions: 5 } })
        : { text: 'Nothing was read.' },
    );
    await ask(QUESTION, {}, await cappedKey(LOWEST_CAP));
    expect(model.requests.slice(1, 2).map(resultsIn)).toEqual([[{ error: 'There is no such tool.' }]]);
  });

  it.each(['digest', 'research'] as const)('answers a %s of the lowest cap that a key may have', async (mode) => {
    model.play((request, index) =>
      index === 0 ? calls(GAPS) : { text: `Apple had ${factIn(request, 'gaps up').value} gaps up [1].` },
    );
    const { status, body } = await ask(QUESTION, { mode }, await cappedKey(LOWEST_CAP));
    expect([status, body.answer.headline, model.requests.length]).toEqual([
      200,
      expect.stringMatching(/^Apple had \d+ gaps up/),
      2,
    ]);
  });

  it('is not called where what is left does not cover a background of another script', async () => {
    const sent = (): number =>
      model.requests.reduce((sum, { text }) => sum + (text.match(/\p{Script=Han}/gu) ?? []).length, 0);
    model.play((request, index) => {
      const written =
        request.text.replace(/\p{Script=Han}/gu, '').length / 4 + (request.text.match(/\p{Script=Han}/gu) ?? []).length;
      const usage = { prompt_tokens: Math.ceil(written), completion_tokens: 20, total_tokens: Math.ceil(written) + 20 };
      return index === 0
        ? { calls: [GAPS], usage }
        : { text: `Apple had ${factIn(request, 'gaps up').value} gaps up [1].`, usage };
    });
    const key = await cappedKey(LOWEST_CAP);
    const agent = { mode: 'digest', task_prompt: QUESTION, context: '中'.repeat(8_000) };
    const { status, text } = await server.call('/api/v1/agents/run', { method: 'POST', key, body: { agent } });
    expect([text.slice(0, 200), status]).toEqual([expect.any(String), 200]);
    const { text: usage } = await server.graphql(key, '{ usage { aiTokens { todayUsed } } }');
    const { data } = JSON.parse(usage) as {
      readonly data: { readonly usage: { readonly aiTokens: { readonly todayUsed: number } } };
    };
    expect([data.usage.aiTokens.todayUsed <= LOWEST_CAP, sent()]).toEqual([true, 0]);
    expect(text).toMatch(/"models":\[[^\]]*"embedded-composer"/);
  });

  it('is not called again where a turn has spent more than was left', async () => {
    model.play(() => ({ calls: [GAPS], usage: { prompt_tokens: 59_000, completion_tokens: 0, total_tokens: 59_000 } }));
    const { status, body } = await ask(QUESTION, {}, await cappedKey(20_000));
    expect([status, model.requests.length, body.usage.total_tokens]).toEqual([200, 1, 59_000]);
    expect(body.answer.headline).toMatch(/^Apple’s overnight gaps filled the same day in [\d.]+%/);
  });

  it('is refused where fewer tokens are left than a question needs', async () => {
    const spent = 2_001;
    model.play(() => ({
      text: 'Nothing was read.',
      usage: { prompt_tokens: spent - 1, completion_tokens: 1, total_tokens: spent },
    }));
    const key = await cappedKey(LOWEST_CAP);
    expect((await ask(QUESTION, {}, key)).status).toBe(200);
    const { status, body } = await ask(QUESTION, {}, key);
    const left = LOWEST_CAP - model.requests.length * spent;
    expect([status, body.error, body.message]).toEqual([
      429,
      'daily_token_cap_reached',
      `This call needs 8000 AI tokens, and ${left} are left until midnight UTC.`,
    ]);
  });

  it('is not called again where failed attempts have spent what was left', async () => {
    const firstTurn = 5_000;
    model.play((_, index) =>
      index === 0
        ? { calls: [GAPS], usage: { prompt_tokens: firstTurn, completion_tokens: 0, total_tokens: firstTurn } }
        : 'disconnect',
    );
    const key = await cappedKey(LOWEST_CAP);
    const { status, body } = await ask(QUESTION, {}, key);
    const [failed = 0] = model.requests.slice(1).map(({ text }) => text.length / 3);
    const counted = await spentBy(key);
    expect([status, body.error, model.requests.length]).toEqual([502, 'upstream_failed', 2]);
    // The attempt is counted, and leaves too little for another one.
    expect([counted > firstTurn + failed / 2, counted <= LOWEST_CAP, counted + failed > LOWEST_CAP]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('is asked again after what passes', async () => {
    model.play((request, index) => {
      if (index === 0) return { status: 429, headers: { 'retry-after': '0' }, raw: '{}' };
      if (index === 1) return { status: 503, raw: '' };
      return index === 2 ? calls(GAPS) : { text: `Apple had ${factIn(request, 'gaps up').value} gaps up [1].` };
    });
    const { status, body } = await ask(QUESTION);
    expect([status, model.requests.length, body.usage.total_tokens]).toEqual([200, 4, 240]);
  });
});

describe('a model whose answers are not streamed', () => {
  it('is asked for whole answers, and told as it fails', async () => {
    model.play(afterCall(GAPS, (request) => `Apple had ${factIn(request, 'gaps up').value} gaps up [1].`));
    const { body } = await ask(QUESTION, {}, undefined, whole);
    expect([body.answer.headline, body.usage.total_tokens]).toEqual([
      expect.stringMatching(/^Apple had \d+ gaps up\.$/),
      240,
    ]);
    expect(model.requests.map(({ body: { stream } }) => stream)).toEqual([undefined, undefined]);
  });

  it.each<readonly [string, Script, number, RegExp]>([
    ['hangs', () => 'hang', 504, /did not answer in time/],
    ['breaks off', () => 'disconnect', 502, /connection to the AI provider failed/],
    ['sends no JSON', () => ({ status: 200, raw: 'data: {"nonsense' }), 502, /could not be read/],
    [
      'sends a negative usage',
      () => ({ text: 'x', usage: { prompt_tokens: 'many', completion_tokens: -5 } }),
      502,
      /could not be read/,
    ],
  ])('is told as such: one that %s', async (_, script, status, message) => {
    model.play(script);
    const answered = await ask(QUESTION, {}, undefined, status === 504 ? hurriedWhole : whole);
    expect([answered.status, answered.body.message]).toEqual([status, expect.stringMatching(message)]);
  });
});

describe('a model that streams its answers', () => {
  it('may write for longer than it may be silent', async () => {
    const text = (request: ScriptedRequest): string => `Apple had ${factIn(request, 'gaps up').value} gaps up [1].`;
    model.play((request, index) => (index === 0 ? calls(GAPS) : { text: text(request), everyMs: SILENCE_MS / 6 }));
    const askedAtMs = performance.now();
    const { status, body } = await ask(QUESTION, {}, undefined, hurried);
    expect(performance.now() - askedAtMs).toBeGreaterThan(SILENCE_MS);
    expect([status, body.answer.headline]).toEqual([200, expect.stringMatching(/^Apple had \d+ gaps up\.$/)]);
    expect(model.requests.every(({ body: { stream } }) => stream === true)).toBe(true);
  });

  it('is charged for what it wrote until it broke off', async () => {
    const charged = async (script: Script): Promise<number> => {
      model.play(script);
      const { key } = await server.newKey('pro');
      await ask(QUESTION, {}, key);
      return spentBy(key);
    };
    const before = await charged(() => ({ part: '' }));
    const more = await charged(() => ({
      part: `data: {"choices":[{"delta":{"content":"${'word '.repeat(300)}"}}]}\n\n`,
    }));
    expect(more - before).toBe(500);
  });
});

describe('a model that gives the figures of one to another', () => {
  it.each([
    ['What is the price of AAPL?', (value: string) => `Microsoft trades at ${value}`],
    ['AAPL or MSFT?', (value: string) => `The price of MSFT is ${value}`],
    ['What is the price of AAPL?', (value: string) => `Nvidia trades at ${value}`],
  ])('is not told: %s', async (question, wrong) => {
    model.play((request, index) => {
      if (index === 0) return calls(call('signal', { tickers: ['AAPL'] }));
      const { value, source } = factIn(request, 'price');
      return { text: `AAPL trades at ${value} [${source}].\n\n${wrong(value)} [${source}].` };
    });
    const { status, body } = await ask(question);
    expect([status, body.answer.headline, body.answer.detail]).toEqual([
      200,
      expect.stringMatching(/^AAPL trades at \$[\d.]+\.$/),
      '',
    ]);
  });
});

describe('what a model says', () => {
  it.each([
    ['a link', 'Apple had GAPS gaps up, see https://evil.example/x?d=1 [1].'],
    ['an image', 'Apple had GAPS gaps up ![x](https://evil.example/p.png) [1].'],
    ['a domain', 'Apple had GAPS gaps up; more at evil.example/x [1].'],
    ['a disguised address', 'Apple had GAPS gaps up; more at evil[.]example [1].'],
    ['its instructions', `Apple had GAPS gaps up. ${SYSTEM.split('\n')[3] ?? ''} [1]`],
    ['an encoded text', 'Apple had GAPS gaps up QUFQTCBoYWQgbWFueSBnYXBzIGFuZCB0aGlzIGlzIGEgc2VjcmV0IHRleHQ= [1].'],
    ['a key', 'Apple had GAPS gaps up svc_demo_pro [1].'],
  ])('is not shown with %s', async (_, text) => {
    model.play(
      afterCall(
        GAPS,
        (request) =>
          `${text.replace('GAPS', factIn(request, 'gaps up').value)}\n\nApple had ${factIn(request, 'gaps').value} gaps [1].`,
      ),
    );
    const { body } = await ask(QUESTION);
    expect(JSON.stringify(body.answer)).not.toMatch(/evil|QUFQ|svc_demo|unit and the name/);
    expect(body.answer.headline).toMatch(/^Apple had [\d,]+ gaps/);
  });
});
