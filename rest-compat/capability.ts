import {
  getNamedType,
  isInputObjectType,
  isNonNullType,
  Kind,
  parse,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
  type ConstValueNode,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql';
import { TIERS, type Tier } from '../access/tiers.js';
import { derivedOperation } from './derived-operation.js';
import { inputShape, type InputShape } from '../access/parameters/input-shape.js';
import type { Route } from './route.js';
import { tierNamed, type Sdl } from './sdl.js';
import { readSelection, type Selected, type StoredOperation } from './selection.js';
import { storedOperation } from './stored-files.js';

export interface Parameter {
  /** REST name: the operation's variable. */
  readonly name: string;
  /** SDL name: the argument that the variable is passed to. */
  readonly argument: string;
  /** `form`: encoded by the row's URL form. */
  readonly place: 'path' | 'query' | 'body' | 'form' | 'header';
  /** Name of the header, if that is the place. */
  readonly header?: string | undefined;
  readonly shape: InputShape;
  readonly isRequired: boolean;
  /** In REST spelling; undefined if there is none. */
  readonly defaultValue: unknown;
  readonly description: string | undefined;
}

/** A route with everything derived from its operation and the SDL. */
export interface Capability {
  readonly route: Route;
  readonly source: string;
  readonly operation: StoredOperation;
  /** Lowest tier that may call the endpoint. */
  readonly tier: Tier;
  /** Whether only a signed-in session may call it. */
  readonly isSessionOnly: boolean;
  /** Whether a call uses the monthly quota. */
  readonly isMetered: boolean;
  readonly parameters: readonly Parameter[];
  /** The fields of the body. */
  readonly body: readonly Selected[];
  /** The field aliased as `body`; null if the body is the whole data. */
  readonly root: Selected | null;
  /** Keys that lead from the data to the object that has the body; empty if that is the data. */
  readonly path: readonly string[];
}

/** Alias of a field, of the query or of a single object below it, whose value is the body. */
export const BODY = 'body';

/** Parameter that asks for the fictional form of an endpoint. */
export const DEMO = 'demo';

/** The field aliased as `body` and the keys above it. */
function bodyOf(selected: readonly Selected[]): Pick<Capability, 'root' | 'path'> {
  const root = selected.find(({ key }) => key === BODY);
  if (root !== undefined) return { root, path: [] };
  const [only] = selected;
  if (only === undefined || selected.length > 1) return { root: null, path: [] };
  const below = bodyOf(only.children);
  return below.root === null ? below : { root: below.root, path: [only.key, ...below.path] };
}

type Input = GraphQLArgument | GraphQLInputField;

function highest(tiers: readonly (Tier | null)[]): Tier {
  return tiers.reduce<Tier>(
    (most, tier) => (tier !== null && TIERS.indexOf(tier) > TIERS.indexOf(most) ? tier : most),
    'free',
  );
}

/** Ignores fields below `@section`, because a section may fail on its own. */
function tierOf(selected: readonly Selected[], sdl: Sdl): Tier {
  return highest(
    selected
      .filter(({ field }) => sdl.directive('section', field) === undefined)
      .flatMap(({ field, children }) => [tierNamed(sdl.directive('tier', field)?.['atLeast']), tierOf(children, sdl)]),
  );
}

function isMetered(selected: readonly Selected[], sdl: Sdl): boolean {
  return selected.some(
    ({ field, children }) => sdl.directive('metered', field) !== undefined || isMetered(children, sdl),
  );
}

/** Which argument, or field of an input object, each variable is passed to. */
function argumentsByVariable(document: DocumentNode, sdl: Sdl): ReadonlyMap<string, Input> {
  const found = new Map<string, Input>();
  const info = new TypeInfo(sdl.schema);
  const visitor = visitWithTypeInfo(info, {
    Argument(node) {
      const argument = info.getArgument();
      if (node.value.kind === Kind.VARIABLE && argument !== null && argument !== undefined)
        found.set(node.value.name.value, argument);
    },
    ObjectField(node) {
      const given = info.getParentInputType();
      if (given === null || given === undefined) return;
      const parent = getNamedType(given);
      const field = isInputObjectType(parent) ? parent.getFields()[node.name.value] : undefined;
      if (node.value.kind === Kind.VARIABLE && field !== undefined) found.set(node.value.name.value, field);
    },
  });
  visit(document, visitor);
  return found;
}

function placeOf(route: Route, name: string): Parameter['place'] {
  if (route.path.split('/').includes(`:${name}`)) return 'path';
  if (route.headers?.[name] !== undefined) return 'header';
  if (route.urlForm !== undefined) return 'form';
  return route.method === 'POST' || route.method === 'PATCH' ? 'body' : 'query';
}

/** Translates an enum's default from its GraphQL name to its REST spelling. */
function inWireSpelling(value: unknown, shape: InputShape): unknown {
  return shape.kind === 'enum' ? (shape.options.find(({ name }) => name === value)?.wire ?? value) : value;
}

function defaultOf(definition: VariableDefinitionNode, argument: Input): unknown {
  const node: ConstValueNode | undefined = definition.defaultValue ?? argument.astNode?.defaultValue;
  return node === undefined ? undefined : valueFromASTUntyped(node);
}

/** A variable is optional if it or the argument has a default, or if both are nullable. */
function isRequiredBy(variable: VariableDefinitionNode, argument: Input): boolean {
  if (variable.defaultValue !== undefined) return false;
  return (
    variable.type.kind === Kind.NON_NULL_TYPE || (isNonNullType(argument.type) && argument.defaultValue === undefined)
  );
}

function parametersOf(
  route: Route,
  document: DocumentNode,
  definition: OperationDefinitionNode,
  sdl: Sdl,
): readonly Parameter[] {
  const passedTo = argumentsByVariable(document, sdl);
  return (definition.variableDefinitions ?? []).map((variable) => {
    const name = variable.variable.name.value;
    const argument = passedTo.get(name);
    if (argument === undefined)
      throw new Error(`Variable $${name} in ${route.operation} is not used as an argument, so its type is unknown`);
    const shape = inputShape(sdl, argument);
    const isRequired = isRequiredBy(variable, argument);
    return {
      name,
      argument: argument.name,
      place: placeOf(route, name),
      header: route.headers?.[name],
      shape,
      isRequired,
      defaultValue: isRequired ? undefined : inWireSpelling(defaultOf(variable, argument), shape),
      description: argument.description ?? undefined,
    };
  });
}

/** The parameter that asks for the fictional form, if the row has one. */
function demoParameter({ demo }: Route): readonly Parameter[] {
  if (demo === undefined) return [];
  const shape = { kind: 'boolean' } as const;
  const { description } = demo;
  return [{ name: DEMO, argument: DEMO, place: 'query', shape, isRequired: false, defaultValue: false, description }];
}

/** The parameter that selects the row by its value, which is no argument of the graph. */
function selectorParameter({ selector }: Route, known: readonly Parameter[]): readonly Parameter[] {
  if (selector?.value === undefined || known.some(({ name }) => name === selector.parameter)) return [];
  const { parameter: name, value, description } = selector;
  const shape = { kind: 'enum', options: [{ wire: value, name: value, description: undefined }] } as const;
  return [{ name, argument: name, place: 'query', shape, isRequired: false, defaultValue: undefined, description }];
}

const described = new WeakMap<Sdl, Map<Route, Capability>>();

/** The endpoint of a row with its own operation, derived once for each schema. */
export function capabilityOf(route: Route, sdl: Sdl): Capability {
  const known = described.get(sdl) ?? new Map<Route, Capability>();
  described.set(sdl, known);
  const capability = known.get(route) ?? describeCapability(route, sdl);
  known.set(route, capability);
  return capability;
}

/**
 * Derives an endpoint from its row, its stored operation and the SDL.
 * Throws if they do not match: an unknown field or fragment, or a variable that is not used as an argument.
 */
export function describeCapability(
  route: Route,
  sdl: Sdl,
  source: string = storedOperation(route.operation) ?? derivedOperation(route.operation, sdl),
): Capability {
  const document = parse(source);
  const operation = readSelection(document, sdl);
  const { root, path } = bodyOf(operation.selected);
  const parameters = parametersOf(route, document, operation.definition, sdl);
  return {
    route,
    source,
    operation,
    tier: tierOf(operation.selected, sdl),
    isSessionOnly: operation.selected.some(({ field }) => sdl.directive('session', field) !== undefined),
    isMetered: isMetered(operation.selected, sdl),
    parameters: [...parameters, ...demoParameter(route), ...selectorParameter(route, parameters)],
    body: root === null ? operation.selected : root.children,
    root,
    path,
  };
}
