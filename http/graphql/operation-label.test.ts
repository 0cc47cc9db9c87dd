import { expect, test } from '@jest/globals';
import { Kind, parse } from 'graphql';
import { operationLabel } from './operation-label.js';

function labelOf(source: string): string {
  const [definition] = parse(source).definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error('not an operation');
  return operationLabel(definition);
}

test.each([
  ['query Mine { security(ticker: "AAPL") { ticker } }', 'query security'],
  ['{ a: security(ticker: "AAPL") { ticker } b: security(ticker: "MSFT") { ticker } }', 'query security'],
  ['{ viewer { tier } mood { score } }', 'query several'],
  ['{ ...Root } fragment Root on Query { viewer { tier } }', 'query several'],
  ['mutation { createKey { id } }', 'mutation createKey'],
])('%s is %s, whatever name and aliases the client gave', (source, label) => {
  expect(labelOf(source)).toBe(label);
});
