import { expect, it } from '@jest/globals';
import { csvOf } from './csv.js';

it('quotes what needs it, leaves out what is not known, and lets no formula run', () => {
  expect(
    csvOf([
      ['a', 'b'],
      ['x, "y"', null],
      ['=1+1', -1.5],
    ]),
  ).toBe('a,b\r\n"x, ""y""",\r\n\'=1+1,-1.5\r\n');
});
