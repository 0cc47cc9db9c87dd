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
} from 'graphql';
import { parameterReader } from '../../rest-compat/parameters/reader.js';
import { projection } from '../../rest-compat/projection/project.js';
import { read, type Answer } from '../support/http.js';
import { ENDPOINTS, SDL, takesBody, type Endpoint } from './endpoints.js';

export type Values = Readonly<Record<string, unknown>>;

/** A place in the graph: the document that reads a capability there, and the way to it in `data`. */
export interface Place {
  readonly name: string;
  /** Whether it stands under a security, and not at the root. */
  readonly isNested: boolean;
  /** The operation, but for the fragments. */
  readonly document: (reading: Reading) => string;
  readonly path: (field: string) => readonly (string | number)[];
}

/** An endpoint's stored operation with its sample's values in place of the variables. */
export interface Reading {
  readonly kind: 'query' | 'mutation';
  /** Name of the root field, which a security has under the same name. */
  readonly field: string;
  /** `dca(ticker: "AAPL", years: 3) { … }`, with REST's names for aliases. */
  readonly root: string;
  /** The same without the ticker, as a security has it. */
  readonly nested: string;
  /** The ticker, quoted. */
  readonly ticker: string;
  readonly fragments: string;
}

/** The sample's parameters as REST passes them to the graph, by the names of the stored operation's variables. */
export function variablesOf(endpoint: Endpoint): Values {
  const {
    capability: { parameters, route },
    sample,
  } = endpoint;
  const texts = Object.fromEntries(Object.entries(sample.parameters).map(([name, value]) => [name, String(value)]));
  const input = takesBody(endpoint) ? { values: sample.parameters } : (route.urlForm?.read(texts) ?? { values: texts });
  return parameterReader(parameters)({ path: texts, ...input });
}

/** The document with values for variables; an argument whose variable has none is left out. */
function inlined(document: DocumentNode, values: Values): DocumentNode {
  const definitions = new Map(
    document.definitions
      .flatMap((node) => (node.kind === Kind.OPERATION_DEFINITION ? (node.variableDefinitions ?? []) : []))
      .map((node) => [node.variable.name.value, node]),
  );
  return visit<DocumentNode>(document, {
    Argument(node) {
      if (node.value.kind !== Kind.VARIABLE) return undefined;
      const definition = definitions.get(node.value.name.value);
      const type = definition === undefined ? undefined : typeFromAST(SDL.schema, definition.type as never);
      const value = values[node.value.name.value];
      if (value === undefined)
        return definition?.defaultValue === undefined ? null : { ...node, value: definition.defaultValue };
      const literal = astFromValue(value, type as never);
      return literal === null || literal === undefined ? null : { ...node, value: literal };
    },
  });
}

/** How the graph is asked for what the endpoint answers, with some values replaced. */
export function readingOf(endpoint: Endpoint, changes: Values = {}): Reading {
  const {
    capability: { source, operation },
  } = endpoint;
  const values = { ...variablesOf(endpoint), ...changes };
  const document = inlined(parse(source, { noLocation: true }), values);
  const [body] = document.definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION ? node.selectionSet.selections : [],
  ) as FieldNode[];
  if (body === undefined) throw new GraphQLError(`${endpoint.name} selects nothing`);
  const { alias: _alias, ...root } = body;
  const nested = { ...root, arguments: (root.arguments ?? []).filter(({ name }) => name.value !== 'ticker') };
  return {
    kind: operation.definition.operation === 'mutation' ? 'mutation' : 'query',
    field: root.name.value,
    root: print(root),
    nested: print(nested),
    ticker: JSON.stringify(values['ticker']),
    fragments: document.definitions
      .filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
      .map(print)
      .join('\n'),
  };
}

const PLACES: readonly Place[] = [
  {
    name: 'a root field',
    isNested: false,
    document: ({ kind, root }) => `${kind} { ${root} }`,
    path: (field) => [field],
  },
  {
    name: 'an alias',
    isNested: false,
    document: ({ kind, root }) => `${kind} { other: ${root} }`,
    path: () => ['other'],
  },
  {
    name: 'a fragment under a directive',
    isNested: false,
    document: ({ kind, root }) =>
      `${kind} Q($skip: Boolean = false) { ...F @skip(if: $skip) } fragment F on ${kind === 'query' ? 'Query' : 'Mutation'} { ${root} }`,
    path: (field) => [field],
  },
  {
    name: 'security()',
    isNested: true,
    document: ({ nested, ticker }) => `{ security(symbol: ${ticker}) { ${nested} } }`,
    path: (field) => ['security', field],
  },
  {
    name: 'an alias under security()',
    isNested: true,
    document: ({ nested, ticker }) => `{ one: security(symbol: ${ticker}) { name two: ${nested} } }`,
    path: () => ['one', 'two'],
  },
  {
    name: 'a list of one',
    isNested: true,
    document: ({ nested, ticker }) => `{ securities(symbols: [${ticker}]) { ${nested} } }`,
    path: (field) => ['securities', 0, field],
  },
];

const SECURITY = SDL.schema.getType('Security');

/** Whether a security has the endpoint's answer as a field. */
function isOfSecurity({ capability: { root } }: Endpoint): boolean {
  return isObjectType(SECURITY) && root !== null && SECURITY.getFields()[root.field.name] !== undefined;
}

/** Endpoints that can be read under a security too. */
export const OF_SECURITIES: readonly Endpoint[] = ENDPOINTS.filter(
  (endpoint) => isOfSecurity(endpoint) && endpoint.capability.route.method === 'GET',
);

/** Where an endpoint's answer can be read. */
export function placesOf(endpoint: Endpoint): readonly Place[] {
  return PLACES.filter(({ isNested }) => !isNested || isOfSecurity(endpoint));
}

/** The whole document that reads the endpoint's answer at a place. */
export function documentAt(place: Place, endpoint: Endpoint, changes: Values = {}): string {
  const reading = readingOf(endpoint, changes);
  return `${place.document(reading)}\n${reading.fragments}`;
}

/** The endpoint's answer in what the document was answered. */
export function valueAt(answer: Answer, place: Place, { capability: { root } }: Endpoint): unknown {
  return read(answer, 'data', ...place.path(root?.field.name ?? ''));
}

/** What REST makes of a value of the graph: enum values as the contract spells them, optional fields left out. */
export function asRest({ capability }: Endpoint, value: unknown): unknown {
  return JSON.parse(JSON.stringify(projection(capability, SDL)({ body: structuredClone(value) })));
}
