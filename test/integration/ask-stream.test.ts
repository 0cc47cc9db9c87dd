import { afterAll, describe, expect, it } from '@jest/globals';
import { startScriptedModel } from '../../answers/providers/fixtures/scripted-model.js';
import { codeOf, subscribe, type StreamEvent } from '../support/event-stream.js';
import { endConnections, read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const model = await startScriptedModel();
afterAll(() => model.close());
const server = await serverForFile({
  AI_PROVIDER: 'openai-compatible',
  AI_MODEL: 'scripted-1',
  AI_BASE_URL: model.url,
  AI_API_KEY: 'sk-x',
});
afterAll(endConnections);

const QUERY = `subscription ($input: StartQuestionInput!) {
  askStream(input: $input) {
    id agentId trigger status toolCalls { tool isOk } result { headline } usage { totalTokens } error
  }
}`;
const QUESTION = 'How often do gaps of AAPL fill?';
const ANSWER: unknown = expect.stringMatching(/^Apple had \d+ gaps up\.$/);

interface ToolResult {
  readonly facts?: readonly { readonly what: string; readonly value: string }[];
}

interface Run {
  readonly id: string;
  readonly agentId: string | null;
  readonly trigger: string;
  readonly status: string;
  readonly toolCalls: readonly { readonly tool: string; readonly isOk: boolean }[];
  readonly result: { readonly headline: string } | null;
  readonly usage: { readonly totalTokens: number };
  readonly error: string | null;
}

const open = (key: string, input: object) => subscribe(server.url, { key, query: QUERY, variables: { input } });
const runIn = ({ data }: StreamEvent): Run => read(data as object, 'data', 'askStream') as Run;
const used = async (key: string): Promise<unknown> =>
  read(await server.call('/api/v1/usage', { key }), 'requests', 'used');

/** A model that reads two tools, one after the other, and answers when it is let. */
function playHeld(): () => void {
  let answer = (): void => undefined;
  const after = new Promise<void>((resolve) => (answer = resolve));
  const tools = ['gaps', 'signal'];
  model.play(({ body }, index) => {
    const tool = tools[index];
    if (tool !== undefined) return { calls: [{ tool, arguments: { tickers: ['AAPL'] } }] };
    const gaps = body.messages
      .filter(({ role }) => role === 'tool')
      .flatMap(({ content }) => (JSON.parse(String(content)) as ToolResult).facts ?? []);
    return { text: `Apple had ${gaps.find(({ what }) => what === 'gaps up')?.value ?? 'no'} gaps up [1].`, after };
  });
  return answer;
}

describe('askStream', () => {
  it('tells what has been read while the model writes, then the answer, and ends; for one unit', async () => {
    const answer = playHeld();
    const { key } = await server.newKey('pro');
    const stream = await open(key, { question: QUESTION });
    expect(runIn(await stream.event(0))).toMatchObject({
      agentId: null,
      trigger: 'API_ASYNC',
      status: 'PENDING',
      result: null,
    });
    const tools = (): readonly string[] => runIn(stream.events.at(-1) as StreamEvent).toolCalls.map(({ tool }) => tool);
    await stream.until(() => tools().length === 2);
    expect([tools(), runIn(stream.events.at(-1) as StreamEvent).status]).toEqual([['gaps', 'signal'], 'PENDING']);
    answer();
    const events = await stream.ended;
    const last = runIn(events.at(-2) as StreamEvent);
    expect(events.at(-1)?.event).toBe('complete');
    expect(last).toMatchObject({
      status: 'FIRED',
      result: { headline: ANSWER },
      usage: { totalTokens: 360 },
      error: null,
    });
    expect(JSON.stringify(events)).not.toContain('_liveUntil');
    expect(await used(key)).toBe(1);
    const { text } = await server.graphql(
      key,
      'query ($id: ID!) { agentRun(id: $id) { result { headline } } usage { aiTokens { todayUsed reserved } } }',
      { id: last.id },
    );
    expect(JSON.parse(text)).toMatchObject({
      data: { agentRun: { result: { headline: ANSWER } }, usage: { aiTokens: { todayUsed: 360, reserved: 0 } } },
    });
  });

  it('goes on without its client, who opens it again under the same name without asking again', async () => {
    const answer = playHeld();
    const { key } = await server.newKey('pro');
    const input = { question: QUESTION, requestKey: 'page-1' };
    const first = await open(key, input);
    const { id } = runIn(await first.event(0));
    await first.until(() => runIn(first.events.at(-1) as StreamEvent).toolCalls.length === 2);
    first.leave();
    const again = await open(key, input);
    expect(runIn(await again.event(0))).toMatchObject({ id, status: 'PENDING' });
    answer();
    const events = await again.ended;
    expect(runIn(events.at(-2) as StreamEvent)).toMatchObject({ id, status: 'FIRED' });
    // Asked once more after it has ended, it is told at once.
    const late = await (await open(key, input)).ended;
    expect(late.map(({ event }) => event)).toEqual(['next', 'complete']);
    expect([runIn(late[0] as StreamEvent).id, model.requests.length]).toEqual([id, 3]);
    // Another question under the name is asked, and does not get this one's answer.
    const other = await open(key, { question: 'What is the score of MSFT?', requestKey: 'page-1' });
    expect(runIn(await other.event(0)).id).not.toBe(id);
    await other.ended;
    // The name is the account's own.
    const stranger = await open((await server.newKey('pro')).key, input);
    expect(runIn(await stranger.event(0)).id).not.toBe(id);
    await stranger.ended;
  });

  it('is asked once by many at once under one name, also with the last tokens', async () => {
    const answer = playHeld();
    const { accountId } = await server.newKey('pro');
    const { secret: key } = await server.runtime.access.keys.create(accountId, { dailyTokenCap: 60_000 });
    const streams = await Promise.all(
      Array.from({ length: 10 }, () => open(key, { question: QUESTION, requestKey: 'once' })),
    );
    const ids = await Promise.all(streams.map(async (stream) => runIn(await stream.event(0)).id));
    expect(new Set(ids).size).toBe(1);
    answer();
    const ends = await Promise.all(
      streams.map(async (stream) => runIn((await stream.ended).at(-2) as StreamEvent).status),
    );
    expect([new Set(ends), model.requests.length]).toEqual([new Set(['FIRED']), 3]);
  });

  it('ends with the error of its run', async () => {
    model.play(() => ({ status: 401, raw: '{}' }));
    const stream = await open((await server.newKey('pro')).key, { question: QUESTION });
    const events = await stream.ended;
    expect(runIn(events.at(-2) as StreamEvent)).toMatchObject({
      status: 'ERROR',
      result: null,
      error: expect.stringMatching(/AI_API_KEY/),
    });
  });

  it.each<readonly [string, object, 'pro' | 'starter', string]>([
    ['a blank question', { question: ' ' }, 'pro', 'MISSING_PARAMETER'],
    ['a question without a word', { question: '?!' }, 'pro', 'INVALID_PARAMETER'],
    ['an unknown ticker', { question: QUESTION, tickers: ['ZZZZZ'] }, 'pro', 'TICKER_NOT_FOUND'],
    ['a lower tier', { question: QUESTION }, 'starter', 'TIER_REQUIRED'],
  ])('is refused for %s as askQuestion is, and costs as much', async (_, input, tier, code) => {
    const [{ key }, other] = [await server.newKey(tier), await server.newKey(tier)];
    const { text } = await server.graphql(
      other.key,
      'mutation ($input: AskQuestionInput!) { askQuestion(input: $input) { models } }',
      { input },
    );
    expect(text).toContain(code);
    const [event] = await (await open(key, input)).ended;
    expect([event?.event, codeOf(event as StreamEvent), await used(key)]).toEqual([
      'next',
      code,
      await used(other.key),
    ]);
  });

  it('is refused while another has the last tokens', async () => {
    const answer = playHeld();
    const { accountId } = await server.newKey('pro');
    const { secret: key } = await server.runtime.access.keys.create(accountId, { dailyTokenCap: 60_000 });
    const first = await open(key, { question: QUESTION });
    await first.event(0);
    const [event] = await (await open(key, { question: QUESTION })).ended;
    expect(codeOf(event as StreamEvent)).toBe('DAILY_TOKEN_CAP_REACHED');
    answer();
    await first.ended;
  });
});
