import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerAddress, type SMTPServerDataStream } from 'smtp-server';
import type { Store } from '../../../store/open-store.js';
import type { ReturnPaths } from '../return-path.js';
import { LINE } from '../rules.js';
import type { ReceivedMail } from './receive.js';

export interface SmtpReceiverOptions {
  readonly host: string;
  readonly port: number;
  readonly store: Pick<Store, 'lines'>;
  readonly returnPaths: Pick<ReturnPaths, 'messageOf'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly receive: (mail: ReceivedMail) => Promise<void>;
  readonly log: { warn(details: object, message: string): void; error(details: object, message: string): void };
}

export interface SmtpReceiver {
  readonly port: number;
  close(): Promise<void>;
}

const MOST_CLIENTS = 50;
const MOST_RECIPIENTS = 20;
const SOCKET_TIMEOUT_MS = 60_000;
const CLOSE_TIMEOUT_MS = 2_000;

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** Of the envelope; empty for a bounce. */
const senderOf = ({ mailFrom }: { readonly mailFrom: SMTPServerAddress | false }): string =>
  mailFrom === false ? '' : mailFrom.address;

/** The bytes of a mail; undefined if there are too many, which are read nevertheless, as the dialogue demands. */
async function bytesOf(stream: SMTPServerDataStream): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    length += part.length;
    if (length <= LINE.inbound.mostBytes) parts.push(part);
    else parts.length = 0;
  }
  return length > LINE.inbound.mostBytes ? undefined : Buffer.concat(parts);
}

/**
 * Receives mail for active lines and, without a sender, for the return paths of their messages, and for nobody else:
 * there is no log-in and no relaying.
 */
export async function startSmtpReceiver({
  host,
  port,
  store,
  returnPaths,
  clock,
  receive,
  log,
}: SmtpReceiverOptions): Promise<SmtpReceiver> {
  const checkRecipient = async ({ address }: SMTPServerAddress, known: number, sender: string): Promise<void> => {
    if (known >= MOST_RECIPIENTS) throw refusal(452, 'Too many recipients');
    if (returnPaths.messageOf(address, clock()) !== null) {
      if (sender !== '') throw refusal(550, 'Only bounces are taken here');
      return;
    }
    const line = await store.lines.byAddress(address.toLowerCase()).catch(() => {
      throw refusal(451, 'Try again later');
    });
    if (line === undefined) throw refusal(550, 'No such recipient here');
  };
  const take = async (stream: SMTPServerDataStream, sender: string, recipients: readonly string[]): Promise<void> => {
    const raw = await bytesOf(stream);
    if (raw === undefined) throw refusal(552, 'The message is too large');
    try {
      await receive({ raw, sender, recipients });
    } catch (err) {
      log.error({ err }, 'a mail could not be stored; its sender tries again');
      throw refusal(451, 'Try again later');
    }
  };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    banner: 'ready',
    size: LINE.inbound.mostBytes,
    maxClients: MOST_CLIENTS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    closeTimeout: CLOSE_TIMEOUT_MS,
    disableReverseLookup: true,
    onRcptTo: (address, { envelope }, done) =>
      void checkRecipient(address, envelope.rcptTo.length, senderOf(envelope)).then(() => done(), done),
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      void take(
        stream,
        senderOf({ mailFrom }),
        rcptTo.map(({ address }) => address),
      ).then(() => done(), done);
    },
  });
  // Of the server itself before it listens, which ends the start; then of connections.
  server.on('error', (err) => {
    if (server.server.listening) log.warn({ err: err.message }, 'a connection of the mail receiver failed');
  });
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, () => {
      server.server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
