import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Mail } from '../access/mail.js';
import type { Clock } from '../calendar/utc-periods.js';

/** Sends a message, or stores it. */
export interface MailOut {
  send(mail: Mail): Promise<void>;
}

const FOLDER = 'mail';
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** A header value in one line; words that are not ASCII are encoded (RFC 2047). */
function header(value: string): string {
  const line = value.replace(/[\r\n]+/g, ' ');
  return /^[\x20-\x7e]*$/.test(line) ? line : `=?utf-8?B?${Buffer.from(line).toString('base64')}?=`;
}

function messageOf({ to, subject, text }: Mail, nowMs: number, id: string): string {
  const headers = [
    `To: ${header(to)}`, `Subject: ${header(subject)}`, `Date: ${new Date(nowMs).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id}@marketgraph.invalid>`, 'MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ];
  return `${headers.join('\r\n')}\r\n\r\n${text.replace(/\r?\n/g, '\r\n')}`;
}

/** Stores messages in the Maildir `mail/` of the data directory, which only its owner may read. */
export function createLocalMail(dataDir: string, clock: Clock): MailOut {
  return {
    async send(mail) {
      const folder = path.join(dataDir, FOLDER);
      for (const each of ['', 'tmp', 'new', 'cur'])
        await mkdir(path.join(folder, each), { recursive: true, mode: PRIVATE_FOLDER });
      const nowMs = clock();
      const id = randomUUID();
      const name = `${Math.floor(nowMs / 1000)}.${id}.marketgraph`;
      const draft = path.join(folder, 'tmp', name);
      await writeFile(draft, messageOf(mail, nowMs, id), { mode: PRIVATE_FILE, flag: 'wx' });
      await rename(draft, path.join(folder, 'new', name));
    },
  };
}
