import MiniSearch from 'minisearch';
import type { Capability } from '../rest-compat/capability.js';
import { endpointSchema, type EndpointSchema } from '../rest-compat/openapi/endpoint-schema.js';
import { operationIdOf } from '../rest-compat/openapi/names.js';
import type { Endpoints } from '../rest-compat/options.js';

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
  schemaOf(entry: CatalogueEntry): EndpointSchema;
}

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

function documentOf(
  { name, capability: { route, parameters } }: CatalogueEntry,
  { description }: EndpointSchema,
): object {
  return {
    name,
    words: `${name.replaceAll(/([A-Z])/g, ' $1')} ${route.path.replaceAll(/[/:-]/g, ' ')} ${route.tag} ${route.words ?? ''}`,
    summary: route.summary,
    description,
    parameters: parameters.map((each) => each.name).join(' '),
  };
}

export function createCatalogue({ capabilities, sdl }: Endpoints): Catalogue {
  const entries = capabilities.map((capability) => ({ name: operationIdOf(capability), capability }));
  const named = byName(entries);
  const operations = new Map(entries.toReversed().map((entry) => [entry.capability.route.operation, entry]));
  const schemas = new Map<string, EndpointSchema>();
  const schemaOf = (entry: CatalogueEntry): EndpointSchema => {
    const schema = schemas.get(entry.name) ?? endpointSchema(entry.capability, capabilities, sdl);
    schemas.set(entry.name, schema);
    return schema;
  };
  let index: MiniSearch | undefined;
  const made = (): MiniSearch => {
    const search = new MiniSearch({
      idField: 'name',
      fields: ['words', 'summary', 'description', 'parameters'],
      processTerm: (term) => (COMMON.has(term.toLowerCase()) ? null : term.toLowerCase()),
      searchOptions: {
        prefix: (term) => term.length > 2,
        fuzzy: (term) => (term.length > 4 ? 0.2 : false),
        boost: { words: 4, summary: 3 },
      },
    });
    search.addAll(entries.map((entry) => documentOf(entry, schemaOf(entry))));
    return search;
  };
  return {
    entries,
    find: (name) => named.get(name.toLowerCase()) ?? operations.get(name),
    search(query) {
      index ??= made();
      return index.search(query).flatMap(({ id }) => named.get(String(id).toLowerCase()) ?? []);
    },
    schemaOf,
  };
}
