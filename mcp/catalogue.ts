import MiniSearch from 'minisearch';
import type { Capability } from '../rest-compat/capability.js';
import { endpointSchema, type EndpointSchema } from '../rest-compat/openapi/endpoint-schema.js';
import { operationIdOf } from '../rest-compat/openapi/names.js';
import type { Endpoints } from '../rest-compat/options.js';
import type { Schema } from '../rest-compat/openapi/schema.js';
import { graphOutline, type GraphField, type GraphType } from './graph-fields.js';

/** One capability by its name, which is that of its operation in OpenAPI. */
export interface CatalogueEntry {
  readonly name: string;
  readonly capability: Capability;
}

/** The table of routes, to be searched. */
export interface Catalogue {
  readonly entries: readonly CatalogueEntry[];
  /** By name, or by the operation's own (`gap-stats`). */
  find(name: string): CatalogueEntry | undefined;
  /** Best first. */
  search(query: string): readonly CatalogueEntry[];
  /** A field of the graph by its type and name, such as `Security.bars`; of queries also without the type. */
  findField(name: string): GraphField | undefined;
  /** A type of the graph. */
  findType(name: string): GraphType | undefined;
  /** Best first. */
  searchGraph(query: string): readonly GraphField[];
  schemaOf(entry: CatalogueEntry): EndpointSchema;
}

/** Words that people use for fields of the graph, and that their descriptions do not have. */
export const GRAPH_WORDS: Readonly<Record<string, string>> = {
  'Query.securities': 'screener screen filter universe best top strongest weakest ranked rsi sector movers',
  'Query.securitiesByTicker': 'batch many several tickers at once',
  'Security.bars': 'ohlc ohlcv candles candlesticks historical prices',
  'Security.barColumns': 'ohlc ohlcv candles candlesticks historical prices arrays',
  'Security.intraday': 'ohlc ohlcv candles candlesticks minute minutes',
  'Security.institutionalHoldings': '13f ownership owners holders shareholders',
  'Query.institutionalManagers': '13f hedge funds asset managers filers portfolio of a manager',
  'Viewer.apiKeys': 'apikeys',
};

/** Words of questions that say nothing about what is looked for. */
const COMMON: ReadonlySet<string> = new Set(
  'a an and any are at by can do does for from get have how i in is it its list many me much my of on or show tell that the their to what when which who with'.split(
    ' ',
  ),
);

/** Throws if two capabilities have one name. */
function byName(entries: readonly CatalogueEntry[]): ReadonlyMap<string, CatalogueEntry> {
  const found = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  if (found.size === entries.length) return found;
  const twice = entries.find((entry) => found.get(entry.name.toLowerCase()) !== entry);
  throw new Error(`Two rows of the table of routes are called ${twice?.name ?? ''}; give one an operationId.`);
}

/** Names of all fields of answers, in words: "rsi", "fill rate". */
function fieldWords(schema: unknown, known: Set<string> = new Set()): Set<string> {
  if (Array.isArray(schema)) for (const each of schema) fieldWords(each, known);
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return known;
  for (const [key, value] of Object.entries(schema as Schema)) {
    if (key === 'properties' && typeof value === 'object' && value !== null)
      for (const name of Object.keys(value)) known.add(name.replaceAll('_', ' '));
    fieldWords(value, known);
  }
  return known;
}

function documentOf(
  { name, capability: { route, parameters } }: CatalogueEntry,
  { description, answer }: EndpointSchema,
): object {
  return {
    name,
    words: `${name.replaceAll(/([A-Z])/g, ' $1')} ${route.path.replaceAll(/[/:-]/g, ' ')} ${route.tag} ${route.words ?? ''}`,
    summary: route.summary,
    description,
    parameters: parameters.map((each) => each.name).join(' '),
    fields: [...fieldWords(answer)].join(' '),
  };
}

function graphDocument({ name, description, signature, fieldNames }: GraphField): object {
  const inWords = (text: string): string => text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/\W/g, ' ');
  return {
    name,
    words: `${inWords(name)} ${GRAPH_WORDS[name] ?? ''}`,
    summary: description,
    description: '',
    parameters: inWords(signature),
    fields: fieldNames.map(inWords).join(' '),
  };
}

function indexOf(documents: readonly object[]): MiniSearch {
  const search = new MiniSearch({
    idField: 'name',
    fields: ['words', 'summary', 'description', 'parameters', 'fields'],
    processTerm: (term) => (COMMON.has(term.toLowerCase()) ? null : term.toLowerCase()),
    searchOptions: {
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boost: { words: 4, summary: 3, fields: 0.5 },
    },
  });
  search.addAll(documents);
  return search;
}

/** `runsQueries`: whether clients may write queries; otherwise nothing of the graph is found. */
export function createCatalogue(
  { capabilities, sdl }: Endpoints,
  { runsQueries = true }: { readonly runsQueries?: boolean } = {},
): Catalogue {
  const entries = capabilities.map((capability) => ({ name: operationIdOf(capability), capability }));
  const named = byName(entries);
  const operations = new Map(entries.toReversed().map((entry) => [entry.capability.route.operation, entry]));
  const schemas = new Map<string, EndpointSchema>();
  const schemaOf = (entry: CatalogueEntry): EndpointSchema => {
    const schema = schemas.get(entry.name) ?? endpointSchema(entry.capability, capabilities, sdl);
    schemas.set(entry.name, schema);
    return schema;
  };
  const graph = graphOutline(sdl);
  let indexes: { readonly rest: MiniSearch; readonly graph: MiniSearch } | undefined;
  const searching = (): NonNullable<typeof indexes> => {
    indexes ??= {
      rest: indexOf(entries.map((entry) => documentOf(entry, schemaOf(entry)))),
      graph: indexOf(runsQueries ? graph.fields.map(graphDocument) : []),
    };
    return indexes;
  };
  return {
    entries,
    find: (name) => named.get(name.toLowerCase()) ?? operations.get(name),
    search: (query) =>
      searching()
        .rest.search(query)
        .flatMap(({ id }) => named.get(String(id).toLowerCase()) ?? []),
    findField: (name) => (runsQueries ? graph.field(name) : undefined),
    findType: (name) => (runsQueries ? graph.type(name) : undefined),
    searchGraph: (query) =>
      searching()
        .graph.search(query)
        .flatMap(({ id }) => graph.field(String(id)) ?? []),
    schemaOf,
  };
}
