import { TIERS, type Tier } from '../../access/tiers.js';
import type { Capability } from '../capability.js';
import { OPENAPI_PATH, OPENAPI_TIER, publicPath } from '../endpoints.js';
import { selectingFields, type Route } from '../route.js';
import { GROUPS } from '../routes/index.js';
import type { Sdl } from '../sdl.js';
import { storedExample } from '../stored-files.js';
import { codesOf, ERROR_SCHEMA, errorResponses } from './errors.js';
import { HEADERS, headerReferences } from './headers.js';
import { introduction } from './introduction.js';
import { answerSchema, purposeOf } from './answer-schema.js';
import { inRestNames, operationIdOf } from './names.js';
import { requestBody, urlParameters } from './parameters.js';
import { described, SchemaRegistry } from './response-schema.js';
import { codeSamples } from './samples.js';
import type { Schema } from './schema.js';
import { webhookDeliveries, type EventDescription } from './webhooks.js';

export interface DocumentOptions {
  /** Base URL of the API; the document's own origin by default. */
  readonly publicUrl?: string;
  readonly version?: string;
  /** Event types that webhooks send. */
  readonly events?: Readonly<Record<string, EventDescription>>;
  /** An example response of an operation, if there is one; from `examples/` by default. */
  readonly exampleOf?: (operation: string) => unknown;
}

interface Shared {
  readonly registry: SchemaRegistry;
  readonly responses: Record<string, Schema>;
  readonly exampleOf: (operation: string) => unknown;
  readonly publicUrl: string;
}

function costText({ tier, isMetered }: Capability): string {
  const only = tier === 'institutional' ? 'the institutional tier' : `the ${tier} tier and above`;
  const tiers = tier === 'free' ? 'all tiers' : only;
  const cost = isMetered ? 'Uses one request of the monthly quota.' : 'Does not use the monthly quota.';
  return `**Available to ${tiers}. ${cost}**`;
}

function success(capability: Capability, sdl: Sdl, { registry, exampleOf }: Shared): Schema {
  const { route } = capability;
  const schema = answerSchema(capability, sdl, registry);
  const example = exampleOf(route.operation);
  return {
    description: 'Success.',
    headers: headerReferences(route.method === 'GET' ? ['ETag'] : []),
    content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
  };
}

const UNCHANGED: Schema = {
  description: 'Unchanged since the ETag in `If-None-Match`; does not use the monthly quota.',
  headers: headerReferences(['ETag']),
};

/** One method of one path; it has several rows if the body's `action` selects what it does. */
function operationOf(rows: readonly [Capability, ...Capability[]], sdl: Sdl, shared: Shared): Schema {
  const [first] = rows;
  const body = requestBody(rows, shared.registry);
  const parameters = urlParameters(rows);
  return {
    operationId: operationIdOf(first),
    summary: rows.map(({ route }) => route.summary).join(', or: '),
    description: described(
      ...rows.map((row) => {
        const condition = conditionOf(row.route);
        if (condition === null) return purposeOf(row);
        return `With ${condition}: ${described(purposeOf(row)) ?? row.route.summary}`;
      }),
      ...costTexts(rows),
    ),
    tags: [first.route.tag],
    'x-tier': lowestTier(rows),
    'x-metered': first.isMetered,
    'x-codeSamples': codeSamples(first, shared.publicUrl),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      ...successes(rows, sdl, shared),
      ...(first.route.method === 'GET' ? { 304: { $ref: '#/components/responses/Unchanged' } } : {}),
      ...errorResponses([...new Set(rows.flatMap(codesOf))], shared.responses, {
        param: firstParameter(rows),
        tier: lowestTier(rows),
      }),
    },
  };
}

/** What a request has that this row serves; null for a row that serves the rest. */
function conditionOf(route: Route): string | null {
  const [field] = Object.entries(selectingFields(route));
  if (field !== undefined) return `\`"${field[0]}": ${JSON.stringify(field[1])}\``;
  const { selector } = route;
  if (selector === undefined) return null;
  const { parameter, value } = selector;
  return `\`${value === undefined ? parameter : `${parameter}=${value}`}\``;
}

/** The lowest tier that any of the rows answers. */
function lowestTier(rows: readonly Capability[]): Tier {
  return TIERS.find((tier) => rows.some((row) => row.tier === tier)) ?? 'institutional';
}

/** Tier and price, of each row where they differ. */
function costTexts(rows: readonly Capability[]): readonly string[] {
  const [first, ...others] = rows.map(costText);
  if (first === undefined) return [];
  if (others.every((text) => text === first)) return [first];
  return rows.map((row) => `${conditionOf(row.route) ?? 'Otherwise'}: ${costText(row)}`);
}

/** The parameter that examples of errors name. */
function firstParameter(rows: readonly Capability[]): string | undefined {
  const named = rows.flatMap(({ parameters }) => parameters);
  return (named.find(({ isRequired }) => isRequired) ?? named[0])?.name;
}

/** Success responses by status; rows with the same status become alternatives. */
function successes(rows: readonly Capability[], sdl: Sdl, shared: Shared): Record<string, Schema> {
  const byStatus = new Map<number, Schema[]>();
  for (const row of rows) {
    const status = row.route.status ?? 200;
    const known = byStatus.get(status) ?? [];
    const response = success(row, sdl, shared);
    if (!known.some((each) => isSameBody(each, response, shared))) byStatus.set(status, [...known, response]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, [only = {}, ...more]]) => [
      String(status),
      more.length === 0 ? only : alternatives([only, ...more]),
    ]),
  );
}

/** The schema of a response's body. */
function bodyOf({ content }: Schema): Schema {
  return (content as { 'application/json': { schema: Schema } })['application/json'].schema;
}

/** Whether two bodies have the same fields, whatever the descriptions of the whole. */
function isSameBody(one: Schema, other: Schema, { registry }: Shared): boolean {
  const [first, second] = [one, other].map((response) => {
    const { properties, required } = registry.resolve(bodyOf(response));
    return JSON.stringify([properties, required]);
  });
  return first === second;
}

function alternatives(responses: readonly Schema[]): Schema {
  const schemas = responses.map(bodyOf);
  return { ...responses[0], content: { 'application/json': { schema: { oneOf: schemas } } } };
}

const DISCOVERY = { name: 'Discovery', description: 'Machine-readable API description.' };

function discovery(shared: Shared): Schema {
  return {
    operationId: 'getOpenapi',
    summary: 'OpenAPI document',
    description: 'This OpenAPI 3.1 document. Needs no API key and does not use the monthly quota.',
    tags: [DISCOVERY.name],
    security: [],
    'x-tier': OPENAPI_TIER,
    'x-metered': false,
    responses: {
      200: {
        description: 'The OpenAPI document.',
        headers: headerReferences(['ETag']),
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      304: { $ref: '#/components/responses/Unchanged' },
      ...errorResponses(['method_not_allowed', 'rate_limited', 'internal_error', 'unavailable'], shared.responses),
    },
  };
}

function pathsOf(capabilities: readonly Capability[], sdl: Sdl, shared: Shared): Record<string, Schema> {
  const groups = new Map<string, [Capability, ...Capability[]]>();
  for (const capability of capabilities) {
    const name = `${capability.route.method} ${capability.route.path}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [capability]);
    else group.push(capability);
  }
  const paths: Record<string, Schema> = {};
  for (const rows of groups.values()) {
    const path = publicPath(rows[0].route);
    paths[path] = { ...paths[path], [rows[0].route.method.toLowerCase()]: operationOf(rows, sdl, shared) };
  }
  return { ...paths, [publicPath({ path: OPENAPI_PATH })]: { get: discovery(shared) } };
}

const SECURITY_SCHEMES: Schema = {
  ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The API key.' },
  Bearer: { type: 'http', scheme: 'bearer', description: 'The API key as a bearer token.' },
};

/** The OpenAPI 3.1 document of the REST API, derived from the routes, their operations and the SDL. */
export function openApiDocument(
  capabilities: readonly Capability[],
  sdl: Sdl,
  { publicUrl = '/', version = '0.1.0', events = {}, exampleOf = storedExample }: DocumentOptions = {},
): Schema {
  const shared: Shared = { registry: new SchemaRegistry(), responses: { Unchanged: UNCHANGED }, exampleOf, publicUrl };
  shared.registry.add('Error', ERROR_SCHEMA);
  const paths = pathsOf(capabilities, sdl, shared);
  const webhooks = webhookDeliveries(events, shared.registry);
  const used = new Set(capabilities.map(({ route }) => route.tag));
  const shown = GROUPS.filter(({ tag }) => used.has(tag));
  const document = {
    openapi: '3.1.1',
    info: {
      title: 'Marketgraph API',
      version,
      description: introduction(),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: [...shown.map(({ tag, description }) => ({ name: tag, description })), DISCOVERY],
    security: [{ ApiKey: [] }, { Bearer: [] }],
    paths,
    ...(Object.keys(webhooks).length === 0 ? {} : { webhooks }),
    components: {
      schemas: shared.registry.usedBy([paths, webhooks, shared.responses]),
      responses: shared.responses,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
  return inRestNames(document, capabilities);
}
