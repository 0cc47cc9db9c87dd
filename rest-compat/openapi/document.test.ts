import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ERRORS } from '../../access/errors.js';
import { TIERS } from '../../access/tiers.js';
import { publicPath } from '../endpoints.js';
import { formOf, selectingFields } from '../route.js';
import { capabilityFrom, CAPABILITIES, SDL } from '../fixtures/capabilities.js';
import { storedExample } from '../stored-files.js';
import { openApiDocument } from './document.js';

interface Reference {
  readonly $ref?: string;
}

interface BodySchema {
  readonly required: readonly string[];
  readonly properties: Record<string, unknown>;
}

interface Operation {
  readonly 'x-tier': string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: Record<string, unknown>;
    readonly required: boolean;
  }[];
  readonly requestBody?: {
    readonly content: Record<
      string,
      { readonly schema: Reference & { readonly oneOf?: readonly Reference[]; readonly anyOf?: readonly Reference[] } }
    >;
  };
  readonly responses: Record<string, { readonly $ref?: string }>;
  readonly security?: readonly unknown[];
}

/** One that the linter found. */
interface Problem {
  readonly severity: string;
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, Record<string, unknown>>;
    readonly responses: Record<
      string,
      {
        readonly content?: Record<
          string,
          { readonly examples: Record<string, { readonly value: { readonly error: string } }> }
        >;
      }
    >;
  };
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The document as a reader gets it, with recorded answers as examples. */
const document = JSON.parse(JSON.stringify(openApiDocument(CAPABILITIES, SDL))) as Document;

/** The schemas of the bodies that an operation accepts. */
function bodiesOf(operation: Operation | undefined): readonly BodySchema[] {
  const schema = operation?.requestBody?.content['application/json']?.schema;
  const references = schema === undefined ? [] : (schema.oneOf ?? schema.anyOf ?? [schema]);
  return references.map(
    ({ $ref = '' }) => document.components.schemas[$ref.split('/').at(-1) ?? ''] as unknown as BodySchema,
  );
}

const folder = mkdtempSync(path.join(tmpdir(), 'openapi-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the linter finds, each with its place in the document. */
function problemsOf(linted: object): readonly string[] {
  const file = path.join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(linted));
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const args = [
    path.join(ROOT, 'node_modules/@redocly/cli/bin/cli.js'),
    'lint',
    file,
    '--config',
    path.join(ROOT, 'redocly.yaml'),
    '--format',
    'json',
  ];
  // It ends with 1 where it finds an error, and names the errors on its standard output all the same.
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' });
  if (!stdout.startsWith('{')) throw new Error(`the linter failed: ${stderr}`);
  const { problems } = JSON.parse(stdout) as { problems: readonly Problem[] };
  return problems.map(
    ({ severity, ruleId, message, location }) =>
      `${severity} ${ruleId}: ${message} at ${location.map(({ pointer }) => pointer).join(', ')}`,
  );
}

describe('the OpenAPI document', () => {
  it('passes the linter without warnings, and all recorded responses match their schemas', () => {
    expect(
      CAPABILITIES.filter(({ route: { operation } }) => storedExample(operation) === undefined).map(
        ({ route: { operation } }) => operation,
      ),
    ).toEqual([]);
    expect(problemsOf(document)).toEqual([]);
  });

  it('is rejected by the linter, with the location, if an example does not match', () => {
    const wrong = openApiDocument(CAPABILITIES, SDL, {
      exampleOf: (operation) => (operation === 'signal' ? { ticker: 1 } : storedExample(operation)),
    });
    expect(problemsOf(wrong)).toContainEqual(
      expect.stringMatching(/^error .*ticker.* at #\/paths\/~1api~1v1~1signal\/get/),
    );
  });

  it.each(
    CAPABILITIES.map(
      (capability) =>
        [`${capability.route.method} ${capability.route.path} ${formOf(capability.route)}`, capability] as const,
    ),
  )('%s is in it with tier, parameters, bounds and errors', (_name, { route, tier, parameters, isMetered }) => {
    const operation = document.paths[publicPath(route)]?.[route.method.toLowerCase()];
    const rows = CAPABILITIES.filter((each) => each.route.method === route.method && each.route.path === route.path);
    expect(operation?.['x-tier']).toBe(TIERS.find((each) => rows.some((row) => row.tier === each)));
    const beside = parameters.filter(({ place }) => place !== 'body');
    const inUrl = beside.map(({ name }) => name);
    const shown = (operation?.parameters ?? [])
      .filter((each) => route.action === undefined || each.in !== 'header')
      .map(({ name }) => name);
    const isSelected = rows.some((row) => row.route.selector !== undefined);
    if (isSelected) expect(shown).toEqual(expect.arrayContaining(inUrl));
    else
      expect(shown).toEqual(
        route.urlForm?.parameters.map(({ name }) => name) ?? beside.map(({ name, header }) => header ?? name),
      );
    const flags = rows.flatMap((row) => row.route.flag?.field ?? []);
    const action = [...flags, ...Object.keys(selectingFields(route)).filter((name) => !flags.includes(name))];
    const fields = [...action, ...parameters.map(({ name }) => name).filter((name) => !inUrl.includes(name))];
    const bodies = bodiesOf(operation).map(({ properties }) => Object.keys(properties));
    if (fields.length === 0) expect(bodies).toEqual([]);
    else expect(bodies).toContainEqual(fields);
    const codes = Object.values(operation?.responses ?? {}).flatMap(({ $ref }) => {
      const response = document.components.responses[$ref?.split('/').at(-1) ?? ''];
      return Object.values(response?.content?.['application/json']?.examples ?? {}).map(({ value }) => value.error);
    });
    expect(codes).toEqual(
      expect.arrayContaining([
        'missing_key',
        'invalid_parameter',
        'method_not_allowed',
        'rate_limited',
        'internal_error',
        ...(tier === 'free' ? [] : ['tier_required']),
        ...(isMetered ? ['monthly_limit_reached'] : []),
      ]),
    );
    for (const code of codes) expect(Object.keys(ERRORS)).toContain(code);
  });

  it("shows the contract's bounds and defaults", () => {
    const parameters = document.paths['/api/v1/dca']?.['get']?.parameters;
    expect(parameters).toMatchObject([
      { name: 'ticker', required: true, schema: { type: 'string', maxLength: 10 } },
      { name: 'monthly', required: false, schema: { type: 'integer', minimum: 10, maximum: 1_000_000, default: 500 } },
      { name: 'years', required: false, schema: { minimum: 1, maximum: 15, default: 10 } },
    ]);
    expect(bodiesOf(document.paths['/api/v1/backtest']?.['post'])).toMatchObject([
      { required: ['ticker', 'strategy'] },
    ]);
  });

  it('requires a key for all endpoints except its own', () => {
    expect(document.paths['/api/v1/openapi']?.['get']?.security).toEqual([]);
    expect(document.paths['/api/v1/signal']?.['get']?.security).toBeUndefined();
  });

  it('distinguishes null from absent: nullable fields are required, optional fields are not', () => {
    const { UsageAnswer, SignalAnswer } = document.components.schemas;
    expect(UsageAnswer?.['required']).not.toContain('ai_tokens');
    expect(SignalAnswer?.['required']).toContain('microstructure');
    expect(document.components.schemas['RequestUsage']).toMatchObject({
      properties: { limit: { type: ['integer', 'null'] } },
      required: ['used', 'limit', 'remaining', 'resets_at'],
    });
  });

  it('spells enums as in responses', () => {
    expect(document.components.schemas['SignalAnswer']).toMatchObject({
      properties: { signal: { enum: ['Strong Buy', 'Buy', 'Neutral', 'Sell', 'Strong Sell', null] } },
    });
  });

  it('has separate schemas for two selections of one type', () => {
    const capability = capabilityFrom(
      '{ a: security(ticker: "A") { quote { last } } b: security(ticker: "B") { quote { volume } } }',
    );
    const { components } = openApiDocument([capability], SDL) as unknown as Document;
    expect(components.schemas).toMatchObject({ Quote: { required: ['last'] }, Quote2: { required: ['volume'] } });
  });

  it('has no null in a success that is never null, and none for what is left out', () => {
    const { BacktestAnswer, PortfolioAnswer, PortfolioOverlayAnswer, UsageAnswer } = document.components.schemas;
    const nullsOf = (schema: Record<string, unknown> | undefined): readonly string[] => {
      const { properties } = schema as {
        properties: Record<string, { type?: unknown; anyOf?: readonly { type?: unknown }[] }>;
      };
      const isNullable = ({ type, anyOf = [] }: { type?: unknown; anyOf?: readonly { type?: unknown }[] }): boolean =>
        (Array.isArray(type) && type.includes('null')) || anyOf.some((one) => one.type === 'null');
      return Object.keys(properties).filter((key) => isNullable(properties[key] ?? {}));
    };
    const branches = (schema: Record<string, unknown> | undefined) =>
      schema?.['oneOf'] as readonly Record<string, unknown>[];
    for (const answer of [BacktestAnswer, PortfolioAnswer]) expect(branches(answer).map(nullsOf)).toEqual([[], []]);
    expect(branches(PortfolioOverlayAnswer).map(nullsOf)).toEqual([['regime'], []]);
    expect(nullsOf(UsageAnswer)).toEqual([]);
    expect(JSON.stringify(UsageAnswer?.['properties'])).toContain('absent below Pro');
  });

  it('speaks of REST alone: no names, paths or terms of the graph, and no unit that does not fit', () => {
    const texts: string[] = [];
    JSON.stringify(document, (key, value: unknown) => {
      if (['description', 'summary'].includes(key) && typeof value === 'string') texts.push(value);
      return value;
    });
    expect(texts.length).toBeGreaterThan(200);
    const names = new Set(
      Object.values(SDL.schema.getTypeMap()).flatMap((type) =>
        'getFields' in type ? Object.keys(type.getFields()) : [],
      ),
    );
    const isOfGraph = (text: string): boolean =>
      /GraphQL|\(REST:|\w\(\w+:/.test(text) ||
      (text.match(/\b[a-z]+(?:[A-Z]\w*)+/g) ?? []).some((word) => names.has(word));
    expect(texts.filter(isOfGraph)).toEqual([]);
    expect(texts.filter((text) => /decimal fraction or statistic|shares traded/.test(text))).toEqual([]);
  });

  it('gives operations names that read well as methods of a client, each once', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => (operation as unknown as { operationId: string }).operationId),
    );
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids).toEqual(
      expect.arrayContaining(['getSignal', 'simulate', 'listWebhooks', 'registerWebhook', 'deleteWebhook']),
    );
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['RegisterWebhookRequest', 'TestWebhookRequest', 'SimulateRequest']),
    );
  });

  it('describes what webhooks send, as the linter accepts it', () => {
    const events = {
      'signal.flip': {
        receivers: 'some accounts',
        data: { type: 'object', properties: { ticker: { type: 'string' } }, required: ['ticker'] },
      },
    };
    const withEvents = openApiDocument(CAPABILITIES, SDL, { events }) as { webhooks?: Record<string, unknown> };
    expect(problemsOf(withEvents)).toEqual([]);
    expect(withEvents.webhooks).toMatchObject({
      'signal.flip': {
        post: {
          operationId: 'onSignalFlip',
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/SignalFlipEvent' } } },
          },
        },
      },
    });
  });
});
