import { expect, it } from '@jest/globals';
import { parseIsoDate } from '../../calendar/days.js';
import { ownershipXml, type FormContent } from './fixtures/ownership.js';
import { readOwnership } from './ownership.js';
import { readXmlTree } from './xml-tree.js';

const TODAY = parseIsoDate('2035-01-01') ?? 0;
async function* pieces(text: string, size = 50): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield await Promise.resolve(text.slice(at, at + size));
}
const read = async (content: FormContent, accession: string | null = null) =>
  readOwnership(await readXmlTree(pieces(ownershipXml(content))), accession, TODAY);
const fault = async (text: string): Promise<string> =>
  readXmlTree(pieces(text, 5000)).then(
    () => 'read',
    (given: unknown) => (given instanceof Error ? given.message : ''),
  );

it('reads owners together, transactions of both tables, and counts holdings, which are no transactions', async () => {
  const { filing, symbol, issuerName, refused } = await read({
    owners: ['Roe Jane', 'Pebble Partners LP'],
    holdings: 3,
    transactions: [{ price: '12.5' }, { code: 'M', price: '0', direction: 'A', isDerivative: true }],
  });
  expect([symbol, issuerName, refused, filing.filer, filing.holdings]).toEqual([
    'PBLO',
    'Pebble & Co.',
    [],
    'CIK0001234567',
    3,
  ]);
  expect(filing.owners).toEqual([
    { cik: 7_000_000, name: 'Roe Jane', role: 'director, Chief Pebble Officer' },
    { cik: 7_000_001, name: 'Pebble Partners LP', role: 'director, Chief Pebble Officer' },
  ]);
  expect(filing.transactions).toEqual([
    {
      day: parseIsoDate('2030-05-06'),
      code: 'S',
      security: 'Common Stock & rights',
      isDerivative: false,
      isAcquired: false,
      shares: 100,
      price: 12.5,
      isPriceInFootnote: false,
      sharesAfter: 900,
    },
    expect.objectContaining({ code: 'M', isDerivative: true, isAcquired: true, price: null, isPriceInFootnote: false }),
  ]);
});

it('a price of zero, none, and one in a footnote only are null; the last says so', async () => {
  const { filing } = await read({ transactions: [{ price: '0' }, {}, { price: 'footnote' }] });
  expect(filing.transactions.map(({ price, isPriceInFootnote }) => [price, isPriceInFootnote])).toEqual([
    [null, false],
    [null, false],
    [null, true],
  ]);
});

it('refuses transactions by their place and reason, and keeps the others', async () => {
  const { filing, refused } = await read({
    transactions: [
      { date: '2030-02-30' },
      { code: 'Q' },
      { shares: 'many' },
      { direction: 'X' },
      { date: '2036-01-01' },
      { shares: '-5' },
      { date: '2030-05-06-05:00' },
    ],
  });
  expect(filing.transactions).toHaveLength(1);
  expect(refused.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '1: date "2030-02-30" does not exist',
    '2: transaction code "Q" is not known',
    '3: shares "many" is not a number',
    '4: acquired or disposed is "X", not A or D',
    '5: date 2036-01-01 is in the future',
    '6: volume -5 is negative',
  ]);
});

it('the same content has the same id, another content another one, and a known accession number is the id', async () => {
  const [one, same, other] = [await read({}), await read({}), await read({ transactions: [{ shares: '101' }] })];
  expect(one.filing.id).toBe(same.filing.id);
  expect(one.filing.id).not.toBe(other.filing.id);
  expect((await read({}, '0001234567-30-000009')).filing.id).toBe('0001234567-30-000009');
});

it('forms that are not 3, 4 or 5 or lack a part are refused whole', async () => {
  await expect(read({ type: '144' })).rejects.toThrow('form "144" is not 3, 4 or 5');
  await expect(read({ owners: [] })).rejects.toThrow('the form has no owner');
  await expect(read({ cik: '' })).rejects.toThrow('The form has no CIK of the issuer.');
  const other = await readXmlTree(pieces('<infoTable/>'));
  expect(() => readOwnership(other, null, TODAY)).toThrow('its root is <infoTable>, not <ownershipDocument>');
});

it('no entity is expanded, and documents that are cut, deep or of many elements are refused', async () => {
  const bomb = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>';
  expect(await fault(bomb)).toContain('has a document type');
  expect(await fault('<a>&b;</a>')).toContain('undefined entity');
  expect(await fault('<a><b></a>')).toContain('not well-formed');
  expect(await fault(ownershipXml().slice(0, 400))).toContain('unclosed tag');
  expect(await fault(`${'<a>'.repeat(40)}${'</a>'.repeat(40)}`)).toContain('more than 32 deep');
  expect(await fault(`<a>${'<b/>'.repeat(200_001)}</a>`)).toContain('more than 200000 elements');
  expect(await fault('')).not.toBe('read');
  expect(await fault(`\n\n${ownershipXml()}`)).toBe('read');
});
