import { afterAll, expect, it } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { call, endConnections, read } from '../support/http.js';
import { programsForFile, type ServerProgram } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';
import { eventually } from './deliveries.js';

const ROUNDS = 6;
const MESSAGES = 10;
const TIMEOUT_MS = 420_000;
/** The longest lease of a delivery, and the sweep after it. */
const SETTLED_WITHIN_MS = 180_000;
/** How long the mail server keeps its answer to a message back. */
const HOLD_MS = 40;
const MESSAGE_ID = /^Message-ID: (\S+)/im;

/** Message-IDs of the mail that the server has read to its end; its answer to each comes later. */
const taken: string[] = [];
const sink = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, _session, done) {
    let text = '';
    stream
      .setEncoding('utf8')
      .on('data', (part: string) => (text += part))
      .on('end', () => {
        taken.push(MESSAGE_ID.exec(text)?.[1] ?? 'none');
        setTimeout(done, HOLD_MS);
      });
  },
});
sink.on('error', () => undefined);
await new Promise<void>((resolve) => void sink.listen(0, '127.0.0.1', resolve));
const sinkPort = (sink.server.address() as { port: number }).port;
afterAll(async () => {
  endConnections();
  await new Promise<void>((resolve) => sink.close(resolve));
});

const programs = programsForFile();
removeScratchAtEnd();

interface Sent {
  readonly id: string;
  readonly delivery_status: string;
  readonly delivery_error: string | null;
}

it(
  'mail of lines is given to the mail server at most once, and no message is lost, though the server is killed at any moment',
  async () => {
    const environment = { SVC_DATA_DIR: await scratchDir(), SVC_SMTP_URL: `smtp://127.0.0.1:${sinkPort}` };
    let server: ServerProgram = await programs.server(environment);
    const { key, account_id: account } = await programs.newKey(
      environment,
      '--tier',
      'institutional',
      '--per-minute',
      '10000',
    );
    const session = await programs.run('admin', ['sessions', 'create', '--account', account, '--json'], environment);
    const { session: secret } = JSON.parse(session.stdout) as { session: string };
    const made = await call(server.url, '/graphql', {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}` },
      body: { query: 'mutation { setUpLine(input: { assistantName: "Ada" }) { line { address } } }' },
    });
    expect([made.status, read(made, 'data', 'setUpLine', 'line', 'address')]).toEqual([
      200,
      expect.stringMatching(/@/),
    ]);
    expect((await programs.run('admin', ['line', 'confirm-payment', '--account', account], environment)).code).toBe(0);

    const acknowledged: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const [before, told] = [taken.length, acknowledged.length];
      const sending = Array.from({ length: MESSAGES }, async (_, k) => {
        const body = {
          action: 'send',
          to: `r${round}-${k}@supplier.example`,
          subject: 'Order',
          text: `When does order ${round}-${k} arrive?`,
        };
        const answer = await call(server.url, '/api/v1/line', { method: 'POST', key, body }).catch(() => undefined);
        if (answer?.status === 201) acknowledged.push(String(read(answer, 'id')));
      });
      // Killed between the first mail that was read and its answer, or somewhat later. Mail of the round before may be
      // read first: some of this round must have been acknowledged too.
      await eventually(() => taken.length > before + round && acknowledged.length > told + 1, 60_000);
      await server.signal('SIGKILL');
      await Promise.all(sending);
      server = await programs.server(environment);
    }

    const list = async (): Promise<readonly Sent[]> =>
      (read(await call(server.url, '/api/v1/line?view=sent&limit=100', { key }), 'messages') ?? []) as readonly Sent[];
    await eventually(
      async () => (await list()).every(({ delivery_status: status }) => ['sent', 'failed'].includes(status)),
      SETTLED_WITHIN_MS,
    );
    const messages = await list();
    const copies = (id: string): number => taken.filter((each) => each.includes(id)).length;
    const known = new Set(messages.map(({ id }) => id));
    process.stdout.write(
      `${ROUNDS} kills: ${acknowledged.length} messages acknowledged, ${messages.length} stored, ${taken.length} taken by the mail server, ${messages.filter(({ delivery_status: status }) => status === 'failed').length} of unknown outcome\n`,
    );
    expect(acknowledged.length).toBeGreaterThan(ROUNDS);
    expect(acknowledged.filter((id) => !known.has(id))).toEqual([]);
    expect(new Set(taken).size).toBe(taken.length);
    for (const { id, delivery_status: status, delivery_error: error } of messages) {
      if (status === 'sent') expect([id, copies(id), error]).toEqual([id, 1, null]);
      else expect(error).toMatch(/unknown/);
    }
  },
  TIMEOUT_MS,
);
