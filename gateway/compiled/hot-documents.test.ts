import { describe, expect, it } from '@jest/globals';
import { buildSchema, execute, parse, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { compileDocument, documentCompiler } from './compile-document.js';

const SDL = `type Query { box: Box boxes: [Box] none: Box }
  type Box { id: ID name: String count: Int share: Float open: Boolean needed: String! inner: Box slow: String late: String! }`;

const SCHEMA = buildSchema(SDL);

/** The schema with resolvers for some fields of Box. */
function schemaWith(resolvers: Readonly<Record<string, (source: unknown) => unknown>>): GraphQLSchema {
  const schema = buildSchema(SDL);
  const type = schema.getType('Box');
  if (type === undefined || !('getFields' in type)) throw new Error('No Box.');
  for (const [name, resolve] of Object.entries(resolvers)) Object.assign(type.getFields()[name] ?? {}, { resolve });
  return schema;
}

/** The responses of graphql-js, of a document's first run, and of generated code. */
async function answers(
  source: string,
  box: unknown,
  schema = SCHEMA,
): Promise<{ readonly graphqlJs: unknown; readonly first: unknown; readonly hot: unknown }> {
  const document = parse(source);
  const query = schema.getQueryType()?.getFields() ?? {};
  for (const name of ['box', 'none']) Object.assign(query[name] ?? {}, { resolve: () => box });
  Object.assign(query['boxes'] ?? {}, { resolve: () => [box, box, null] });
  const asJson = async (answer: unknown): Promise<unknown> => {
    const { data, errors } = (await answer) as ExecutionResult;
    return JSON.parse(
      JSON.stringify({
        data: data ?? null,
        errors: errors?.map(({ message, path, locations }) => ({ message, path, locations })),
      }),
    );
  };
  return {
    graphqlJs: await asJson(execute({ schema, document })),
    first: await asJson(documentCompiler(100)(schema, document)({}, undefined)),
    hot: await asJson(documentCompiler(0)(schema, document)({}, undefined)),
  };
}

const FIELDS = '{ id name count share open needed }';

describe('a document with generated code returns what graphql-js returns', () => {
  it.each<[string, unknown]>([
    ['usual values', { id: 'a', name: 'b', count: 3, share: 0.5, open: false, needed: 'x' }],
    ['values that scalars convert', { id: 7, name: true, count: '12', share: '0.25', open: 1, needed: 5n.toString() }],
    [
      'values that scalars reject',
      { id: {}, name: Symbol('s').description, count: 1.5, share: Number.NaN, open: 'yes', needed: [] },
    ],
    ['numbers out of range', { id: 2 ** 60, count: 2 ** 31, share: Number.POSITIVE_INFINITY, needed: '' }],
    ['big integers', { count: 3n, share: 4n, needed: 'x' }],
    ['negative zero', { count: -0, share: -0, needed: 'x' }],
    ['nulls and missing values', { id: null, needed: 'x' }],
    ['a null in a non-nullable field', { id: 'a', needed: null }],
    ['functions for values', { id: () => 'made', name: () => null, needed: () => 'here' }],
    [
      'promises for values',
      { id: Promise.resolve('later'), name: Promise.reject(new Error('no name')), needed: Promise.resolve('x') },
    ],
    ['an error for a value', { id: new Error('no id'), needed: 'x' }],
    [
      'getters that throw',
      {
        get id(): string {
          throw new Error('no id');
        },
        get name() {
          return 'from a getter';
        },
        needed: 'x',
      },
    ],
    ['a value that is not an object', 'text'],
    ['a function with properties', Object.assign(() => 1, { id: 'f', needed: 'x' })],
  ])('for %s', async (_case, box) => {
    const { graphqlJs, first, hot } = await answers(`{ box ${FIELDS} boxes ${FIELDS} none ${FIELDS} }`, box);
    expect(first).toEqual(graphqlJs);
    expect(hot).toEqual(graphqlJs);
  });

  it('for response keys that objects inherit', async () => {
    const source = '{ box { constructor: id __proto__: name toString: count valueOf: needed } }';
    const { graphqlJs, hot } = await answers(source, { id: 'a', name: 'b', count: 1, needed: 'x' });
    expect(JSON.stringify(hot)).toBe(JSON.stringify(graphqlJs));
    expect(JSON.stringify(hot)).toContain('"__proto__":"b"');
  });

  it('for fragments that select nothing on a type', async () => {
    const { graphqlJs, hot } = await answers('{ box { inner { id } ...F } } fragment F on Box { inner { name } }', {
      inner: { id: 'a', name: 'b' },
    });
    expect(hot).toEqual(graphqlJs);
  });

  it('for a field that fails while others are pending, which are awaited', async () => {
    const schema = schemaWith({
      slow: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        throw new Error('too late');
      },
      late: () => {
        throw new Error('at once');
      },
    });
    const { graphqlJs, hot } = await answers('{ box { slow name late } }', { name: 'b' }, schema);
    expect(graphqlJs).toMatchObject({
      data: { box: null },
      errors: [
        { message: 'too late', path: ['box', 'slow'] },
        { message: 'at once', path: ['box', 'late'] },
      ],
    });
    expect(hot).toEqual(graphqlJs);
  });

  it('with identical bytes before and after it becomes hot', () => {
    Object.assign(SCHEMA.getQueryType()?.getFields()['box'] ?? {}, {
      resolve: () => ({ id: 'a', name: 'b', count: 1, share: 0.5, open: true, needed: 'x' }),
    });
    const run = compileDocument(SCHEMA, parse(`{ box ${FIELDS} }`));
    const texts = Array.from({ length: 60 }, () => JSON.stringify(run({}, undefined)));
    expect(new Set(texts)).toEqual(
      new Set(['{"data":{"box":{"id":"a","name":"b","count":1,"share":0.5,"open":true,"needed":"x"}}}']),
    );
  });
});
