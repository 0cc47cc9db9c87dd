import type { Parameter } from '../../rest-compat/capability.js';

const TOO_LONG = 'A'.repeat(5_000);

/** Text that no parameter of the shape accepts, as it stands in a URL (encoded). */
export function badTexts({ shape }: Parameter): readonly string[] {
  switch (shape.kind) {
    case 'ticker':
      return [
        '1AAPL',
        'ABCDEFGHIJK',
        'AA%20PL',
        'AAPL%00',
        '%00',
        'AAPL%3B',
        '..%2F..%2Fetc',
        TOO_LONG,
        '%C3%84PL',
        '%C5%BFPL',
        '-A',
        '.A',
        '%3Cscript%3E',
        '%5BAAPL%5D',
        'AAPL%0AX',
      ];
    case 'integer':
    case 'number': {
      const beyond = [
        shape.min === undefined ? [] : [String(shape.min - 1)],
        shape.max === undefined ? [] : [String(shape.max + 1)],
      ].flat();
      const fractions = shape.kind === 'integer' ? ['2.5', '2.0'] : [];
      return [
        ...beyond,
        ...fractions,
        'abc',
        '',
        '%20',
        ...(shape.kind === 'integer' ? ['1e1'] : []),
        'NaN',
        'Infinity',
        '-Infinity',
        '0x10',
        '%2B5',
        '5%00',
        '9'.repeat(400),
        'null',
        'true',
        '1,000',
        '٣',
      ].map(encoded);
    }
    case 'boolean':
      return ['yes', 'T', '2', '-1', 'null', '', '1.0', 'true%00'];
    case 'enum':
      return ['nothing', '', 'null', '__proto__', 'constructor', 'toString', '%00', TOO_LONG];
    case 'date':
      return ['2025-02-30', '2025-13-01', '20250101', '01/02/2025', 'today', '2025-01-01T00:00:00Z', ''];
    case 'instant':
      return ['2025-02-30T00:00:00Z', 'now', '2025-01-01', ''];
    case 'text':
      return shape.maxLength === undefined ? ['%00'] : ['%00', 'x'.repeat(shape.maxLength + 1)];
    case 'list':
      return shape.maxEntries === undefined
        ? ['%00']
        : ['%00', Array.from({ length: shape.maxEntries + 1 }, (_, i) => `A${i}`).join(',')];
    case 'object':
    case 'json':
      return [];
  }
}

/** JSON values that no parameter of the shape accepts in a body. */
export function badJson({ shape }: Parameter): readonly unknown[] {
  const structures = [[], {}, ['AAPL'], { $gt: '' }];
  switch (shape.kind) {
    case 'ticker':
      return [...structures, 5, true, '1AAPL', TOO_LONG, 'AAPL\u0000', 'ÄPL', 'ABCDEFGHIJK'];
    case 'integer':
    case 'number': {
      const beyond = [
        shape.min === undefined ? [] : [shape.min - 1],
        shape.max === undefined ? [] : [shape.max + 1],
      ].flat();
      return [...structures, ...beyond, ...(shape.kind === 'integer' ? [2.5] : []), '5', true, 1e300];
    }
    case 'boolean':
      return [...structures, 'true', 'yes', 2, -1];
    case 'enum':
      return [...structures, 5, true, 'nothing', '__proto__'];
    case 'date':
    case 'instant':
      return [...structures, 5, true, '2025-02-30'];
    case 'text':
      return [
        ...structures,
        5,
        true,
        '\u0000',
        ...(shape.maxLength === undefined ? [] : ['x'.repeat(shape.maxLength + 1)]),
      ];
    case 'list':
      return [{}, 5, true, 'AAPL', [[]], [{}]];
    case 'object':
      return [[], 5, true, 'x'];
    case 'json':
      return [];
  }
}

/** Only what is not ASCII: the rest is written as it is meant. */
function encoded(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, encodeURIComponent);
}
