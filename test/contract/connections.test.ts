import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildSchema, isObjectType } from 'graphql';
import { ROOT } from '../support/scratch.js';

interface Field {
  readonly name: string;
  /** As the SDL spells it. */
  readonly type: string;
  readonly args: readonly { readonly name: string; readonly type: string; readonly isNeeded: boolean }[];
}

/** The fields of each object type of the public schema, by its name. */
const OBJECTS: ReadonlyMap<string, readonly Field[]> = new Map(
  Object.values(buildSchema(readFileSync(path.join(ROOT, 'schema', 'public.graphql'), 'utf8')).getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'))
    .map((type) => [
      type.name,
      Object.values(type.getFields()).map((field) => ({
        name: field.name,
        type: String(field.type),
        args: field.args.map((argument) => ({
          name: argument.name,
          type: String(argument.type),
          isNeeded: String(argument.type).endsWith('!') && argument.defaultValue === undefined,
        })),
      })),
    ]),
);
const CONNECTIONS = [...OBJECTS.keys()].filter((name) => name.endsWith('Connection'));
const PAGED = [...OBJECTS].flatMap(([type, fields]) =>
  fields
    .filter(({ type: given }) => CONNECTIONS.includes(given.replace('!', '')))
    .map((field) => [`${type}.${field.name}`, field] as const),
);

const typeOf = (object: string, field: string): string =>
  OBJECTS.get(object)?.find(({ name }) => name === field)?.type ?? 'nothing';

/** https://relay.dev/graphql/connections.htm */
describe('the cursor connections specification holds', () => {
  it('for at least one connection and one field that gives it', () => {
    expect(CONNECTIONS).toContain('SecurityConnection');
    expect(PAGED.map(([name]) => name)).toContain('Query.securities');
  });

  it('for PageInfo', () => {
    expect(
      ['hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor'].map((field) => typeOf('PageInfo', field)),
    ).toEqual(['Boolean!', 'Boolean!', 'String', 'String']);
  });

  it.each(CONNECTIONS)(
    'for %s: where the page stands, edges with a cursor and one object each, and the objects alone',
    (connection) => {
      expect(typeOf(connection, 'pageInfo')).toBe('PageInfo!');
      const [, edge = ''] = /^\[(\w+Edge)!?\]!?$/.exec(typeOf(connection, 'edges')) ?? [];
      expect(typeOf(edge, 'cursor')).toBe('String!');
      const node = typeOf(edge, 'node').replace('!', '');
      expect([...OBJECTS.keys()].filter((name) => !CONNECTIONS.includes(name))).toContain(node);
      expect(typeOf(connection, 'nodes')).toBe(`[${node}!]!`);
    },
  );

  it.each(PAGED)('for the arguments of %s: `first` and `after`, neither of them needed', (_name, { args }) => {
    const shown = args
      .filter(({ name }) => ['first', 'after'].includes(name))
      .map(({ name, type, isNeeded }) => [name, type.replace('!', ''), isNeeded]);
    expect(shown).toEqual([
      ['first', 'Int', false],
      ['after', 'String', false],
    ]);
  });

  it('for every type that has edges or pages: none goes by another name', () => {
    const paged = [...OBJECTS]
      .filter(([, fields]) => fields.some(({ name }) => name === 'edges' || name === 'pageInfo'))
      .map(([name]) => name);
    expect(paged).toEqual(CONNECTIONS);
  });
});
