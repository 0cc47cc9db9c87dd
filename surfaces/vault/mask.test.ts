import { describe, expect, it } from '@jest/globals';
import { createMasker, MASK } from './mask.js';

const SECRET = 'sk-Live_9f"8/7+6&5 é4\\3<2>1';
const jsonUnicode = Array.from(
  SECRET,
  (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
).join('');
const htmlHex = Array.from(SECRET, (character) => `&#x${(character.codePointAt(0) ?? 0).toString(16)};`).join('');
const everyByte = Array.from(Buffer.from(SECRET), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const base64 = (before: string): string => Buffer.from(`${before}${SECRET}after`).toString('base64');

const SPELLINGS: Readonly<Record<string, string>> = {
  'as it is': SECRET,
  'in capitals': SECRET.toUpperCase(),
  'in JSON': JSON.stringify(SECRET).slice(1, -1),
  'in JSON in JSON': JSON.stringify(JSON.stringify(SECRET)).slice(3, -3),
  'in JSON with escaped slashes': JSON.stringify(SECRET).slice(1, -1).replaceAll('/', '\\/'),
  'in JSON, each unit escaped': jsonUnicode,
  'in a URL': encodeURIComponent(SECRET),
  'in a URL, small digits': encodeURIComponent(SECRET).replace(/%../g, (escape) => escape.toLowerCase()),
  'in a URL twice': encodeURIComponent(encodeURIComponent(SECRET)),
  'in a form': new URLSearchParams([['', SECRET]]).toString().slice(1),
  'each byte escaped': everyByte,
  'in HTML': SECRET.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  'in HTML, each character escaped': htmlHex,
  'in hexadecimal': Buffer.from(SECRET).toString('hex'),
  'in capital hexadecimal': Buffer.from(SECRET).toString('hex').toUpperCase(),
  'half escaped': encodeURIComponent(SECRET.slice(0, 12)) + SECRET.slice(12),
};

describe('a secret is masked', () => {
  const { mask } = createMasker([SECRET]);

  it.each(Object.entries(SPELLINGS))('%s', (_spelling, text) => {
    expect(mask(`{"a":"${text}","b":1}`)).toEqual({ text: `{"a":"${MASK}","b":1}`, count: 1 });
  });

  it.each(['', 'u', 'us', 'user:'])('in base64 after %j, of both alphabets and in lines', (before) => {
    const wrapped = base64(before).replace(/(.{20})/g, '$1\r\n');
    const forms = [
      base64(before),
      base64(before).replaceAll('+', '-').replaceAll('/', '_'),
      wrapped,
      JSON.stringify(wrapped),
      encodeURIComponent(base64(before)),
    ];
    for (const form of forms) {
      const { text, count } = mask(form);
      expect([count, text.includes(MASK), text.length]).toEqual([1, true, expect.any(Number)]);
      // What is left has no whole part of it.
      const left = Buffer.from(
        text.replaceAll(MASK, '').replaceAll('-', '+').replaceAll('_', '/'),
        'base64',
      ).toString();
      for (let at = 0; at + 6 <= SECRET.length; at += 1) expect(left).not.toContain(SECRET.slice(at, at + 6));
    }
  });

  it('as often as it stands there, and nothing else is', () => {
    expect(mask(`${SECRET} and ${SECRET}${SECRET} and sk-live_9f`)).toEqual({
      text: `${MASK} and ${MASK}${MASK} and sk-live_9f`,
      count: 3,
    });
    expect(mask('{"ok":true,"path":"/a%20b","text":"\\u00e9 &amp; more"}')).toEqual({
      text: '{"ok":true,"path":"/a%20b","text":"\\u00e9 &amp; more"}',
      count: 0,
    });
  });

  it('in time that does not depend on what it consists of', () => {
    const hostile = createMasker(['\\'.repeat(1_000), 'a\\'.repeat(500), '%25'.repeat(300)]);
    const texts = [
      '\\'.repeat(65_536),
      'a\\'.repeat(32_768),
      '%25'.repeat(21_845),
      `${'\\'.repeat(999)}x`.repeat(60),
      '&#x'.repeat(21_845),
    ];
    // Each within milliseconds, where trying every way to split the text would take years.
    expect(texts.map((text) => hostile.mask(text).count)).toEqual([1, 1, 1, 0, 0].map(() => expect.any(Number)));
  });
});
