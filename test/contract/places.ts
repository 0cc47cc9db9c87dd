import {
  astFromValue,
  GraphQLError,
  isObjectType,
  Kind,
  parse,
  print,
  typeFromAST,
  visit,
  type DocumentNode,
  type FieldNode,
  type ValueNode,
} from 'graphql';
import { canonicalTicker } from '../../access/parameters/schema.js';
import { BODY } from '../../rest-compat/capability.js';
import { parameterReader } from '../../rest-compat/parameters/reader.js';
import { projection, type Projection } from '../../rest-compat/projection/project.js';
import { read, type Answer } from '../support/http.js';
import { ENDPOINTS, SDL, takesBody, type Endpoint } from './endpoints.js';

export type Values = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** A place in the graph: the document that reads a capability there, and the way to it in `data`. */
export interface Place {
  readonly name: string;
  /** Whether it leads to a security another way than the stored operation. */
  readonly isOfSecurity: boolean;
  /** Whether the security is named by an id, and not by its ticker. */
  readonly isById?: true;
  /** The operation, but for the fragments. */
  readonly document: (reading: Reading) => string;
  /** The way to the value of the stored operation's top field, whose name is given. */
  readonly path: (field: string) => Path;
}

/** An endpoint's stored operation with values in place of the variables. */
export interface Reading {
  readonly kind: 'query' | 'mutation';
  /** Name of the top field. */
  readonly field: string;
  /** The top field: `security(ticker: "AAPL") { body: dca(years: 3) { … } }`. */
  readonly root: string;
  /** What stands inside it: `body: dca(years: 3) { … }`. */
  readonly inner: string;
  /** The ticker as asked for; undefined if the endpoint has none. */
  readonly ticker: string | undefined;
  readonly fragments: string;
}

/** The sample's parameters, some replaced, as REST passes them to the graph, by the stored operation's variables. */
export function variablesOf(endpoint: Endpoint, changes: Values = {}): Values {
  const {
    capability: { parameters, route },
    sample,
  } = endpoint;
  const given = { ...sample.parameters, ...changes };
  const texts = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
  const input = takesBody(endpoint) ? { values: given } : (route.urlForm?.read(texts) ?? { values: texts });
  return parameterReader(parameters)({ path: texts, ...input });
}

/** The document with values for variables; an argument or input field whose variable has none is left out. */
function inlined(document: DocumentNode, values: Values): DocumentNode {
  const definitions = new Map(
    document.definitions
      .flatMap((node) => (node.kind === Kind.OPERATION_DEFINITION ? (node.variableDefinitions ?? []) : []))
      .map((node) => [node.variable.name.value, node]),
  );
  const put = <Node extends { readonly value: ValueNode }>(node: Node): Node | null | undefined => {
    if (node.value.kind !== Kind.VARIABLE) return undefined;
    const definition = definitions.get(node.value.name.value);
    const type = definition === undefined ? undefined : typeFromAST(SDL.schema, definition.type as never);
    const value = values[node.value.name.value];
    const literal = value === undefined ? definition?.defaultValue : astFromValue(value, type as never);
    return literal === null || literal === undefined ? null : { ...node, value: literal };
  };
  return visit<DocumentNode>(document, { Argument: put, ObjectField: put, VariableDefinition: () => null });
}

/** The only top field of a stored operation. */
function topField({ definitions }: DocumentNode): FieldNode {
  const fields = definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION ? node.selectionSet.selections : [],
  );
  const [top] = fields;
  if (top?.kind !== Kind.FIELD || fields.length > 1) throw new GraphQLError('a stored operation has one top field');
  return top;
}

/** How the graph is asked for what the endpoint answers, with some values replaced, whether valid or not. */
export function readingOf(endpoint: Endpoint, changes: Values = {}): Reading {
  const {
    capability: { source, operation },
  } = endpoint;
  const values = { ...variablesOf(endpoint), ...changes };
  const document = inlined(parse(source, { noLocation: true }), values);
  const { alias: _alias, ...root } = topField(document);
  const { ticker } = values;
  return {
    kind: operation.definition.operation === 'mutation' ? 'mutation' : 'query',
    field: root.name.value,
    root: print(root),
    inner: (root.selectionSet?.selections ?? []).map(print).join(' '),
    ticker: typeof ticker === 'string' ? ticker : undefined,
    fragments: document.definitions
      .filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
      .map(print)
      .join('\n'),
  };
}

const idOf = (ticker: string | undefined): string =>
  JSON.stringify(`sec_${canonicalTicker(String(ticker).trim().toUpperCase())}`);

const PLACES: readonly Place[] = [
  {
    name: 'the stored operation',
    isOfSecurity: false,
    document: ({ kind, root }) => `${kind} { ${root} }`,
    path: (field) => [field],
  },
  {
    name: 'an alias',
    isOfSecurity: false,
    document: ({ kind, root }) => `${kind} { other: ${root} }`,
    path: () => ['other'],
  },
  {
    name: 'a fragment under a directive',
    isOfSecurity: false,
    document: ({ kind, root }) =>
      `${kind} Q($skip: Boolean = false) { ...F @skip(if: $skip) } fragment F on ${kind === 'query' ? 'Query' : 'Mutation'} { ${root} }`,
    path: (field) => [field],
  },
  {
    name: 'other fields of the security beside it',
    isOfSecurity: true,
    document: ({ inner, ticker }) =>
      `{ one: security(ticker: ${JSON.stringify(ticker)}) { name ${inner} id quote { session } } }`,
    path: () => ['one'],
  },
  {
    name: 'a list of one',
    isOfSecurity: true,
    document: ({ inner, ticker }) => `{ securitiesByTicker(tickers: [${JSON.stringify(ticker)}]) { ${inner} } }`,
    path: () => ['securitiesByTicker', 0],
  },
  {
    name: 'an object by its id',
    isOfSecurity: true,
    isById: true,
    document: ({ inner, ticker }) => `{ node(id: ${idOf(ticker)}) { id ... on Security { ${inner} } } }`,
    path: () => ['node'],
  },
];

const SECURITY = SDL.schema.getType('Security');

/** The field of a security that the endpoint answers; null if it answers another. */
export function securityField({ capability: { root, path } }: Endpoint): string | null {
  const name = root?.field.name;
  return name !== undefined &&
    path[0] === 'security' &&
    isObjectType(SECURITY) &&
    SECURITY.getFields()[name] === root?.field
    ? name
    : null;
}

/** Endpoints whose answer is a field of a security, each once: those with a body read the same operation. */
export const OF_SECURITIES: readonly Endpoint[] = ENDPOINTS.filter(
  (endpoint) => securityField(endpoint) !== null && endpoint.capability.route.method === 'GET',
);

/** Where an endpoint's answer can be read. */
export function placesOf(endpoint: Endpoint): readonly Place[] {
  return PLACES.filter(({ isOfSecurity }) => !isOfSecurity || securityField(endpoint) !== null);
}

/** The whole document that reads the endpoint's answer at a place. */
export function documentAt(place: Place, endpoint: Endpoint, changes: Values = {}): string {
  const reading = readingOf(endpoint, changes);
  return `${place.document(reading)}\n${reading.fragments}`;
}

/** The way to the value of the stored operation's top field. */
export function topPath(place: Place, endpoint: Endpoint): Path {
  return place.path(topField(parse(endpoint.capability.source)).name.value);
}

/** The way to the capability itself: the field that is gated and charged. */
export function capabilityPath(place: Place, endpoint: Endpoint): Path {
  return [...topPath(place, endpoint), ...(securityField(endpoint) === null ? [] : [BODY])];
}

/** What the document was answered in place of the stored operation's top field. */
export function valueAt(answer: Answer, place: Place, endpoint: Endpoint): unknown {
  return read(answer, 'data', ...topPath(place, endpoint));
}

const PROJECTIONS = new Map<string, Projection>();

function projectionOf({ name, capability }: Endpoint): Projection {
  const known = PROJECTIONS.get(name) ?? projection(capability, SDL);
  PROJECTIONS.set(name, known);
  return known;
}

/** What REST makes of the value of the top field: the contract's names and spellings, inside the envelope. */
export function asRest(endpoint: Endpoint, value: unknown, nowMs: number, changes: Values = {}): unknown {
  const [top] = endpoint.capability.operation.selected;
  const data = { [top?.key ?? '']: structuredClone(value) };
  const body = projectionOf(endpoint).body(data, { variables: variablesOf(endpoint, changes), nowMs });
  return JSON.parse(JSON.stringify(body));
}
