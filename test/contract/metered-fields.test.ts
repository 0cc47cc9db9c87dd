import { describe, expect, it } from '@jest/globals';
import { isObjectType, type GraphQLField, type GraphQLObjectType } from 'graphql';
import type { Selected } from '../../rest-compat/selection.js';
import { describeCapability } from '../../rest-compat/capability.js';
import { ENDPOINTS, SDL } from './endpoints.js';

type Field = GraphQLField<unknown, unknown>;

/** Types whose metered fields are capabilities: the roots, and what the query field of an entity leads to. */
const TYPES = ['Query', 'Mutation', 'Security', 'PrivateCompany', 'Investor'].map((name): GraphQLObjectType => {
  const type = SDL.schema.getType(name);
  if (!isObjectType(type)) throw new Error(`no type ${name}`);
  return type;
});

const has = (directive: string, field: Field): boolean => SDL.directive(directive, field) !== undefined;
const selectedFields = (selected: readonly Selected[]): readonly Field[] =>
  selected.flatMap(({ field, children }) => [field, ...selectedFields(children)]);
/** With the operations of fictional forms. */
const OPERATIONS = ENDPOINTS.flatMap(({ capability: { operation, route } }) =>
  route.demo === undefined
    ? [operation]
    : [operation, describeCapability({ ...route, operation: route.demo.operation }, SDL).operation],
);
const READ = new Set(OPERATIONS.flatMap(({ selected }) => selectedFields(selected)));

const METERED = TYPES.flatMap((type) =>
  Object.values(type.getFields()).flatMap((field) =>
    has('metered', field) ? [{ name: `${type.name}.${field.name}`, field }] : [],
  ),
);

describe('every metered field', () => {
  it('is below Query, Mutation or an entity with capabilities', () => {
    const elsewhere = Object.values(SDL.schema.getTypeMap())
      .filter((type) => isObjectType(type) && !TYPES.includes(type))
      .flatMap((type) =>
        isObjectType(type)
          ? Object.values(type.getFields())
              .filter((field) => has('metered', field))
              .map(({ name }) => `${type.name}.${name}`)
          : [],
      );
    expect(elsewhere).toEqual([]);
  });

  it.each(METERED)('$name is read by a row of the REST table, or is @graphOnly', ({ field }) => {
    expect({ isRead: READ.has(field), isGraphOnly: has('graphOnly', field) }).toEqual({
      isRead: READ.has(field),
      isGraphOnly: !READ.has(field),
    });
  });

  it('has a tier', () => {
    expect(METERED.filter(({ field }) => !has('tier', field)).map(({ name }) => name)).toEqual([]);
  });
});

describe.each(ENDPOINTS)('$name', ({ capability, sample }) => {
  it('costs what its sample says', () => {
    expect(capability.isMetered ? 1 : 0).toBe(sample.units);
    const metered = selectedFields(capability.operation.selected).filter((field) => has('metered', field));
    expect(metered).toHaveLength(sample.units);
  });
});
