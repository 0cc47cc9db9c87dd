import {
  getDirectiveValues,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type DirectiveNode,
  type GraphQLArgument,
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLSchema,
} from 'graphql';
import { restTypes } from './rest-types.js';

/** A change of access, cost, accepted values or spelling in REST, which types and names do not show. */
export interface GateChange {
  readonly path: string;
  readonly message: string;
  readonly isBreaking: boolean;
}

/** A schema element that can have the contract's directives. */
interface Gated {
  readonly path: string;
  readonly astNode: { readonly directives?: readonly DirectiveNode[] } | null | undefined;
}

type Values = Readonly<Record<string, unknown>> | undefined;

/** Whether a directive change breaks requests or answers that worked before; takes the released and current values. */
interface Gate {
  readonly directive: string;
  breaks(released: Values, current: Values, tiers: readonly string[]): boolean;
}

function bound(values: Values, name: string, absent: number): number {
  const value = values?.[name];
  return typeof value === 'number' ? value : absent;
}

function rank(values: Values, name: string, tiers: readonly string[]): number {
  return tiers.indexOf(String(values?.[name]));
}

const GATES: readonly Gate[] = [
  {
    directive: 'tier',
    breaks: (released, current, tiers) => rank(current, 'atLeast', tiers) > rank(released, 'atLeast', tiers),
  },
  { directive: 'metered', breaks: (released, current) => released === undefined && current !== undefined },
  {
    directive: 'batch',
    breaks: (released, current, tiers) =>
      bound(current, 'max', Infinity) < bound(released, 'max', Infinity) ||
      rank(current, 'manyAtLeast', tiers) > rank(released, 'manyAtLeast', tiers),
  },
  {
    directive: 'pageBatch',
    breaks: (released, current, tiers) =>
      released !== undefined &&
      (current === undefined || rank(current, 'atLeast', tiers) > rank(released, 'atLeast', tiers)),
  },
  {
    directive: 'screen',
    breaks: (released, current, tiers) =>
      released !== undefined &&
      current !== undefined &&
      rank(current, 'atLeast', tiers) > rank(released, 'atLeast', tiers),
  },
  { directive: 'computed', breaks: (released, current) => released === undefined && current !== undefined },
  { directive: 'session', breaks: (released, current) => released === undefined && current !== undefined },
  {
    directive: 'range',
    breaks: (released, current) =>
      bound(current, 'min', -Infinity) > bound(released, 'min', -Infinity) ||
      bound(current, 'max', Infinity) < bound(released, 'max', Infinity),
  },
  {
    directive: 'length',
    breaks: (released, current) =>
      bound(current, 'max', Infinity) < bound(released, 'max', Infinity) ||
      bound(current, 'min', 0) > bound(released, 'min', 0),
  },
  { directive: 'wire', breaks: () => true },
  { directive: 'graphOnly', breaks: (released, current) => released === undefined && current !== undefined },
];

function gatedOf(schema: GraphQLSchema): ReadonlyMap<string, Gated> {
  const found = new Map<string, Gated>();
  const add = (
    path: string,
    { astNode }: GraphQLField<unknown, unknown> | GraphQLArgument | GraphQLInputField | GraphQLEnumValue,
  ): void => void found.set(path, { path, astNode });
  for (const type of Object.values(schema.getTypeMap())) {
    if (isEnumType(type)) for (const value of type.getValues()) add(`${type.name}.${value.name}`, value);
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields()) as (GraphQLField<unknown, unknown> | GraphQLInputField)[]) {
      add(`${type.name}.${field.name}`, field);
      if ('args' in field)
        for (const argument of field.args) add(`${type.name}.${field.name}.${argument.name}`, argument);
    }
  }
  return found;
}

function valuesOf(schema: GraphQLSchema, name: string, { astNode }: Gated): Values {
  const directive = schema.getDirective(name);
  return directive === null || directive === undefined || astNode === null || astNode === undefined
    ? undefined
    : getDirectiveValues(directive, astNode);
}

function spelled(name: string, values: Values): string {
  if (values === undefined) return 'nothing';
  const given = Object.entries(values).map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return given.length === 0 ? `@${name}` : `@${name}(${given.join(', ')})`;
}

/** Changes of the contract's directives on elements in both schemas. */
export function gateChanges(released: GraphQLSchema, current: GraphQLSchema): readonly GateChange[] {
  const now = gatedOf(current);
  const inRest = restTypes(released);
  const tierType = released.getType('Tier');
  const tiers = isEnumType(tierType) ? tierType.getValues().map(({ name }) => name) : [];
  return [...gatedOf(released).values()].flatMap((before) => {
    const after = now.get(before.path);
    if (after === undefined) return [];
    const wasInRest = inRest.has(before.path.split('.', 1)[0] ?? '');
    return GATES.flatMap(({ directive, breaks }): readonly GateChange[] => {
      const [old, fresh] = [valuesOf(released, directive, before), valuesOf(current, directive, after)];
      const message = `'${before.path}' changed from ${spelled(directive, old)} to ${spelled(directive, fresh)}`;
      return JSON.stringify(old) === JSON.stringify(fresh)
        ? []
        : [
            {
              path: before.path,
              message,
              isBreaking: breaks(old, fresh, tiers) && (directive !== 'wire' || wasInRest),
            },
          ];
    });
  });
}
