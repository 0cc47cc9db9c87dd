import type { Dice } from '../../gateway/fixtures/dice.js';
import { NAUGHTY } from './values.js';

const TOKEN = /"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|\.\.\.|[_A-Za-z]\w*|-?\d[\d.eE+-]*|[^\s]/g;

const NAMES = [
  '__typename',
  '__schema',
  '__type',
  '__proto__',
  'constructor',
  'toString',
  '_gw_0',
  '_entities',
  '_service',
  'Query',
  'Mutation',
  'Security',
  'on',
  'fragment',
  'query',
  'mutation',
  'true',
  'null',
  'AAPL',
  'security',
  'securities',
  'securitiesByTicker',
  'nodes',
  'node',
  'id',
  'viewer',
  'signal',
  'bars',
  'x',
];
const LITERALS = [
  '0',
  '-1',
  '1.5',
  '1e400',
  '99999999999999999999',
  '""',
  '"\\u0000"',
  '"\\uD800"',
  '"\\u{110000}"',
  '"""block"""',
  'null',
  '[]',
  '{}',
  '[[["a"]]]',
  '{a: {b: [1]}}',
  '$v',
  '$missing',
  'ENUM',
  '"2026-13-01"',
  '"1AAPL"',
];
const TAILS = [
  '@skip(if: true)',
  '@include(if: false)',
  '@include(if: $missing)',
  '@skip',
  '@defer',
  '@stream(initialCount: 0)',
  '@deprecated',
  '@tier(atLeast: FREE)',
  '@nothing(a: 1)',
];

/** A document near `source`: tokens removed, doubled, swapped or replaced, nesting, aliases, directives, fragments. */
export function changedDocument(source: string, dice: Dice): string {
  const tokens = source.match(TOKEN) ?? [];
  const at = dice.below(Math.max(1, tokens.length));
  const isName = (token: string): boolean => /^[_A-Za-z]/.test(token);
  switch (dice.below(14)) {
    case 0:
      tokens.splice(at, 1 + dice.below(3));
      break;
    case 1:
      tokens.splice(at, 0, ...tokens.slice(at, at + 1 + dice.below(8)));
      break;
    case 2:
      [tokens[at], tokens[0]] = [tokens[0] ?? '', tokens[at] ?? ''];
      break;
    case 3:
      tokens[at] = dice.pick(isName(tokens[at] ?? '') ? NAMES : LITERALS);
      break;
    case 4:
      tokens.splice(at, 0, dice.pick([...LITERALS, ...NAMES, ...TAILS]));
      break;
    case 5:
      return source.replace(
        /\{/,
        () => `{ ${Array.from({ length: dice.pick([2, 12, 40, 800]) }, (_, i) => `a${i}: __typename`).join(' ')} `,
      );
    case 6:
      return source.replace(/(\w+)(\([^)]*\))?\s*\{/, (whole) => `x: ${whole}`);
    case 7:
      return `${source} ${dice.pick(['fragment L on Query { ...L }', 'fragment M on Security { ...N } fragment N on Security { ...M }', 'query Other { __typename }', 'type T { a: Int }', '{'])}`;
    case 8:
      return source.replace(
        /\}\s*$/,
        `${dice.pick(['...L', '...on Query { __typename }', '...', '... @skip(if: false) { __typename }'])} }`,
      );
    case 9:
      return source.replace(/"[^"]*"/, () => JSON.stringify(dice.pick(NAUGHTY)));
    case 10:
      return source.replace(/\b(?:\d+)\b/, () => dice.pick(LITERALS));
    case 11:
      return `${'{ security(ticker: "AAPL") '.repeat(dice.pick([2, 200, 5_000]))}{ name }${' }'.repeat(2)}`;
    case 12:
      return dice.pick([
        '',
        ' ',
        '#',
        '{',
        '}',
        '\ufeff{__typename}',
        '{__typename}\u0000',
        '{ __typename @a @a @a }',
        `{${'a '.repeat(3_000)}}`,
        `query(${'$a:Int '.repeat(500)}){__typename}`,
      ]);
    default:
      return source.replace(/([a-z]\w*)(?=\s|\}|\()/i, () => dice.pick(NAMES));
  }
  return tokens.join(' ');
}

/** Ways to split or join an operation's name and text, so that caches with joined keys confuse them. */
export function splitNames(source: string, dice: Dice): { readonly query: string; readonly operationName?: unknown } {
  const cut = dice.below(source.length + 1);
  const glue = dice.pick(['\n', ':', '\u0000', '|', ' ', '']);
  return dice.pick([
    { operationName: `${glue}${source.slice(0, cut)}`, query: source.slice(cut) },
    { operationName: source.slice(cut), query: source.slice(0, cut) },
    { query: `${glue}${source}` },
    { operationName: dice.pick(NAUGHTY), query: source },
    { operationName: dice.pick([1, null, [], {}, true]), query: source },
    { operationName: 'Other', query: `${source} query Other { __typename }` },
  ]);
}
