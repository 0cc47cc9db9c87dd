import { expect, it } from '@jest/globals';
import { buildSchema, parse, specifiedRules } from 'graphql';
import { validateDocument } from './validate-document.js';

const schema = buildSchema('type Query { a(n: Int): Int }');

function messages(fields: number): readonly string[] {
  const document = parse(`{ ${'a(n: 1) '.repeat(fields)} }`);
  return validateDocument(schema, document, specifiedRules, { hideSuggestions: true }).map(({ message }) => message);
}

it('a document with too many fields of one response name is told what to change', () => {
  expect(messages(300)).toEqual([]);
  expect(messages(900)).toEqual(['The document has too many fields of one response name to compare; give them aliases, or request fewer.']);
});
