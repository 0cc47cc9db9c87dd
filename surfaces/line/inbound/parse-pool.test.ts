import { afterAll, describe, expect, it } from '@jest/globals';
import { createParsePool } from './parse-pool.js';

const pool = createParsePool();
afterAll(() => pool.close());

/** Reproducible numbers from 0 to 1. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = generator(20_261_120);
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
const times = (most: number): number => Math.floor(random() * most);

const HEADERS: readonly (() => string)[] = [
  () => 'From: a@b.example',
  () => 'From: "<x@y.example>" <c@d.example>, e@f.example',
  () => `Subject: ${'ä\xff\x00'.repeat(times(50))}`,
  () => 'Subject: =?utf-8?B?////?= =?x-none?Q?=ZZ?=',
  () => `References: ${'<a@b.example> '.repeat(times(500))}`,
  () => `X-${'A'.repeat(times(3000))}: ${'b'.repeat(times(3000))}`,
  () => 'To: undisclosed-recipients:;',
  () => `To: ${'(('.repeat(times(300))}`,
  () => 'Content-Type: multipart/mixed; boundary=',
  () => 'Content-Type: text/plain; charset=none-such',
  () => 'Content-Type: text/html; charset="utf-7"',
  () => 'no colon at all',
  () => ' folded from nothing',
  () => 'Content-Transfer-Encoding: base64',
  () => 'Content-Transfer-Encoding: quoted-printable',
  () => 'Content-Transfer-Encoding: x-uuencode',
  () => 'Message-ID: <<broken>@>',
  () => 'Date: not a date',
  () => '\u0000\u0001: \u0002',
];
const BODIES: readonly (() => string)[] = [
  () => 'text',
  () => '=\r\n='.repeat(times(500)),
  () => '%%%%'.repeat(times(500)),
  () => '<div>'.repeat(times(5000)),
  () => '\u0000'.repeat(times(2000)),
  () => `--b\r\n${'--b\r\n'.repeat(times(500))}`,
  () => '<style>'.repeat(times(1000)),
  () => '&#x0;&#xd800;&bogus;'.repeat(times(500)),
  () => `begin 644 x\r\n${'M'.repeat(61)}\r\n`,
  () => 'x'.repeat(times(200_000)),
  () => '',
];

function nested(depth: number): string {
  if (depth === 0) return `Content-Type: text/plain\r\n\r\n${pick(BODIES)()}`;
  return `Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n${nested(depth - 1)}\r\n${random() < 0.5 ? `--b${depth}--` : ''}`;
}

function nasty(): Buffer {
  const headers = Array.from({ length: times(12) }, () => pick(HEADERS)());
  const rest = random() < 0.3 ? nested(times(60)) : `\r\n${pick(BODIES)()}`;
  const text = [...headers, rest].join(pick(['\r\n', '\n', '\r']));
  const bytes = Buffer.from(text, pick(['utf8', 'latin1']));
  return random() < 0.2 ? bytes.subarray(0, times(bytes.length)) : bytes;
}

describe('the reader of mail', () => {
  it('ends for each of 1,000 nasty mails, and gives text that the database takes', async () => {
    let read = 0;
    for (let round = 0; round < 20; round++) {
      const mails = Array.from({ length: 50 }, nasty);
      const parsed = await Promise.allSettled(mails.map((raw) => pool.parse(raw, 'x@y.example')));
      for (const each of parsed) {
        if (each.status === 'rejected') continue;
        read++;
        const { subject, text, html, attachments, sender } = each.value;
        for (const value of [subject, text, html ?? '', sender, ...attachments])
          expect(value).not.toMatch(/[\p{Cs}\0]/u);
      }
    }
    expect(read).toBeGreaterThan(500);
  });

  it('gives up a mail that takes too long, and reads the next one', async () => {
    const quick = createParsePool(1);
    await expect(quick.parse(Buffer.from(`From: a@b.example\r\n\r\n${'x'.repeat(9_000_000)}`), '')).rejects.toThrow();
    await quick.close();
    expect((await pool.parse(Buffer.from('From: a@b.example\r\nSubject: Next\r\n\r\nText'), '')).subject).toBe('Next');
  });
});
