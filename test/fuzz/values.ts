import type { Dice } from '../../gateway/fixtures/dice.js';

/** Texts that programs trip over: controls, encodings, prototypes, numbers, templates, other languages' literals. */
export const NAUGHTY: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\n',
  '\r\nX-Injected: 1',
  '\t',
  '\u007f',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\ufffd',
  '\ud800',
  '\udfff',
  '\u202eLPAA',
  'ſpy',
  'ÄÖ',
  '٣',
  '𝟙',
  '👩‍👩‍👧',
  'e\u0301'.repeat(50),
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__typename',
  '__schema',
  '_gw_0',
  'null',
  'undefined',
  'true',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x10',
  '9'.repeat(400),
  '1'.repeat(5_000),
  '${7*7}',
  '{{7*7}}',
  '%00',
  '%ZZ',
  '%252e%252e',
  '../../etc/passwd',
  '..\\..\\',
  '<script>alert(1)</script>',
  "' OR 1=1 --",
  '"; DROP TABLE keys; --',
  '$where',
  '*',
  '$(id)',
  '`id`',
  '#',
  '//',
  '\\',
  '"',
  '"""',
  "'",
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  'AAPL',
  'aapl ',
  'BRK.B',
  'BRK-B',
  'NOPE',
  '2026-02-30',
  '2026-13-01',
  '0001-01-01',
  'TREND',
  'buy_hold',
  'svc_demo_pro',
  'Did you mean '.repeat(200),
  'A'.repeat(300),
];

/** Values of any JSON type. */
const ANYTHING: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  2.5,
  1e21,
  1e-7,
  -1e308,
  2 ** 31,
  2 ** 53 + 2,
  [],
  {},
  [[]],
  [null],
  [1, 'a', null],
  { a: 1 },
  { $gt: '' },
  { length: 5 },
  { toString: 'x' },
  { constructor: { prototype: { polluted: true } } },
  ['AAPL', 'AAPL'],
];

export function anyValue(dice: Dice): unknown {
  return dice.chance(0.5) ? dice.pick(NAUGHTY) : dice.pick(ANYTHING);
}

/** JSON of anything; what has none is null. */
export const jsonOf = (value: unknown): string => (value === undefined ? 'null' : JSON.stringify(value));

/** One change at a random place of a JSON value: replaced, removed, doubled, renamed, or deeply nested. */
export function changedJson(value: unknown, dice: Dice): unknown {
  if (typeof value !== 'object' || value === null || dice.chance(0.15)) return anyValue(dice);
  if (Array.isArray(value)) {
    const entries: unknown[] = [...(value as unknown[])];
    if (entries.length === 0) return [anyValue(dice)];
    const at = dice.below(entries.length);
    const change = dice.below(4);
    if (change === 0) entries.splice(at, 1);
    else if (change === 1) return Array.from({ length: dice.pick([2, 26, 31, 101, 2_000]) }, () => entries[at]);
    else entries[at] = changedJson(entries[at], dice);
    return entries;
  }
  const entries: [string, unknown][] = Object.entries(value);
  if (entries.length === 0) return { [dice.pick(NAUGHTY)]: anyValue(dice) };
  const at = dice.below(entries.length);
  const [name, field] = entries[at] ?? ['', undefined];
  const change = dice.below(5);
  if (change === 0) entries.splice(at, 1);
  else if (change === 1)
    entries[at] = [dice.pick([name.toUpperCase(), `${name}[]`, `${name}\u0000`, ...NAUGHTY]), field];
  else if (change === 2) entries.push([dice.pick(NAUGHTY), anyValue(dice)]);
  else entries[at] = [name, changedJson(field, dice)];
  // Own properties, also of the name `__proto__`, as `JSON.parse` makes them.
  return JSON.parse(`{${entries.map(([key, each]) => `${JSON.stringify(key)}:${jsonOf(each)}`).join(',')}}`) as unknown;
}

/** A list or object nested this deeply, as JSON. */
function deepJson(dice: Dice): string {
  const levels = dice.pick([50, 500, 20_000]);
  return dice.chance(0.5) ? '['.repeat(levels) + ']'.repeat(levels) : '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
}

/** The bytes of a JSON body, sometimes changed below the level of JSON: cut, doubled keys, encodings, trailing text. */
export function jsonBytes(value: unknown, dice: Dice): Buffer {
  const text = jsonOf(value);
  if (dice.chance(0.8)) return Buffer.from(text);
  switch (dice.below(9)) {
    case 0:
      return Buffer.from(text.slice(0, dice.below(text.length + 1)));
    case 1:
      return Buffer.from(text.replace('{', '{"query":"{__typename}","ticker":"MSFT","__proto__":{"polluted":true},'));
    case 2:
      return Buffer.from(`\ufeff${text}`);
    case 3:
      return Buffer.from(text, 'utf16le');
    case 4:
      return Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xfe, 0xc0, 0x80])]);
    case 5:
      return Buffer.from(`${text}${dice.pick(['}', ',', 'null', '\u0000', ' '.repeat(1_000)])}`);
    case 6:
      return Buffer.from(deepJson(dice));
    case 7:
      return Buffer.from(
        text.replace(/[a-z]/i, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
      );
    default:
      return Buffer.from(JSON.stringify([value, value]));
  }
}
