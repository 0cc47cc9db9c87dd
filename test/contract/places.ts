import {
  astFromValue,
  GraphQLError,
  Kind,
  parse,
  print,
  typeFromAST,
  visit,
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type ObjectFieldNode,
} from 'graphql';
import { canonicalTicker } from '../../access/parameters/schema.js';
import { parameterReader } from '../../rest-compat/parameters/reader.js';
import { projection } from '../../rest-compat/projection/project.js';
import { nodeId } from '../../subgraphs/node-ids.js';
import { read, type Answer } from '../support/http.js';
import { ENDPOINTS, SDL, takesBody, type Endpoint } from './endpoints.js';

export type Values = Readonly<Record<string, unknown>>;

/** A place in the graph: the document that reads a capability there, and the way in `data` to what the root field is. */
export interface Place {
  readonly name: string;
  /** Whether it leads to a security. */
  readonly isOfSecurity: boolean;
  /** Whether the security is found by its ticker, and not by its id. */
  readonly isByTicker: boolean;
  /** The operation, but for the fragments. */
  readonly document: (reading: Reading) => string;
  readonly path: (reading: Pick<Reading, 'root'>) => readonly (string | number)[];
}

/** An endpoint's stored operation with its sample's values in place of the variables. */
export interface Reading {
  readonly kind: 'query' | 'mutation';
  /** Name of the root field: the capability, or `security`. */
  readonly root: string;
  /** Its key in the data of the stored operation. */
  readonly key: string;
  /** `dca(years: 3) { … }`: the root field, with REST's names for aliases. */
  readonly call: string;
  /** What is selected of the root field: `body: dca(years: 3) { … }` of a security. */
  readonly selection: string;
  readonly ticker: string;
  readonly fragments: string;
}

/** The sample's parameters as REST passes them to the graph, by the names of the stored operation's variables. */
export function variablesOf(endpoint: Endpoint, changes: Values = {}): Values {
  const {
    capability: { parameters, route },
    sample,
  } = endpoint;
  const texts = Object.fromEntries(Object.entries(sample.parameters).map(([name, value]) => [name, String(value)]));
  const input = takesBody(endpoint) ? { values: sample.parameters } : (route.urlForm?.read(texts) ?? { values: texts });
  return { ...parameterReader(parameters)({ path: texts, ...input }), ...changes };
}

/** The document with values for variables; an argument whose variable has none is left out. */
function inlined(document: DocumentNode, values: Values): DocumentNode {
  const definitions = new Map(
    document.definitions
      .flatMap((node) => (node.kind === Kind.OPERATION_DEFINITION ? (node.variableDefinitions ?? []) : []))
      .map((node) => [node.variable.name.value, node]),
  );
  const inline = <Node extends ArgumentNode | ObjectFieldNode>(node: Node): Node | null | undefined => {
    if (node.value.kind !== Kind.VARIABLE) return undefined;
    const definition = definitions.get(node.value.name.value);
    const type = definition === undefined ? undefined : typeFromAST(SDL.schema, definition.type as never);
    const value = values[node.value.name.value];
    if (value === undefined)
      return definition?.defaultValue === undefined ? null : { ...node, value: definition.defaultValue };
    const literal = astFromValue(value, type as never);
    return literal === null || literal === undefined ? null : { ...node, value: literal };
  };
  return visit<DocumentNode>(document, { Argument: inline, ObjectField: inline });
}

/** How the graph is asked for what the endpoint answers, with some values replaced. */
export function readingOf(endpoint: Endpoint, changes: Values = {}): Reading {
  const {
    capability: { source, operation },
  } = endpoint;
  const values = variablesOf(endpoint, changes);
  const document = inlined(parse(source, { noLocation: true }), values);
  const [field, another] = document.definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION ? node.selectionSet.selections : [],
  ) as FieldNode[];
  if (field === undefined || another !== undefined) throw new GraphQLError(`${endpoint.name} must select one root field`);
  const { alias, ...root } = field;
  return {
    kind: operation.definition.operation === 'mutation' ? 'mutation' : 'query',
    root: root.name.value,
    key: alias?.value ?? root.name.value,
    call: print(root),
    selection: (root.selectionSet?.selections ?? []).map(print).join(' '),
    ticker: String(values['ticker']),
    fragments: document.definitions
      .filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
      .map(print)
      .join('\n'),
  };
}

const ANYWHERE = { isOfSecurity: false, isByTicker: true } as const;
const OF_TICKER = { isOfSecurity: true, isByTicker: true } as const;

const PLACES: readonly Place[] = [
  {
    ...ANYWHERE,
    name: 'a root field',
    document: ({ kind, call }) => `${kind} { ${call} }`,
    path: ({ root }) => [root],
  },
  {
    ...ANYWHERE,
    name: 'an alias',
    document: ({ kind, call }) => `${kind} { other: ${call} }`,
    path: () => ['other'],
  },
  {
    ...ANYWHERE,
    name: 'a fragment under a directive',
    document: ({ kind, call }) =>
      `${kind} Q($skip: Boolean = false) { ...F @skip(if: $skip) } fragment F on ${kind === 'query' ? 'Query' : 'Mutation'} { ${call} }`,
    path: ({ root }) => [root],
  },
  {
    ...OF_TICKER,
    name: 'a field beside others of a security',
    document: ({ ticker, selection }) => `{ security(ticker: ${JSON.stringify(ticker)}) { id name ${selection} bars(last: 1) { close } } }`,
    path: () => ['security'],
  },
  {
    ...OF_TICKER,
    name: 'a field of a list of one',
    document: ({ ticker, selection }) => `{ securitiesByTicker(tickers: [${JSON.stringify(ticker)}]) { ${selection} } }`,
    path: () => ['securitiesByTicker', 0],
  },
  {
    isOfSecurity: true,
    isByTicker: false,
    name: 'a field of a node',
    document: ({ ticker, selection }) =>
      `{ node(id: ${JSON.stringify(nodeId('Security', canonicalTicker(ticker.trim())))}) { id ... on Security { ${selection} } } }`,
    path: () => ['node'],
  },
];

/** Whether the endpoint answers a field of a security. */
function isOfSecurity({ capability: { path } }: Endpoint): boolean {
  return path[0] === 'security';
}

/** Endpoints that answer fields of a security. */
export const OF_SECURITIES: readonly Endpoint[] = ENDPOINTS.filter(
  (endpoint) => isOfSecurity(endpoint) && endpoint.capability.route.method === 'GET',
);

/** Name of the field that an endpoint answers. */
export function fieldOf({ name, capability: { root } }: Endpoint): string {
  if (root === null) throw new Error(`${name} answers more than a field`);
  return root.field.name;
}

/** Where an endpoint's answer can be read. */
export function placesOf(endpoint: Endpoint): readonly Place[] {
  return PLACES.filter((place) => !place.isOfSecurity || isOfSecurity(endpoint));
}

/** The whole document that reads the endpoint's answer at a place. */
export function documentAt(place: Place, endpoint: Endpoint, changes: Values = {}): string {
  const reading = readingOf(endpoint, changes);
  return `${place.document(reading)}\n${reading.fragments}`;
}

/** The way in `data` to the endpoint's answer at a place, where its errors are. */
export function pathAt(place: Place, endpoint: Endpoint): readonly (string | number)[] {
  const below = isOfSecurity(endpoint) ? ['body'] : [];
  return [...place.path(readingOf(endpoint)), ...below];
}

/** The root field's value in what the document was answered. */
export function rootAt(answer: Answer | object, place: Place, endpoint: Endpoint): unknown {
  return read(answer, 'data', ...place.path(readingOf(endpoint)));
}

/** The body that REST makes of the root field's value. */
export function asRest(endpoint: Endpoint, root: unknown, nowMs = 0, changes: Values = {}): unknown {
  const { key } = readingOf(endpoint, changes);
  const variables = variablesOf(endpoint, changes);
  return JSON.parse(JSON.stringify(projection(endpoint.capability, SDL).body({ [key]: structuredClone(root) }, { variables, nowMs })));
}
