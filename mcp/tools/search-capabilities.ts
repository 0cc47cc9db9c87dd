import { z } from 'zod';
import type { EndpointSchema } from '../../rest-compat/openapi/endpoint-schema.js';
import type { Catalogue, CatalogueEntry } from '../catalogue.js';
import type { GraphField } from '../graph-fields.js';
import { ERROR_PROPERTY, isShort, LEFT_OUT_PROPERTY, readArguments, type Tool, type ToolAnswer } from '../tool.js';

const [USUAL, MOST] = [8, 25];
const ARGUMENTS = z.strictObject({
  query: z.string().max(400).default(''),
  limit: z.int().min(1).max(MOST).default(USUAL),
});

/** Fields of the graph that are told beside endpoints, at least, and alone. */
const [FEW_FIELDS, MOST_FIELDS] = [3, 8];
const NOTHING = 'Nothing is found by these words; without a query, all names are told by group.';

function described(
  { name, capability: { route, tier, isMetered, isSessionOnly } }: CatalogueEntry,
  { parameters: { properties, required } }: EndpointSchema,
): ToolAnswer {
  const named = Object.keys(properties)
    .map((each) => (required?.includes(each) === true ? `${each}*` : each))
    .join(', ');
  return {
    name,
    summary: route.summary,
    tier,
    units: isMetered ? 1 : 0,
    ...(isSessionOnly ? { needs: 'a signed-in session' } : {}),
    ...(named === '' ? {} : { parameters: named }),
  };
}

/** The names of all capabilities by group. */
function groups(entries: readonly CatalogueEntry[]): ToolAnswer {
  const byTag = new Map<string, string[]>();
  for (const { name, capability } of entries)
    byTag.set(capability.route.tag, [...(byTag.get(capability.route.tag) ?? []), name]);
  return Object.fromEntries([...byTag].map(([tag, names]) => [tag, names.join(', ')]));
}

/** What else there is: the words to search it by. */
const graphGroup = ({ searchGraph }: Catalogue): ToolAnswer =>
  searchGraph('securities').length === 0
    ? {}
    : { 'Graph (query_graph)': 'screens, bars, minute bars, 13F holdings, watchlists, many tickers: search by words' };

const describedField = ({ name, summary, tier, units, needs }: GraphField): ToolAnswer => ({
  name,
  summary,
  tier,
  units,
  ...(needs === undefined ? {} : { needs }),
});

/** As many of the best as a short answer has room for. */
function found(
  { schemaOf }: Catalogue,
  matches: readonly CatalogueEntry[],
  fields: readonly GraphField[],
  limit: number,
): ToolAnswer {
  const most = matches.length === 0 || limit > USUAL ? MOST_FIELDS : FEW_FIELDS;
  const graph = fields.slice(0, most).map(describedField);
  const total = matches.length + fields.length;
  for (let shown = Math.min(limit, matches.length); ; shown -= 1) {
    const more = total - shown - graph.length;
    const leftOut =
      more === 0
        ? {}
        : { left_out: [`${more} more; a narrower query or a higher limit (at most ${MOST}) shows others`] };
    const answer = {
      capabilities: matches.slice(0, shown).map((entry) => described(entry, schemaOf(entry))),
      ...(graph.length === 0 ? {} : { graph_fields: graph }),
      total,
      ...leftOut,
    };
    if (shown === 0 || isShort(answer)) return answer;
  }
}

export const SEARCH_CAPABILITIES: Tool = {
  name: 'search_capabilities',
  description:
    'Finds capabilities of this market-data API by words: signals, seasonality, gaps, backtests, portfolios, news, earnings, ' +
    'private companies, investors, webhooks and more. Without a query: all names by group. * marks required parameters; ' +
    'graph_fields are for query_graph.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'Such as "overnight gaps" or "valuation of a private company".' },
      limit: { type: 'integer', minimum: 1, maximum: MOST, default: USUAL },
    },
  },
  outputSchema: {
    type: 'object',
    properties: {
      capabilities: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            summary: { type: 'string' },
            tier: { type: 'string', description: 'Lowest that may call it.' },
            units: { type: 'integer', description: 'Of the monthly quota.' },
            parameters: { type: 'string' },
          },
        },
      },
      graph_fields: { type: 'array', items: { type: 'object' } },
      groups: { type: 'object' },
      total: { type: 'integer' },
      left_out: LEFT_OUT_PROPERTY,
      error: ERROR_PROPERTY,
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  run(given, { catalogue }) {
    const { query, limit } = readArguments(ARGUMENTS, given);
    if (query.trim() === '')
      return {
        groups: { ...groups(catalogue.entries), ...graphGroup(catalogue) },
        total: catalogue.entries.length,
      };
    const [matches, fields] = [catalogue.search(query), catalogue.searchGraph(query)];
    const answer = found(catalogue, matches, fields, limit);
    return matches.length + fields.length === 0 ? { ...answer, left_out: [NOTHING] } : answer;
  },
};
