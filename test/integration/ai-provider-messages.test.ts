import { afterAll, describe, expect, it } from '@jest/globals';
import {
  MESSAGES,
  startScriptedModel,
  type Script,
  type ScriptedRequest,
} from '../../answers/providers/fixtures/scripted-model.js';
import { serverForFile, type TestServer } from '../support/in-process.js';

const API_KEY = 'sk-ant-key-0123456789';
const model = await startScriptedModel(MESSAGES);
afterAll(() => model.close());
const PROVIDER = {
  AI_PROVIDER: 'anthropic',
  AI_MODEL: 'scripted-2',
  AI_BASE_URL: model.url,
  AI_API_KEY: API_KEY,
  AI_INPUT_USD_PER_MILLION: '3',
  AI_OUTPUT_USD_PER_MILLION: '15',
};
const server = await serverForFile(PROVIDER);
/** For what falls silent: all else would have to be as quick on a busy machine. */
const hurried = await serverForFile({ ...PROVIDER, AI_TIMEOUT_MS: '1000' });

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly tool_use_id?: string;
  readonly content?: string | readonly { readonly text: string }[];
}
interface ToolResult {
  readonly facts?: readonly { readonly what: string; readonly value: string; readonly source: number }[];
}
interface Body {
  readonly answer: { readonly headline: string; readonly sources: readonly { readonly ref: string }[] };
  readonly usage: { readonly total_tokens: number; readonly cost_usd: number };
  readonly error?: string;
  readonly message?: string;
}

const QUESTION = 'How often do gaps of AAPL fill?';
const GAPS = { calls: [{ tool: 'gaps', arguments: { tickers: ['AAPL'] } }] };

const blocksOf = ({ body }: ScriptedRequest): readonly Block[] =>
  body.messages.flatMap(({ content }) => (Array.isArray(content) ? (content as readonly Block[]) : []));

/** The first fact of this name that a tool's result tells. */
function factIn(request: ScriptedRequest, what: string): { readonly value: string; readonly source: number } {
  const results = blocksOf(request)
    .filter(({ type }) => type === 'tool_result')
    .map(({ content }) => (typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('')));
  const fact = results
    .flatMap((text) => (JSON.parse(text) as ToolResult).facts ?? [])
    .find((each) => each.what === what);
  if (fact === undefined) throw new Error(`No tool told ${what}.`);
  return fact;
}

async function ask(
  asked: TestServer = server,
): Promise<{ readonly status: number; readonly text: string; readonly body: Body }> {
  const { key } = await asked.newKey('pro');
  const { status, text } = await asked.call('/api/v1/ask', { method: 'POST', key, body: { question: QUESTION } });
  return { status, text, body: JSON.parse(text) as Body };
}

describe('an answer by a model behind Anthropic’s API', () => {
  it('is made from the results of its calls, with its tokens and costs', async () => {
    model.play((request, index) => {
      if (index === 0) return GAPS;
      const rate = factIn(request, 'fill rate of gaps up');
      return { text: `Apple fills ${rate.value} of its gaps up [${rate.source}].` };
    });
    const { status, body } = await ask();
    expect([status, body.answer.headline]).toEqual([
      200,
      expect.stringMatching(/^Apple fills [\d.]+% of its gaps up\.$/),
    ]);
    expect(body.answer.sources.map(({ ref }) => ref)).toEqual(['/api/v1/gap-stats?ticker=AAPL']);
    expect(body.usage).toEqual({ total_tokens: 240, cost_usd: Number(((200 * 3 + 40 * 15) / 1e6).toFixed(6)) });
    const [first, second] = model.requests;
    expect([first?.path, first?.body.model, first?.body.max_tokens]).toEqual(['/v1/messages', 'scripted-2', 1000]);
    expect(
      model.requests.map(({ headers }) => [
        headers['x-api-key'],
        headers['anthropic-version'],
        headers['authorization'],
      ]),
    ).toEqual([1, 2].map(() => [API_KEY, '2023-06-01', undefined]));
    expect(
      second === undefined
        ? []
        : blocksOf(second)
            .map(({ type, tool_use_id: id }) => [type, id])
            .filter(([type]) => type === 'tool_result'),
    ).toEqual([['tool_result', 'call_0_0']]);
  });

  it('has no number that no tool told', async () => {
    model.play((request, index) => {
      if (index === 0) return GAPS;
      return {
        text:
          index === 1
            ? 'Apple fills 12.34% of its gaps up [1].'
            : `Apple had ${factIn(request, 'gaps up').value} gaps up [1].`,
      };
    });
    const { body } = await ask();
    expect([body.answer.headline, model.requests.length]).toEqual([
      expect.stringMatching(/^Apple had \d+ gaps up\.$/),
      3,
    ]);
  });

  it('is asked for again while the provider is overloaded', async () => {
    model.play((request, index) => {
      if (index < 2)
        return {
          status: index === 0 ? 529 : 429,
          headers: { 'retry-after': '0' },
          raw: '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
        };
      return index === 2 ? GAPS : { text: `Apple had ${factIn(request, 'gaps up').value} gaps up [1].` };
    });
    const { status } = await ask();
    expect([status, model.requests.length]).toEqual([200, 4]);
  });

  it.each<readonly [string, Script, number, RegExp]>([
    [
      'refuses the key',
      () => ({ status: 401, raw: '{"type":"error","error":{"type":"authentication_error","message":"bad key"}}' }),
      502,
      /the operator must correct AI_API_KEY/,
    ],
    ['refuses the content', () => ({ text: '', finish: 'refusal' }), 502, /refused to answer/],
    ['never stops calling tools', () => GAPS, 502, /did not finish its answer/],
    ['breaks off', () => 'disconnect', 502, /connection to the AI provider failed/],
    ['hangs', () => 'hang', 504, /did not answer in time/],
    ['falls silent while it writes', () => 'stall', 504, /did not answer in time/],
    [
      'is overloaded while it writes',
      () => ({
        part: 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"bad key"}}\n\n',
      }),
      502,
      /failed while it answered/,
    ],
  ])('is told as failed if the provider %s', async (_, script, status, message) => {
    model.play(script);
    const { status: answered, text, body } = await ask(status === 504 ? hurried : server);
    expect([answered, body.message]).toEqual([status, expect.stringMatching(message)]);
    expect(text).not.toMatch(/sk-ant|bad key/);
  });
});
