import { describe, expect, it } from '@jest/globals';
import {
  getIntrospectionQuery,
  buildClientSchema,
  parse,
  printSchema,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql';
import { errorsOf, federate, run } from './fixtures/federate.js';

function graph(options: Parameters<typeof federate>[1] = {}) {
  return federate(
    {
      a: {
        typeDefs: `type Query { p(in: Filter, secret: Int @inaccessible): P } input Filter { name: String hidden: Int @inaccessible }
          type P @key(fields: "id") { id: ID! hidden: Int @inaccessible self: P n: Int } type Secret @inaccessible { x: Int }`,
        resolvers: { Query: { p: () => ({ id: '1', n: 2, self: { id: '1', n: 2 } }) } },
      },
      b: { typeDefs: 'type P @key(fields: "id") { id: ID! stock: Int }', resolvers: { P: { stock: () => 4 } } },
    },
    options,
  );
}

describe('the public schema', () => {
  it('shows neither federation directives nor inaccessible elements', () => {
    const sdl = printSchema(graph().gateway.publicSchema);
    expect(sdl).not.toMatch(/join__|link__|_entities|_service|__Schema|hidden|secret|Secret/);
    expect(sdl).toContain('type P');
  });

  it('answers the full introspection query, which rebuilds the same schema', async () => {
    const { gateway, seen } = graph();
    const { data } = await run(gateway, getIntrospectionQuery());
    expect(printSchema(buildClientSchema(data as unknown as IntrospectionQuery))).toBe(
      printSchema(gateway.publicSchema),
    );
    expect(seen).toEqual([]);
  });

  it('completes the public schema before the first introspection, once, and not for other operations', async () => {
    const completed: string[] = [];
    const beforeIntrospection = (schema: GraphQLSchema): void => {
      completed.push(schema.getQueryType()?.name ?? '');
      Object.assign(schema.getType('P') ?? {}, { description: 'Told later.' });
    };
    const { gateway } = graph({ beforeIntrospection });
    await run(gateway, '{ p { n } }');
    expect(completed).toEqual([]);
    const source = '{ __type(name: "P") { description } }';
    for (const _ of [1, 2])
      expect(await run(gateway, source)).toEqual({ data: { __type: { description: 'Told later.' } } });
    expect(completed).toEqual(['Query']);
  });

  it('answers introspection next to data, under aliases, in fragments and with variables', async () => {
    const { gateway } = graph();
    const source =
      'query ($t: String!) { p { n } kind: __type(name: $t) { name } ...S } fragment S on Query { s: __schema { queryType { name } } none: __type(name: "Nope") { name } }';
    expect(await run(gateway, source, { t: 'P' })).toEqual({
      data: { p: { n: 2 }, kind: { name: 'P' }, s: { queryType: { name: 'Query' } }, none: null },
    });
  });

  it('separates introspection from data under the same key', async () => {
    const { gateway } = graph();
    const source = '{ p { a: id name: n } a: __type(name: "P") { name a: kind } }';
    expect(await run(gateway, source)).toEqual({ data: { p: { a: '1', name: 2 }, a: { name: 'P', a: 'OBJECT' } } });
  });

  it('rejects operations on hidden elements', async () => {
    const { gateway } = graph();
    for (const source of [
      '{ p { hidden } }',
      '{ p(secret: 1) { n } }',
      '{ p(in: { hidden: 1 }) { n } }',
      '{ _entities(representations: []) { __typename } }',
      '{ _service { sdl } }',
    ]) {
      expect((await run(gateway, source)).errors).toHaveLength(1);
    }
  });
});

describe('prepare', () => {
  it.each([
    '{ __typename: p { n } }',
    '{ __proto__: p { n } }',
    '{ p { _gw_alias0_n: n } }',
    '{ p { _gw_key1_n: n } }',
    'query ($representations: Filter) { p(in: $representations) { n } }',
    'query ($__f: Filter) { p(in: $__f) { n } }',
    '{ p { ...F } } fragment F on P { _gw_x: n }',
  ])('rejects reserved names: %s', async (source) => {
    const { errors } = await run(graph().gateway, source);
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining('reserved; choose another'),
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    });
  });

  it('allows other names with two underscores, such as Relay’s aliases', async () => {
    const { data, errors } = await run(
      graph().gateway,
      '{ __isQuery: __typename p { __isP: __typename __id: n ...F } } fragment F on P { __isP: __typename }',
    );
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ __isQuery: 'Query', p: { __isP: 'P' } });
  });

  it('accepts a string or a document, and returns the operation’s kind', () => {
    const { gateway } = graph();
    const source = 'query A { p { n } } query B { p { id } }';
    expect(gateway.prepare(source, 'A')).toMatchObject({ kind: 'query', name: 'A' });
    expect(gateway.prepare(parse(source), 'B')).toMatchObject({ kind: 'query', name: 'B' });
  });

  it('truncates messages that repeat client text', () => {
    const refused = graph().gateway.prepare(`query ${'F'.repeat(5_000)} { p(in: $a) { n } }`);
    expect('errors' in refused && refused.errors.map(({ message }) => message.length)).toEqual([193]);
  });

  it('suggests similar names unless suggestions are hidden', () => {
    const messageOf = (hidesSuggestions: boolean) => graph({ hidesSuggestions }).gateway.prepare('{ p { nn } }');
    expect(messageOf(false)).toMatchObject({ errors: [{ message: expect.stringContaining('Did you mean') }] });
    expect(messageOf(true)).toMatchObject({ errors: [{ message: 'Cannot query field "nn" on type "P".' }] });
  });

  it('runs the operation with the given name and rejects an ambiguous document', async () => {
    const { gateway } = graph();
    const source = 'query A { p { n } } query B { p { id ...F } } fragment F on P { stock }';
    const chosen = gateway.prepare(source, 'B');
    if ('errors' in chosen) throw chosen.errors[0];
    expect(await gateway.execute(chosen, {}, undefined)).toEqual({ data: { p: { id: '1', stock: 4 } } });
    expect(gateway.prepare(source)).toHaveProperty('errors');
    expect(gateway.prepare(source, 'C')).toHaveProperty('errors');
    expect(gateway.prepare('subscription { p }')).toHaveProperty('errors');
  });

  it('rejects fragments that multiply beyond the limit, without expanding them', async () => {
    const { gateway } = graph();
    const levels = Array.from(
      { length: 40 },
      (_, index) => `fragment F${index} on P { a: self { ...F${index + 1} } b: self { ...F${index + 1} } }`,
    );
    const source = `{ p { ...F0 } } ${levels.join(' ')} fragment F40 on P { n }`;
    expect(errorsOf(await run(gateway, source))[0]?.message).toContain('more than 10000 fields');
  });

  it.each([600, 1_000, 20_000])('rejects too deeply nested operations (%i levels) without throwing', (depth) => {
    expect(graph().gateway.prepare(`{ p ${'{ self '.repeat(depth)} { stock } ${'}'.repeat(depth)} }`)).toHaveProperty(
      'errors',
    );
  });

  it('rejects an operation prepared by another gateway', () => {
    expect(() => graph().gateway.execute({ kind: 'query', name: undefined, bytes: 0 }, {}, undefined)).toThrow(
      TypeError,
    );
  });
});

describe('execute', () => {
  it('returns fresh objects each time', () => {
    const { gateway } = graph();
    const prepared = gateway.prepare('{ p { n stock self { n } } }');
    if ('errors' in prepared) throw prepared.errors[0];
    const answer = () => gateway.execute(prepared, {}, undefined) as { data: { p: Record<string, unknown> } };
    const first = answer();
    first.data.p['n'] = 'changed';
    expect(answer()).toEqual({ data: { p: { n: 2, stock: 4, self: { n: 2 } } } });
  });
});
