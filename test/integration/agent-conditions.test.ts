import { afterAll, describe, expect, it } from '@jest/globals';
import { startScriptedModel } from '../../answers/providers/fixtures/scripted-model.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const model = await startScriptedModel();
afterAll(() => model.close());
const server = await serverForFile({
  AI_PROVIDER: 'openai-compatible',
  AI_MODEL: 'scripted-1',
  AI_BASE_URL: model.url,
  AI_API_KEY: 'sk-x',
});

const WISH = 'Tell me when Apple looks oversold by its RSI';
const send = (key: string, method: string, body: object): Promise<Answer> =>
  server.call('/api/v1/agents', { method, key, body });
const create = (key: string, changes: object = {}): Promise<Answer> =>
  send(key, 'POST', { name: 'Wish', mode: 'alert', task_prompt: WISH, tickers: ['AAPL'], ...changes });
const usedTokens = async (key: string): Promise<unknown> => {
  const { text } = await server.graphql(key, '{ usage { aiTokens { todayUsed reserved } } }');
  return read({ text }, 'data', 'usage', 'aiTokens');
};
const proKey = async (): Promise<string> => (await server.newKey('pro')).key;

describe('an alert whose task is no condition, with a provider', () => {
  it('gets the condition that the model writes, which is stored and shown', async () => {
    model.play(() => ({ text: '```\nAAPL RSI  below 30\n```' }));
    const key = await proKey();
    const created = await create(key);
    expect([created.status, read(created, 'task_prompt')]).toEqual([201, 'AAPL rsi < 30']);
    expect(await usedTokens(key)).toEqual({ todayUsed: 120, reserved: 0 });
    const [request] = model.requests;
    expect(request?.body.tools).toBeUndefined();
    expect(JSON.stringify(request?.body.messages)).toContain(WISH);
    // What is a condition asks no model.
    const changed = await send(key, 'PATCH', { id: read(created, 'id'), task_prompt: 'AAPL rsi < 25' });
    expect([changed.status, read(changed, 'task_prompt'), model.requests.length]).toEqual([200, 'AAPL rsi < 25', 1]);
    const again = await send(key, 'PATCH', { id: read(created, 'id'), task_prompt: WISH });
    expect([again.status, read(again, 'task_prompt'), model.requests.length]).toEqual([200, 'AAPL rsi < 30', 2]);
  });

  it('is asked for once more with the fault of the first text', async () => {
    model.play((_, index) => ({ text: index === 0 ? 'AAPL rsi is rather low' : 'AAPL rsi < 30' }));
    const created = await create(await proKey());
    expect([created.status, read(created, 'task_prompt')]).toEqual([201, 'AAPL rsi < 30']);
    expect(JSON.stringify(model.requests[1]?.body.messages)).toContain('That is no condition, at column');
  });

  it.each([
    ['there is none', 'NONE', 1],
    ['it is none either', 'Buy low, sell high!', 2],
  ])('is 400 with the grammar if %s, and its tokens are counted', async (_, text, requests) => {
    model.play(() => ({ text }));
    const key = await proKey();
    const created = await create(key);
    expect([created.status, read(created, 'error'), read(created, 'param')]).toEqual([
      400,
      'invalid_parameter',
      'task_prompt',
    ]);
    expect(read(created, 'message')).toMatch(/not understood at column \d+.*Examples: AAPL rsi < 30/);
    expect([model.requests.length, await usedTokens(key)]).toEqual([
      requests,
      { todayUsed: 120 * requests, reserved: 0 },
    ]);
    expect(read(await server.call('/api/v1/agents', { key }), 'count')).toBe(0);
  });

  it.each([
    ['a metric of a higher tier', 'AAPL vpin > 0.5', 403, 'entitlement_required'],
    ['an unknown ticker', 'ZZZZZ rsi < 30', 404, 'ticker_not_found'],
  ])('is refused for %s that the model writes', async (_, text, status, code) => {
    model.play(() => ({ text }));
    const created = await create(await proKey());
    expect([created.status, read(created, 'error')]).toEqual([status, code]);
  });

  it('is told as failed if the provider fails, and as out of tokens if the key is', async () => {
    model.play(() => ({ status: 401, raw: '{}' }));
    const failed = await create(await proKey());
    expect([failed.status, read(failed, 'error')]).toEqual([502, 'upstream_failed']);
    const { accountId } = await server.newKey('pro');
    const { secret } = await server.runtime.access.keys.create(accountId, { dailyTokenCap: 10_000 });
    model.play(() => ({ text: 'AAPL rsi < 30' }));
    expect((await create(secret)).status).toBe(201);
    const refused = await create(secret);
    expect([refused.status, read(refused, 'error')]).toEqual([429, 'daily_token_cap_reached']);
  });

  it('is 400 in a run of a draft, for which nothing is translated', async () => {
    model.play(() => ({ text: 'AAPL rsi < 30' }));
    const ran = await server.call('/api/v1/agents/run', {
      method: 'POST',
      key: await proKey(),
      body: { agent: { mode: 'alert', task_prompt: WISH } },
    });
    expect([ran.status, read(ran, 'error'), model.requests.length]).toEqual([400, 'invalid_parameter', 0]);
  });
});
