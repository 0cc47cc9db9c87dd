import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import nodemailer from 'nodemailer';
import { mailOptions } from './smtp.js';
import type { LineTransport } from './transport.js';

const FOLDERS = ['tmp', 'new', 'cur'] as const;
const NAME = /[^\w.-]/g;

/** Writes mail to a maildir, one file for each, readable only by its owner. */
export function createMaildirTransport(folder: string): LineTransport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async deliver(mail, starts) {
      await starts();
      for (const each of FOLDERS) await mkdir(path.join(folder, each), { recursive: true, mode: 0o700 });
      const { message } = await composer.sendMail(mailOptions(mail));
      const name = `${mail.at.getTime()}.${mail.messageId.replace(NAME, '')}`;
      await writeFile(path.join(folder, 'tmp', name), message as Buffer, { mode: 0o600 });
      await rename(path.join(folder, 'tmp', name), path.join(folder, 'new', name));
      return { outcome: 'accepted' };
    },
    close: () => composer.close(),
  };
}
