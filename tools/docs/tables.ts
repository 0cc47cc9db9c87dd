import { getNamedType, isObjectType, type GraphQLSchema } from 'graphql';
import { z } from 'zod';
import { ERRORS } from '../../access/errors.js';
import { AGENT_ENTITLEMENTS, OPERATION_LIMITS, TIER_LIMITS, TIERS } from '../../access/tiers.js';
import { METRICS, metricRow, type MetricName } from '../../engines/alert-condition/metrics.js';
import { CADENCES } from '../../jobs/queue/cadences.js';
import { EVENT_DATA } from '../../jobs/queue/event-data.js';
import { STREAM_ENDS } from '../../gateway/live/stream-ends.js';
import { describeCapability } from '../../rest-compat/capability.js';
import { publicPath } from '../../rest-compat/endpoints.js';
import { pageOf, type Route } from '../../rest-compat/route.js';
import { ROUTES } from '../../rest-compat/routes/index.js';
import { readSdl } from '../../rest-compat/sdl.js';
import type { Selected } from '../../rest-compat/selection.js';
import { IMPORTS } from '../../sources/files/imports.js';
import { READ_FAULTS } from '../../sources/live/read-error.js';
import { ANSWERS } from '../../sources/finnhub/answer-table.js';
import { LIVE_SOURCES, type SourceRow } from '../../sources/live/source-table.js';
import { tierOfGroup } from '../../subgraphs/ai/agent-task.js';
import { readSupergraph } from '../../bin/graph.js';
import { releasedSchema } from '../schema/released-schema.js';
import { consolePictures } from './console-pictures.js';
import { table } from './markdown-table.js';
import { openbbWidgets } from './openbb-widgets.js';

function amount(value: number | null): string {
  return value === null ? 'unlimited' : value.toLocaleString('en-US');
}

function limits(): string {
  const rows = TIERS.map((tier) => {
    const { perMinute, perMonth } = TIER_LIMITS[tier];
    return [tier, amount(perMinute), amount(perMonth)];
  });
  return table(['tier', 'requests per minute', 'requests per month'], rows);
}

function tiers(): string {
  const rows = TIERS.map((tier) => {
    const row = TIER_LIMITS[tier];
    const {
      perMinute,
      perMonth,
      transcriptsPerMonth,
      aiTokensPerMonth,
      dailyTokenCap,
      agents,
      lineSendsPerHour,
      vaultUsesPerHour,
    } = row;
    return [
      tier,
      ...[
        perMinute,
        perMonth,
        transcriptsPerMonth,
        aiTokensPerMonth,
        dailyTokenCap,
        agents,
        lineSendsPerHour,
        vaultUsesPerHour,
      ].map(amount),
    ];
  });
  const head = [
    'tier',
    'requests per minute',
    'requests per month',
    'transcripts per month',
    'AI tokens per month',
    'AI tokens per day and key',
    'agents',
    'line sends per hour',
    'vault uses per hour',
  ];
  return table(head, rows);
}

function operations(): string {
  const rows = TIERS.map((tier) => {
    const { cost, depth, fields, rootFields, aliases, directives, tokens } = OPERATION_LIMITS[tier];
    return [tier, ...[cost, depth, fields, rootFields, aliases, directives, tokens].map(amount)];
  });
  return table(['tier', 'cost', 'depth', 'fields', 'root fields', 'aliases', 'directives', 'tokens'], rows);
}

function streams(): string {
  const rows = TIERS.map((tier) => [tier, amount(TIER_LIMITS[tier].liveStreams)]);
  return table(['tier', 'concurrent live streams'], rows);
}

function streamEnds(): string {
  const rows = Object.entries(STREAM_ENDS).map(([code, { end, from, when }]) => [
    `\`${code.toUpperCase()}\``,
    when,
    from === 'any' ? 'in any field' : 'of the whole event',
    end === 'cut' ? 'cut' : 'over',
  ]);
  return table(['code', 'when', 'where', 'the stream is'], rows);
}

function errors(): string {
  const rows = Object.entries(ERRORS).map(([code, { status, where, keys, message }]) => [
    `\`${code}\``,
    String(status),
    keys.map((key) => `\`${key}\``).join(', '),
    where,
    message,
  ]);
  return table(['code', 'status', 'further keys', 'where', 'what to do'], rows);
}

function endpoints(): string {
  const sdl = readSdl(readSupergraph());
  const rows = ROUTES.filter(({ flag }) => flag === undefined).map((route) => [
    `\`${route.method} ${publicPath(route)}\``,
    `[${route.summary}](${pageOf(route)})`,
    describeCapability(route, sdl).tier,
  ]);
  return table(['endpoint', 'what', 'lowest tier'], rows);
}

/** Whether a schema has a field at the root, or below it along `path`, the keys of single objects. */
function hasField(
  schema: GraphQLSchema,
  typeName: string,
  selected: readonly Selected[],
  path: readonly string[],
): boolean {
  const type = schema.getType(typeName);
  const fields = isObjectType(type) ? type.getFields() : {};
  const [key, ...rest] = path;
  if (key === undefined) return selected.every(({ field }) => field.name in fields);
  const entry = selected.find((each) => each.key === key);
  const below = entry === undefined ? undefined : fields[entry.field.name];
  return (
    entry !== undefined && below !== undefined && hasField(schema, getNamedType(below.type).name, entry.children, rest)
  );
}

/** Endpoints whose field the last release did not have. */
function addedEndpoints(): string {
  const released = releasedSchema();
  const sdl = readSdl(readSupergraph());
  const isNew = (route: Route): boolean => {
    const {
      operation: { definition, selected },
      path,
    } = describeCapability(route, sdl);
    return !hasField(released, released.getRootType(definition.operation)?.name ?? '', selected, path);
  };
  const line = (route: Route): string =>
    `- \`${route.method} ${publicPath(route)}\`: [${route.summary}](docs/${pageOf(route)}).`;
  return ROUTES.filter(isNew).map(line).join('\n');
}

/** Fields of an event's data with their descriptions. */
function fieldsOf(data: z.ZodObject): readonly (readonly [name: string, what: string])[] {
  return Object.entries(data.shape).map(([name, field]) => [name, z.globalRegistry.get(field)?.description ?? '']);
}

function events(): string {
  const rows = Object.entries(EVENT_DATA).map(([type, { data, receivers }]) => [
    `\`${type}\``,
    fieldsOf(data)
      .map(([name]) => `\`${name}\``)
      .join(', '),
    receivers,
  ]);
  return table(['type', '`data`', 'sent to'], rows);
}

function eventFields(): string {
  const rows = Object.entries(EVENT_DATA).flatMap(([type, { data }]) =>
    fieldsOf(data).map(([name, what]) => [`\`${type}\``, `\`${name}\``, what]),
  );
  return table(['type', 'field', 'what'], rows);
}

/** Metrics of alert conditions. */
function alertMetrics(): string {
  const rows = Object.keys(METRICS).map((name) => {
    const { unit, range, labels, hasBefore, aliases = [], description, group } = metricRow(name as MetricName);
    const values = labels?.join(', ') ?? (range === undefined ? unit : `${unit}, ${range[0]} to ${range[1]}`);
    const others = aliases.map((alias) => `\`${alias}\``).join(', ');
    return [`\`${name}\``, description, values, hasBefore ? 'yes' : 'no', tierOfGroup(group), others];
  });
  return table(['metric', 'what', 'unit or values', 'can change and cross', 'tier', 'other names'], rows);
}

function cadences(): string {
  const rows = Object.entries(CADENCES).map(([name, { description, windowMinutes }]) => [
    `\`${name}\``,
    description,
    `${windowMinutes / 60} ${windowMinutes === 60 ? 'hour' : 'hours'}`,
    AGENT_ENTITLEMENTS[name] ?? 'pro',
  ]);
  return table(['cadence', 'runs', 'latest start after its slot', 'tier'], rows);
}

function imports(): string {
  const spelled = ([field, names]: [string, readonly string[]]): string =>
    `${field}: ${names.map((name) => `\`${name}\``).join(', ')}`;
  const rows = IMPORTS.map(({ kind, summary, columns }) => [
    `\`${kind}\``,
    summary,
    Object.entries(columns).map(spelled).join('; '),
  ]);
  return table(['import', 'what', 'fields and the names of their columns'], rows);
}

function liveSources(): string {
  const rows = Object.entries<SourceRow>(LIVE_SOURCES).map(([name, { baseUrl, dataUrl, gives, needs, limits }]) => [
    `\`${name}\``,
    gives.join(', '),
    needs,
    [baseUrl, dataUrl].filter((url) => url !== null && url !== undefined).join(', ') || '–',
    Object.entries(limits)
      .map(([endpoint, { perSecond, burst }]) => `${endpoint}: ${perSecond} a second, ${burst} at once`)
      .join('; ') || '–',
  ]);
  return table(['source', 'gives', 'needs', 'address', 'requests, of all processes together'], rows);
}

function finnhubAnswers(): string {
  const rows = Object.entries(ANSWERS).map(([name, { what, stored, needsTicker }]) => [
    `\`${name}\``,
    what,
    needsTicker ? 'a ticker' : 'the market',
    stored ?? '–',
  ]);
  return table(['answer', 'gives', 'of', 'stored as'], rows);
}

function readFaults(): string {
  return table(
    ['fault', 'what'],
    Object.entries(READ_FAULTS).map(([fault, meaning]) => [`\`${fault}\``, meaning]),
  );
}

/**
 * Tables that pages show between `<!-- name -->` and `<!-- /name -->`, generated from the values that the program
 * enforces.
 */
const TABLES: Readonly<Record<string, () => string>> = {
  console_pictures: consolePictures,
  limits,
  tiers,
  operations,
  streams,
  stream_ends: streamEnds,
  errors,
  endpoints,
  added_endpoints: addedEndpoints,
  events,
  event_fields: eventFields,
  alert_metrics: alertMetrics,
  cadences,
  imports,
  live_sources: liveSources,
  finnhub_answers: finnhubAnswers,
  read_faults: readFaults,
  openbb_widgets: openbbWidgets,
};

/** The text with all its tables regenerated. */
export function withTables(text: string): string {
  return text.replace(/<!-- (\w+) -->\n[\s\S]*?<!-- \/\1 -->/g, (whole, name: string) => {
    const make = TABLES[name];
    return make === undefined ? whole : `<!-- ${name} -->\n${make()}\n<!-- /${name} -->`;
  });
}
