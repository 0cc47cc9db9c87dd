import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as formats from 'ajv-formats';
import { describeEvents } from '../../jobs/queue/event-data.js';
import { CAPABILITIES, SDL } from '../../rest-compat/fixtures/capabilities.js';
import { openApiDocument } from '../../rest-compat/openapi/document.js';
import { BASE_PATH } from '../../rest-compat/route.js';

type Json = Record<string, unknown>;

/** The schema with every object closed: a key that it does not name is a fault. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { example: _example, examples: _examples, ...rest } = schema as Json;
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, closed(value)]));
  return inner['properties'] === undefined || inner['type'] !== 'object'
    ? inner
    : { ...inner, additionalProperties: false };
}

interface Operation {
  readonly responses: Readonly<Record<string, Json>>;
}

const ID = 'https://marketgraph.test/openapi';
const document = closed(
  openApiDocument(CAPABILITIES, SDL, { events: describeEvents(), exampleOf: () => undefined }),
) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default.default(ajv);
ajv.addSchema(document, ID);
const validators = new Map<string, ValidateFunction>();

const pointer = (...steps: readonly string[]): string =>
  steps.map((step) => `/${step.replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');

/** The validator of a response's JSON; null if the document does not describe such a response. */
function validatorOf(path: string, method: string, status: string): ValidateFunction | null {
  const key = `${method} ${path} ${status}`;
  const known = validators.get(key);
  if (known !== undefined) return known;
  const response = document.paths[path]?.[method]?.responses[status];
  if (response === undefined) return null;
  const reference = response['$ref'];
  const at = typeof reference === 'string' ? reference.slice(1) : pointer('paths', path, method, 'responses', status);
  const validator = ajv.compile({
    $ref: `${ID}#${encodeURI(`${at}${pointer('content', 'application/json', 'schema')}`)}`,
  });
  validators.set(key, validator);
  return validator;
}

/** Faults of a REST answer against the closed OpenAPI document; empty for paths that are not in it. */
export function faultsOfAnswer(method: string, target: string, status: number, text: string): readonly string[] {
  const [path = ''] = target.split('?');
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  if (!path.startsWith(BASE_PATH) || document.paths[path]?.[verb] === undefined) return [];
  if (status === 304 || text === '') return [];
  const validator = validatorOf(path, verb, String(status));
  if (validator === null) return [`${method} ${path}: status ${status} is not in the OpenAPI document`];
  const isValid = validator(JSON.parse(text));
  return isValid
    ? []
    : (validator.errors ?? []).map(
        ({ instancePath, message, params }) =>
          `${method} ${path} ${status}: ${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
      );
}
