import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { buildSchema, getNamedType, isObjectType, valueFromASTUntyped, type GraphQLField } from 'graphql';
import { STRATEGY_LIBRARY } from '../../engines/strategy-library.js';
import { ROOT } from '../support/scratch.js';

const SCHEMA = buildSchema(readFileSync(path.join(ROOT, 'schema', 'public.graphql'), 'utf8'));

/** The fields along a path below `Backtest`. */
function fieldsAlong(names: readonly string[]): readonly GraphQLField<unknown, unknown>[] {
  let type = SCHEMA.getType('Backtest');
  return names.map((name) => {
    const field = isObjectType(type) ? type.getFields()[name] : undefined;
    if (field === undefined) throw new Error(`Backtest has no field ${names.join('.')}.`);
    type = getNamedType(field.type);
    return field;
  });
}

function restName({ name, astNode }: GraphQLField<unknown, unknown>): string {
  const wire = astNode?.directives?.find((directive) => directive.name.value === 'wire');
  const value = wire?.arguments?.find((argument) => argument.name.value === 'value')?.value;
  return value === undefined
    ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    : String(valueFromASTUntyped(value));
}

it.each(STRATEGY_LIBRARY.metrics)(
  'the metric $field is a field of a backtest, and $restName in REST',
  ({ field, restName: told }) => {
    expect(fieldsAlong(field.split('.')).map(restName).join('.')).toBe(told);
  },
);
