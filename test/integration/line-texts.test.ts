import { describe, expect, it } from '@jest/globals';
import type { LineMessage } from '../../store/line-messages.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

/* Texts from phones and payments, as programs of the operator tell them. */

const TEXTS = 'token-of-the-gateway-1';
const PAYMENTS = 'token-of-the-provider-1';
const server = await serverForFile({ SVC_SMS_RECEIVE_TOKEN: TEXTS, SVC_PAYMENT_TOKEN: PAYMENTS });
const { store } = server.runtime;
const { lines } = server.services;

async function newLine(): Promise<{
  readonly accountId: string;
  readonly key: string;
  readonly text: (to: string) => Promise<LineMessage>;
}> {
  const { accountId, key } = await server.newKey('pro', { perMinute: 1_000 });
  await lines.setUp(accountId, 'Ada');
  await store.lines.activate(accountId, new Date(server.clock.nowMs));
  return {
    accountId,
    key,
    async text(to) {
      const sent = await server.call('/api/v1/line', {
        method: 'POST',
        key,
        body: { action: 'send', to, subject: 'Tuesday', text: 'Does Tuesday suit you?' },
      });
      const message = await store.lineMessages.get(accountId, String(read(sent, 'id')));
      if (message === undefined) throw new Error(sent.text);
      return message;
    },
  };
}
let told = 0;
const receive = (body: object, token = TEXTS): Promise<Answer> => {
  told += 1;
  if (told % 50 === 0) server.nextMinute();
  return server.call('/internal/line-texts', { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body });
};
const inbox = (accountId: string): Promise<readonly LineMessage[]> =>
  store.lineMessages.list({ accountId, folder: 'inbox', first: 50 });

describe('a text from a phone', () => {
  it('is in the conversation of the text that it answers, once, and is answered by text', async () => {
    const line = await newLine();
    const sent = await line.text('+14155550101');
    const answers = await receive({ id: 'gw-1', from: '+1 (415) 555-0101', text: 'Tuesday is fine' });
    expect([answers.status, JSON.parse(answers.text)]).toEqual([200, { ok: true, stored: true }]);
    expect(JSON.parse((await receive({ id: 'gw-1', from: '+14155550101', text: 'Tuesday is fine' })).text)).toEqual({
      ok: true,
      stored: false,
    });
    const [message, ...others] = await inbox(line.accountId);
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      channel: 'sms',
      sender: '+14155550101',
      body: 'Tuesday is fine',
      threadId: sent.threadId,
      answersId: sent.id,
      isRead: false,
    });
    const reply = await server.call('/api/v1/line', {
      method: 'POST',
      key: line.key,
      body: { action: 'reply', id: message?.id, text: 'See you then.' },
    });
    expect([reply.status, read(reply, 'channel'), read(reply, 'recipients'), read(reply, 'thread_id')]).toEqual([
      201,
      'sms',
      ['+14155550101'],
      sent.threadId,
    ]);
  });

  it('goes to nobody whom the phone may not mean', async () => {
    const [one, other] = [await newLine(), await newLine()];
    expect((await receive({ id: 'gw-2', from: '+14155550102', text: 'Hello' })).status).toBe(404);
    const first = await one.text('+14155550102');
    await other.text('+14155550102');
    const answer = await receive({ id: 'gw-3', from: '+14155550102', text: 'Hello' });
    expect([answer.status, read(answer, 'error')]).toEqual([404, 'not_found']);
    expect((await receive({ id: 'gw-4', from: '+14155550102', text: 'Hello', answers: first.messageId })).status).toBe(
      200,
    );
    // Not by the id of a text to another phone.
    expect((await receive({ id: 'gw-5', from: '+14155550199', text: 'Hello', answers: first.messageId })).status).toBe(
      404,
    );
    expect([(await inbox(one.accountId)).length, (await inbox(other.accountId)).length]).toEqual([1, 0]);
    server.clock.nowMs += 31 * 86_400_000;
    const third = await newLine();
    await third.text('+14155550102');
    expect((await receive({ id: 'gw-6', from: '+14155550102', text: 'Hello' })).status).toBe(200);
    expect((await inbox(third.accountId)).length).toBe(1);
  });

  it.each<[object, string]>([
    [{}, 'id'],
    [{ id: 'a b', from: '+14155550101', text: 'x' }, 'id'],
    [{ id: 'x', from: '+14155550101', text: '' }, 'text'],
    [{ id: 'x', from: '', text: 'x' }, 'from'],
    [{ id: 'x', from: '+14155550101', text: 'x'.repeat(10_001) }, 'text'],
  ])('must be complete: %#', async (body, param) => {
    const answer = await receive(body);
    expect([answer.status, read(answer, 'error'), read(answer, 'param')]).toEqual([400, 'invalid_parameter', param]);
  });

  it('is taken from the gateway alone', async () => {
    const line = await newLine();
    await line.text('+14155550103');
    const body = { id: 'gw-7', from: '+14155550103', text: 'Hello' };
    for (const token of ['', 'wrong', PAYMENTS, line.key, `${TEXTS}x`]) {
      const answer = await receive(body, token);
      expect([answer.status, read(answer, 'error'), answer.text.includes(TEXTS)]).toEqual([401, 'invalid_key', false]);
    }
    expect((await server.call('/internal/line-texts', { headers: { Authorization: `Bearer ${TEXTS}` } })).status).toBe(
      405,
    );
    expect(await inbox(line.accountId)).toEqual([]);
  });
});

describe('a payment', () => {
  const pay = (body: object, token = PAYMENTS): Promise<Answer> =>
    server.call('/internal/line-payments', { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body });

  it('that the provider confirms opens the line, and confirming it again changes nothing', async () => {
    server.nextMinute();
    const { accountId, key } = await server.newKey('starter');
    expect((await pay({ account_id: accountId })).status).toBe(404);
    await lines.setUp(accountId, 'Ada');
    expect([
      (await server.call('/api/v1/line', { key })).status,
      (await pay({ account_id: accountId }, TEXTS)).status,
      (await server.call('/api/v1/line', { key })).status,
    ]).toEqual([402, 401, 402]);
    expect(JSON.parse((await pay({ account_id: accountId })).text)).toEqual({
      ok: true,
      account_id: accountId,
      status: 'active',
    });
    const since = (await store.lines.get(accountId))?.activatedAt;
    expect([
      (await pay({ account_id: accountId })).status,
      (await server.call('/api/v1/line', { key })).status,
      (await store.lines.get(accountId))?.activatedAt,
    ]).toEqual([200, 200, since]);
    expect(read(await pay({}), 'param')).toBe('account_id');
  });
});
