import { createHmac, timingSafeEqual } from 'node:crypto';
import { MS_PER_DAY } from '../../calendar/days.js';
import { LINE } from './rules.js';

/** Addresses that bounces come to: one for each message, signed, so that no other mail can speak of its delivery. */
export interface ReturnPaths {
  /** The address for a message that leaves now, under the domain of its sender. */
  of(message: { readonly id: string; readonly sender: string }, nowMs: number): string;
  /** The id of the message that an address is of; null if it is no such address, altered, or too old. */
  messageOf(address: string, nowMs: number): string | null;
}

const MESSAGE = /^msg_([\w-]{16})$/;
const LOCAL_PART = /^bounce-([\da-f]{24})([\da-z]{4})-([\da-f]{20})$/;
const SIGNATURE_CHARACTERS = 20;
const DAY_CHARACTERS = 4;

/** Local parts may arrive in another case, so that ids are written in hexadecimal. */
export function createReturnPaths(key: Buffer): ReturnPaths {
  const signatureOf = (signed: string): string =>
    createHmac('sha256', key).update(`return path ${signed}`).digest('hex').slice(0, SIGNATURE_CHARACTERS);
  return {
    of({ id, sender }, nowMs) {
      const random = MESSAGE.exec(id)?.[1];
      if (random === undefined) return sender;
      const lastDay = Math.floor(nowMs / MS_PER_DAY) + LINE.bounceDays;
      const signed =
        Buffer.from(random, 'base64url').toString('hex') + lastDay.toString(36).padStart(DAY_CHARACTERS, '0');
      return `bounce-${signed}-${signatureOf(signed)}${sender.slice(sender.lastIndexOf('@'))}`;
    },
    messageOf(address, nowMs) {
      const [, id = '', lastDay = '', signature = ''] =
        LOCAL_PART.exec(address.slice(0, address.lastIndexOf('@')).toLowerCase()) ?? [];
      if (id === '' || !timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(id + lastDay)))) return null;
      return nowMs >= (Number.parseInt(lastDay, 36) + 1) * MS_PER_DAY
        ? null
        : `msg_${Buffer.from(id, 'hex').toString('base64url')}`;
    },
  };
}
