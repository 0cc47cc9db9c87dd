import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import nodemailer from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { until } from '../../access/fixtures/access.js';
import { startLines } from '../../bin/line.js';
import type { LineMessage } from '../../store/line-messages.js';
import { serverForFile } from '../support/in-process.js';

/** A mail server that keeps what it is given. */
const sunk: string[] = [];
/** Sender of the envelope by recipient. */
const returnPaths = new Map<string, string>();
const sink = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onRcptTo: ({ address }, _session, done) =>
    done(address.startsWith('unknown') ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null),
  onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
    for (const { address } of rcptTo) returnPaths.set(address, mailFrom === false ? '' : mailFrom.address);
    let text = '';
    stream
      .setEncoding('utf8')
      .on('data', (part: string) => (text += part))
      .on('end', () => {
        sunk.push(text);
        done();
      });
  },
});
await new Promise<void>((resolve) => void sink.listen(0, '127.0.0.1', resolve));
const sinkPort = (sink.server.address() as { port: number }).port;

const server = await serverForFile({ SVC_SMTP_PORT: '0', SVC_SMTP_URL: `smtp://127.0.0.1:${sinkPort}` });
let lines: Awaited<ReturnType<typeof startLines>>;
beforeAll(async () => {
  lines = await startLines(server.runtime, server.services, { sweepEveryMs: 100 });
});
afterAll(async () => {
  await lines.close();
  await new Promise<void>((resolve) => sink.close(resolve));
});

async function newLine(autopilot: 'off' | 'draft' | 'auto' = 'off'): Promise<{ accountId: string; address: string }> {
  const { accountId } = await server.newKey('pro');
  const { address } = await server.services.lines.setUp(accountId, 'Ada');
  await server.runtime.store.lines.activate(accountId, new Date());
  await server.services.lines.update(accountId, { autopilot });
  return { accountId, address };
}
const mail = (given: object): Promise<unknown> => {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: lines.smtpPort ?? 0, ignoreTLS: true });
  return transport.sendMail({
    from: 'ines@supplier.example',
    subject: 'Delivery',
    text: 'It leaves on Tuesday.',
    ...given,
  });
};
const failed = (address: string, action = 'failed'): string =>
  `Reporting-MTA: dns; mail.supplier.example\r\n\r\nFinal-Recipient: rfc822; ${address}\r\nAction: ${action}\r\nStatus: 5.2.2\r\n`;
/** A report of a mail server, or its text alone. */
const bounce = (to: string, report: string | null, messageId: string | null): Promise<unknown> => {
  const type = report === null ? 'multipart/mixed' : 'multipart/report; report-type=delivery-status';
  const part = report === null ? [] : ['--b', 'Content-Type: message/delivery-status', '', report];
  const raw = [
    'From: postmaster@supplier.example',
    'Subject: Returned',
    `Content-Type: ${type}; boundary=b`,
    'MIME-Version: 1.0',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    `Mailbox full. Message-ID: ${messageId ?? ''}`,
    ...part,
    '--b--',
    '',
  ].join('\r\n');
  return mail({ envelope: { from: '', to: [to] }, raw });
};
const inbox = (accountId: string): Promise<readonly LineMessage[]> =>
  server.runtime.store.lineMessages.list({ accountId, folder: 'inbox', first: 50 });
const settled = async (accountId: string, id: string): Promise<LineMessage> => {
  let found: LineMessage | undefined;
  await until(async () =>
    ['sent', 'failed'].includes((found = await server.runtime.store.lineMessages.get(accountId, id))?.delivery ?? ''),
  );
  if (found === undefined) throw new Error('no message');
  return found;
};

describe('mail that arrives', () => {
  it('is committed before it is acknowledged, with names of attachments and threading', async () => {
    const { accountId, address } = await newLine();
    await mail({
      to: address,
      messageId: '<one@supplier.example>',
      references: '<zero@supplier.example>',
      attachments: [{ filename: 'note.pdf', content: 'x' }],
      html: '<b>secret html</b>',
    });
    const [message] = await inbox(accountId);
    expect(message).toMatchObject({
      sender: 'ines@supplier.example',
      subject: 'Delivery',
      body: 'It leaves on Tuesday.',
      attachments: ['note.pdf'],
      messageId: '<one@supplier.example>',
      referenceIds: ['<zero@supplier.example>'],
      isRead: false,
    });
    await mail({ to: address, messageId: '<one@supplier.example>' });
    expect(await inbox(accountId)).toHaveLength(1);
  });

  it('has text from its HTML where it has no other', async () => {
    const { accountId, address } = await newLine();
    await mail({ to: address, text: '', html: '<style>p{}</style><p>Hello &amp; welcome</p><p>Bye</p>' });
    expect((await inbox(accountId))[0]?.body).toBe('Hello & welcome\n\nBye');
  });

  it('is refused at RCPT for unknown recipients, and never relayed', async () => {
    await expect(mail({ to: 'nobody@line.example.com' })).rejects.toMatchObject({
      responseCode: 550,
      command: 'RCPT TO',
    });
    await expect(mail({ to: 'someone@elsewhere.example' })).rejects.toMatchObject({ responseCode: 550 });
  });

  it('is never answered if a program wrote it', async () => {
    const { accountId, address } = await newLine('draft');
    await mail({ to: address, headers: { 'Auto-Submitted': 'auto-replied' } });
    await mail({ to: address, headers: { Precedence: 'bulk' } });
    await mail({ to: address, from: '', envelope: { from: '', to: [address] } });
    await lines.sweep();
    expect((await inbox(accountId)).map(({ agentStatus, isAutomatic }) => [agentStatus, isAutomatic])).toEqual([
      [null, true],
      [null, true],
      [null, true],
    ]);
  });
});

describe('the autopilot', () => {
  it('drafts an answer, replies to what it can answer with sources, and escalates the rest', async () => {
    const drafting = await newLine('draft');
    await mail({ to: drafting.address });
    await until(async () => (await inbox(drafting.accountId))[0]?.agentStatus === 'drafted');
    const drafts = await server.runtime.store.lineMessages.list({
      accountId: drafting.accountId,
      folder: 'drafts',
      first: 5,
    });
    expect(drafts).toMatchObject([{ recipients: ['ines@supplier.example'], subject: 'Re: Delivery', delivery: null }]);
    const auto = await newLine('auto');
    await mail({ to: auto.address, messageId: '<plain@x.example>' });
    await until(async () => (await inbox(auto.accountId))[0]?.agentStatus === 'escalated');
    await mail({ to: auto.address, subject: 'What about AAPL?' });
    await until(async () => (await inbox(auto.accountId))[0]?.agentStatus === 'replied', 30_000);
    const [sent] = await server.runtime.store.lineMessages.list({
      accountId: auto.accountId,
      folder: 'sent',
      first: 5,
    });
    expect(sent).toMatchObject({ recipients: ['ines@supplier.example'], subject: 'Re: What about AAPL?' });
    expect(sent?.body).toMatch(/AAPL/);
  });
});

describe('mail that leaves', () => {
  it('is given to the mail server once, with the signature', async () => {
    const { accountId } = await newLine();
    const message = await server.services.lines.send(
      { accountId, tier: 'pro' },
      { recipient: 'orders@supplier.example', subject: 'Order', text: 'When?' },
    );
    const sent = await settled(accountId, message.id);
    expect([sent.delivery, sent.error]).toEqual(['sent', null]);
    await lines.sweep();
    const copies = sunk.filter((text) => text.includes(message.messageId ?? '-'));
    expect(copies).toHaveLength(1);
    expect(copies[0]).toMatch(/Ada is an AI assistant/);
    expect(copies[0]).toMatch(/^Auto-Submitted: auto-generated/m);
  });

  it('shows that the server refused it, and a bounce', async () => {
    const { accountId, address } = await newLine();
    const refused = await server.services.lines.send(
      { accountId, tier: 'pro' },
      { recipient: 'unknown@supplier.example', subject: '', text: 'When?' },
    );
    expect(await settled(accountId, refused.id)).toMatchObject({
      delivery: 'failed',
      error: expect.stringMatching(/550/),
    });
    const sent = await server.services.lines.send(
      { accountId, tier: 'pro' },
      { recipient: 'full@supplier.example', subject: '', text: 'When?' },
    );
    expect((await settled(accountId, sent.id)).delivery).toBe('sent');
    const returnPath = returnPaths.get('full@supplier.example') ?? '';
    expect(returnPath).toMatch(/^bounce-.*@line\.example\.com$/);
    const delivery = async (): Promise<unknown> =>
      (await server.runtime.store.lineMessages.get(accountId, sent.id))?.delivery;
    // Not to the line, whatever it says; not of another recipient, or only late; and not with a sender or an altered
    // address.
    for (const [to, report] of [
      [address, failed('full@supplier.example')],
      [returnPath, failed('other@supplier.example')],
      [returnPath, failed('full@supplier.example', 'delayed')],
    ] as const)
      await bounce(to, report, sent.messageId);
    await bounce(returnPath, null, sent.messageId);
    const altered = returnPath.replace(/.(?=@)/, (last) => (last === '0' ? '1' : '0'));
    await expect(bounce(altered, failed('full@supplier.example'), sent.messageId)).rejects.toThrow(/No such recipient/);
    await expect(mail({ to: returnPath })).rejects.toThrow(/Only bounces/);
    expect(await delivery()).toBe('sent');
    await bounce(returnPath, failed('full@supplier.example'), sent.messageId);
    expect(await server.runtime.store.lineMessages.get(accountId, sent.id)).toMatchObject({
      delivery: 'failed',
      error: expect.stringMatching(/came back: Mailbox full/),
    });
    expect(
      (await inbox(accountId)).map(({ subject, isAutomatic, replyAddress }) => [subject, isAutomatic, replyAddress]),
    ).toEqual(Array.from({ length: 5 }, () => ['Returned', true, null]));
  });
});

it('is written to a maildir without a mail server, readable only by its owner', async () => {
  const { createMaildirTransport } = await import('../../surfaces/line/outgoing/maildir.js');
  const folder = path.join(server.runtime.config.dataDir, 'maildir-test');
  const transport = createMaildirTransport(folder);
  await transport.deliver(
    {
      channel: 'mail',
      from: { name: 'Ada', address: 'a@line.example.com' },
      returnPath: 'a@line.example.com',
      to: 'x@y.example',
      subject: 'Hi',
      text: 'Text',
      messageId: '<m@line.example.com>',
      inReplyTo: null,
      references: [],
      at: new Date(),
      isAutomatic: false,
    },
    async () => undefined,
  );
  const [name = ''] = await readdir(path.join(folder, 'new'));
  expect(await readFile(path.join(folder, 'new', name), 'utf8')).toMatch(/^To: x@y\.example$/m);
  expect([(await stat(folder)).mode & 0o777, (await stat(path.join(folder, 'new', name))).mode & 0o777]).toEqual([
    0o700, 0o600,
  ]);
});
