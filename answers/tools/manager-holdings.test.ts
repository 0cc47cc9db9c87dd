import { expect, it } from '@jest/globals';
import { TOOL } from './manager-holdings.js';

/** The variables of the operation for an input. */
async function variablesOf(input: object): Promise<Readonly<Record<string, unknown>>> {
  const asked: Readonly<Record<string, unknown>>[] = [];
  await TOOL.run(
    input,
    async (_operation, variables) => {
      asked.push(variables);
      return { data: null };
    },
    0,
  );
  return asked[0] ?? {};
}

it('reads a position, a put and a call of each security that is asked for, so that none is taken for not held', async () => {
  const tickers = Array.from({ length: 20 }, (_, index) => `T${index}`);
  expect(await variablesOf({ manager: '1067983', tickers })).toMatchObject({
    tickers,
    ofTickers: true,
    first: 20,
    firstOptions: 40,
  });
});

it('reads the largest positions where no security is asked for', async () => {
  const variables = await variablesOf({ manager: 'Vanguard' });
  expect(variables).toMatchObject({ ofTickers: false, first: 8, firstOptions: 8, field: 'VALUE', direction: 'DESC' });
  expect(variables).not.toHaveProperty('tickers');
});
