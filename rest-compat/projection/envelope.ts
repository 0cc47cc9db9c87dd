import type { Capability, Parameter } from '../capability.js';
import type { Failure } from '../route.js';
import type { ApiError } from '../../access/errors.js';
import type { ObjectSchema, Schema } from '../openapi/schema.js';
import { nonNull } from '../openapi/schema.js';
import type { Echoes } from './echoes.js';
import { mapped, type Body } from './shape.js';

/** Version of the contract, in the bodies of its section 1. */
const VERSION = 'v1';

const OK: Schema = { type: 'boolean', const: true, description: 'Always true.' };
const TICKER: Schema = { type: 'string', description: 'The ticker as requested, trimmed and upper-cased.' };
const API_VERSION: Schema = { type: 'string', const: VERSION, description: 'Version of the contract.' };

type Variables = Readonly<Record<string, unknown>>;

/** The fields that REST adds around a body: `ok`, the requested `ticker`, and `api_version`. */
export interface Envelope {
  apply(body: Body, variables: Variables): Body;
  describe(schema: ObjectSchema): Schema;
  /** The body that a declared error of the graph has in REST; null if REST answers with the error. */
  failure(error: ApiError, variables: Variables, echoes: Echoes): Body | null;
}

/** Whether the body is that of a ticker's capability, which repeats the ticker. */
function repeatsTicker({ path, parameters, root }: Pick<Capability, 'path' | 'parameters' | 'root'>): boolean {
  return (
    root !== null &&
    path.length > 0 &&
    parameters.some(({ name, shape }) => name === 'ticker' && shape.kind === 'ticker')
  );
}

/** The value of a parameter as REST spells it. */
function inRest({ name, shape, defaultValue }: Parameter, variables: Variables): unknown {
  const value = variables[name];
  if (value === undefined) return defaultValue;
  return shape.kind === 'enum' ? (shape.options.find((option) => option.name === value)?.wire ?? value) : value;
}

function failed(
  error: ApiError,
  { code, repeats, unresolved }: Failure,
  capability: Pick<Capability, 'parameters'>,
  variables: Variables,
  echoes: Echoes,
): Body {
  const parameters = repeats.flatMap((name) => capability.parameters.filter((parameter) => parameter.name === name));
  return {
    ok: false,
    status: code,
    message: error.message,
    ...Object.fromEntries(parameters.map((parameter) => [parameter.name, inRest(parameter, variables)])),
    ...(unresolved === true
      ? { unresolved: (error.extra.unresolved ?? []).map((ticker) => echoes.get(ticker) ?? ticker) }
      : {}),
    api_version: VERSION,
  };
}

/** A success and a failure of the same operation. */
function alternatives(success: ObjectSchema, { code, repeats, unresolved, nullable = [] }: Failure): Schema {
  const { properties } = success;
  const keys = [...repeats, ...(unresolved === true ? ['unresolved'] : []), 'api_version'];
  const certain = Object.keys(properties).filter((key) => !nullable.includes(key));
  const failure: Record<string, Schema> = {
    ok: { type: 'boolean', const: false, description: 'Always false.' },
    status: { type: 'string', const: code, description: 'Why there is no result.' },
    message: { type: 'string', description: 'One sentence that explains the status.' },
    ...Object.fromEntries(keys.map((key) => [key, properties[key] ?? { type: 'string' }])),
  };
  return {
    description: success.description,
    oneOf: [
      {
        title: 'Success',
        type: 'object',
        properties: mapped(properties, certain, nonNull),
        required: success.required,
      },
      { title: 'Failure', type: 'object', properties: failure, required: Object.keys(failure) },
    ],
  };
}

/** Compiles a row's envelope. */
export function envelopeOf(capability: Pick<Capability, 'route' | 'path' | 'parameters' | 'root'>): Envelope {
  const {
    route: { failure, isVersioned },
  } = capability;
  const isOk = failure !== undefined;
  const hasTicker = repeatsTicker(capability);
  return {
    apply: (body, { ticker }) => ({
      ...(isOk ? { ok: true } : {}),
      ...(hasTicker ? { ticker } : {}),
      ...body,
      ...(isVersioned === true ? { api_version: VERSION } : {}),
    }),
    describe(schema) {
      const before = { ...(isOk ? { ok: OK } : {}), ...(hasTicker ? { ticker: TICKER } : {}) };
      const after = isVersioned === true ? { api_version: API_VERSION } : {};
      const whole: ObjectSchema = {
        ...schema,
        properties: { ...before, ...schema.properties, ...after },
        required: [...Object.keys(before), ...schema.required, ...Object.keys(after)],
      };
      return failure === undefined ? whole : alternatives(whole, failure);
    },
    failure: (error, variables, echoes) =>
      failure?.code === error.code ? failed(error, failure, capability, variables, echoes) : null,
  };
}
