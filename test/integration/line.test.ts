import { describe, expect, it } from '@jest/globals';
import { read, type Answer } from '../support/http.js';
import { serverForFile, type TestKey } from '../support/in-process.js';
import type { Tier } from '../../access/tiers.js';
import type { NewLineMessage } from '../../store/line-messages.js';

const server = await serverForFile();
const LINE = '/api/v1/line';

const get = (key: TestKey, query = ''): Promise<Answer> => server.call(`${LINE}${query}`, { key: key.key });
const post = (key: TestKey, body: object): Promise<Answer> => server.call(LINE, { method: 'POST', key: key.key, body });
const send = (key: TestKey, extra: object = {}): Promise<Answer> =>
  post(key, {
    action: 'send',
    to: 'orders@supplier.example',
    subject: 'Order 4711',
    text: 'When will it arrive?',
    ...extra,
  });
const told = (answer: Answer): unknown[] => [answer.status, read(answer, 'error')];
const session = async ({ accountId }: TestKey): Promise<string> =>
  (await server.runtime.access.sessions.create(accountId)).secret;
const owner = async (key: TestKey, query: string): Promise<Answer> =>
  server.call('/graphql', {
    method: 'POST',
    headers: { Authorization: `Bearer ${await session(key)}` },
    body: { query },
  });

async function activeKey(tier: Tier = 'institutional'): Promise<TestKey> {
  const key = await server.newKey(tier, { perMinute: 10_000 });
  await server.services.lines.setUp(key.accountId, 'Ada');
  await server.runtime.store.lines.activate(key.accountId, new Date(server.clock.nowMs));
  return key;
}

let arrived = 0;
async function arrive({ accountId }: TestKey, given: Partial<NewLineMessage> = {}): Promise<string> {
  const id = `msg_test${++arrived}`;
  const at = new Date(server.clock.nowMs - 60_000 + arrived);
  const text = 'The goods leave on Tuesday.';
  await server.runtime.store.lineMessages.store({
    id,
    accountId,
    folder: 'inbox',
    sender: 'ines@supplier.example',
    recipients: ['ada@line.example.com'],
    subject: 'Delivery',
    preview: text,
    body: text,
    html: '<b>sentinel-html</b>',
    isRead: false,
    attachments: ['note.pdf'],
    messageId: `<${id}@supplier.example>`,
    referenceIds: ['<first@supplier.example>'],
    replyAddress: 'ines@supplier.example',
    at,
    words: 'delivery the goods leave on tuesday',
    ...given,
  });
  return id;
}

describe('the states of a line', () => {
  it('go from none over a pending payment to active', async () => {
    const key = await server.newKey('starter', { perMinute: 1000 });
    for (const query of ['', '?view=inbox', '?view=sent', '?view=search&q=a', '?id=msg_x'])
      expect(told(await get(key, query))).toEqual([404, 'no_line']);
    expect(told(await send(key))).toEqual([404, 'no_line']);
    const made = await owner(
      key,
      'mutation { setUpLine(input: { assistantName: "Ada Lo" }) { line { address state setupUrl autopilot unreadCount } } }',
    );
    expect(read(made, 'data', 'setUpLine', 'line')).toEqual({
      address: expect.stringMatching(/^ada-lo-[0-9a-f]{10}@line\.example\.com$/),
      state: 'PAYMENT_PENDING',
      setupUrl: 'http://localhost:3000/line/setup',
      autopilot: 'OFF',
      unreadCount: 0,
    });
    for (const query of ['', '?view=inbox', '?view=sent', '?view=search&q=a', '?id=msg_x']) {
      const answer = await get(key, query);
      expect([...told(answer), read(answer, 'setup_url')]).toEqual([
        402,
        'payment_required',
        'http://localhost:3000/line/setup',
      ]);
    }
    expect(told(await send(key))).toEqual([402, 'payment_required']);
    expect(told(await post(key, { action: 'reply', id: 'msg_x', text: 'Yes.' }))).toEqual([402, 'payment_required']);
    await server.runtime.store.lines.activate(key.accountId, new Date());
    const again = await owner(
      key,
      'mutation { setUpLine(input: { assistantName: "Other" }) { line { assistantName state setupUrl } } }',
    );
    expect(read(again, 'data', 'setUpLine', 'line')).toEqual({
      assistantName: 'Ada Lo',
      state: 'ACTIVE',
      setupUrl: null,
    });
    await owner(
      key,
      'mutation { updateLine(input: { autopilot: DRAFT, standingInstructions: "Be brief." }) { line { address } } }',
    );
    const status = await get(key);
    expect([status.status, JSON.parse(status.text)]).toEqual([
      200,
      {
        address: read(made, 'data', 'setUpLine', 'line', 'address'),
        assistant_name: 'Ada Lo',
        state: 'active',
        autopilot: 'draft',
        standing_instructions: 'Be brief.',
        unread_count: 0,
      },
    ]);
  });

  it('are changed by the owner alone', async () => {
    const key = await server.newKey('pro');
    for (const mutation of [
      'setUpLine(input: { assistantName: "A" }) { line { address } }',
      'updateLine(input: { autopilot: AUTO }) { line { address } }',
    ])
      expect(read(await server.graphql(key.key, `mutation { ${mutation} }`), 'errors', 0, 'extensions', 'code')).toBe(
        'SESSION_REQUIRED',
      );
  });
});

describe('messages', () => {
  it('are listed newest first, paged, searched, and read once by id', async () => {
    const key = await activeKey();
    const ids = [
      await arrive(key),
      await arrive(key, { subject: 'Invoice', words: 'invoice of märz' }),
      await arrive(key),
    ];
    const list = await get(key, '?view=inbox&limit=2');
    expect([
      read(list, 'count'),
      read(list, 'total'),
      read(list, 'messages', 0, 'id'),
      read(list, 'messages', 1, 'id'),
    ]).toEqual([2, 3, ids[2], ids[1]]);
    expect(list.text).not.toMatch(/sentinel-html|"text"/);
    const next = await get(key, `?view=inbox&limit=2&cursor=${String(read(list, 'next_cursor'))}`);
    expect([read(next, 'messages', 0, 'id'), read(next, 'next_cursor')]).toEqual([ids[0], null]);
    const before = await get(key, `?view=inbox&before=${String(read(list, 'messages', 1, 'at'))}`);
    expect([read(before, 'count'), read(before, 'messages', 0, 'id')]).toEqual([1, ids[0]]);
    expect(read(await get(key, '?view=search&q=M%C3%84R&folder=all'), 'messages', 0, 'id')).toBe(ids[1]);
    expect(read(await get(key, '?view=search&q=m%C3%A4rz&folder=sent'), 'count')).toBe(0);
    expect(read(await get(key, '?view=search&q=%26!%7C'), 'count')).toBe(0);
    expect(read(await get(key), 'unread_count')).toBe(3);
    const one = await get(key, `?id=${ids[1] ?? ''}`);
    expect([one.status, read(one, 'text'), read(one, 'is_read'), read(one, 'attachments')]).toEqual([
      200,
      'The goods leave on Tuesday.',
      true,
      ['note.pdf'],
    ]);
    expect(one.text).not.toMatch(/sentinel-html/);
    expect(read(await get(key), 'unread_count')).toBe(2);
    expect(read(await get(key, '?view=inbox&unread_only=1'), 'count')).toBe(2);
    const graph = await server.graphql(
      key.key,
      `{ lineMessage(id: "${ids[0] ?? ''}") { isRead } node(id: "${ids[0] ?? ''}") { id } }`,
    );
    expect(read(graph, 'data')).toEqual({ lineMessage: { isRead: false }, node: { id: ids[0] } });
  });

  it.each([
    '?view=inbox&limit=0',
    '?view=inbox&limit=101',
    '?view=nothing',
    '?view=inbox&before=yesterday',
    '?view=search',
    '?view=inbox&unread_only=2',
    '?view=inbox&id=msg_1',
    '?view=search&q=a&folder=none',
  ])('refuse %s', async (query) => {
    expect((await get(await activeKey(), query)).status).toBe(400);
  });

  it('are never those of another account', async () => {
    const [mine, theirs] = [await activeKey(), await activeKey()];
    const id = await arrive(mine);
    expect(told(await get(theirs, `?id=${id}`))).toEqual([404, 'not_found']);
    expect(told(await post(theirs, { action: 'reply', id, text: 'Yes.' }))).toEqual([404, 'not_found']);
    const graph = await server.graphql(theirs.key, `{ lineMessage(id: "${id}") { id } node(id: "${id}") { id } }`);
    expect(read(graph, 'data')).toEqual({ lineMessage: null, node: null });
    expect(
      read(
        await server.graphql(theirs.key, `mutation { markLineMessage(input: { id: "${id}" }) { lineMessage { id } } }`),
        'errors',
        0,
        'extensions',
        'code',
      ),
    ).toBe('NOT_FOUND');
    expect(read(await get(theirs, '?view=search&q=delivery'), 'total')).toBe(0);
    expect(read(await get(mine), 'unread_count')).toBe(1);
  });
});

describe('sending', () => {
  it('stores the message with the signature', async () => {
    const key = await activeKey();
    const sent = await send(key);
    expect([sent.status, read(sent, 'folder'), read(sent, 'recipients'), read(sent, 'delivery_status')]).toEqual([
      201,
      'sent',
      ['orders@supplier.example'],
      'waiting',
    ]);
    expect(read(sent, 'text')).toMatch(
      /^When will it arrive\?\n\n-- \nAda is an AI assistant\. This message was sent by its assistant line, ada-/,
    );
    expect(read(await get(key, '?view=sent'), 'messages', 0, 'id')).toBe(read(sent, 'id'));
  });

  it('replies with recipient, subject and threading of the stored message alone', async () => {
    const key = await activeKey();
    const id = await arrive(key);
    const sent = await post(key, {
      action: 'reply',
      id,
      text: 'Thank you.',
      to: 'evil@else.example',
      subject: 'Other',
      recipients: ['x@y.example'],
    });
    expect([sent.status, read(sent, 'recipients'), read(sent, 'subject'), read(sent, 'answers_id')]).toEqual([
      201,
      ['ines@supplier.example'],
      'Re: Delivery',
      id,
    ]);
    const stored = await server.runtime.store.lineMessages.get(key.accountId, String(read(sent, 'id')));
    expect([stored?.inReplyTo, stored?.referenceIds]).toEqual([
      `<${id}@supplier.example>`,
      ['<first@supplier.example>', `<${id}@supplier.example>`],
    ]);
  });

  it.each([
    'a@b.example, c@d.example',
    'Group: a@b.example;',
    'Name <a@b.example>',
    'a@b.example\r\nBcc: c@d.example',
    'a@localhost',
    '"a b"@c.example',
    'a@1.2.3.4',
    '',
  ])('refuses the recipient %j', async (to) => {
    const answer = await send(await activeKey(), { to });
    expect([answer.status, read(answer, 'param')]).toEqual([400, 'to']);
  });

  it('never passes the hourly cap, however many are sent at once, and counts no refused ones', async () => {
    const key = await activeKey('free');
    for (const text of ['Please send me your password.', 'Your SSN please'])
      expect(told(await send(key, { text }))).toEqual([422, 'guardrail_blocked']);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(key)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter((answer) => read(answer, 'error') === 'send_rate_limited')).toHaveLength(15);
    expect(answers.every((answer) => answer.status === 201 || Number(answer.headers['retry-after']) > 3000)).toBe(true);
    server.clock.nowMs += 3_600_001;
    expect((await send(key)).status).toBe(201);
  });
});
