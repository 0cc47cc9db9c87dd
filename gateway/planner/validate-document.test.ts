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
  expect(messages(900)).toEqual([
    'The document has too many fields of one response name to compare; give them aliases, or request fewer.',
  ]);
});

it.each([
  [
    '{ ... @defer { a } }',
    [
      '@defer is not supported, because a response is sent as a whole: request the slow fields in an operation of their own.',
    ],
  ],
  [
    '{ a @stream(initialCount: 0) }',
    ['@stream is not supported, because a response is sent as a whole: request the list in pages.'],
  ],
  ['{ a @deferred }', ['Unknown directive "@deferred".']],
])('a document that asks for a response in parts is told what to do instead: %s', (source, expected) => {
  const errors = validateDocument(schema, parse(source), specifiedRules, { hideSuggestions: true });
  expect(errors.map(({ message }) => message)).toEqual(expected);
  expect(errors[0]?.locations).toHaveLength(1);
});

it('a schema may have such a directive of its own', () => {
  const own = buildSchema('directive @defer on FIELD type Query { a: Int }');
  expect(validateDocument(own, parse('{ a @defer }'), specifiedRules, { hideSuggestions: true })).toEqual([]);
});
