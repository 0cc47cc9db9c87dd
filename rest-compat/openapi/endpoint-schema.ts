import type { Capability } from '../capability.js';
import type { Sdl } from '../sdl.js';
import { answerSchema, purposeOf } from './answer-schema.js';
import { codesOf } from './errors.js';
import { inRestNames } from './names.js';
import { inputSchema, textOf, withDefault } from './parameters.js';
import { described, SchemaRegistry } from './response-schema.js';
import type { Schema } from './schema.js';

/** One object of named parameters. */
export interface ParametersSchema extends Schema {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** What a client has to know about one row of the table: rows that share a method and path are apart here. */
export interface EndpointSchema {
  readonly description: string;
  /** One object with all parameters, wherever a request has them. */
  readonly parameters: ParametersSchema;
  /** Of a success; refers to `$defs`. */
  readonly answer: Schema;
  readonly errors: readonly string[];
}

/** References of the OpenAPI document as those of a schema of its own. */
function inDefinitions(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"#/$defs/')) as Schema;
}

function parametersSchema({ route, parameters }: Capability): ParametersSchema {
  const { urlForm, sample } = route;
  const own = parameters
    .filter(({ place }) => place !== 'form')
    .filter(
      ({ name, place }) =>
        !(place === 'query' && route.selector?.value !== undefined && name === route.selector.parameter),
    )
    .map(
      (each) =>
        [each.name, { ...withDefault(inputSchema(each.shape), each.defaultValue), description: textOf(each) }] as const,
    );
  const formed = (urlForm?.parameters ?? []).map(
    ({ name, description, example }) => [name, { type: 'string', description, examples: [example] }] as const,
  );
  const isOptional = route.demo !== undefined;
  const required = isOptional
    ? []
    : parameters.filter(({ isRequired, place }) => isRequired && place !== 'form').map(({ name }) => name);
  const isSampled = Object.keys(sample.parameters).length > 0 && urlForm === undefined;
  return {
    type: 'object',
    properties: Object.fromEntries([...own, ...formed]),
    ...(required.length === 0 ? {} : { required }),
    ...(isSampled ? { examples: [sample.parameters] } : {}),
  };
}

/** The schemas of one endpoint, in the names of REST, which `capabilities` know. */
export function endpointSchema(
  capability: Capability,
  capabilities: readonly Capability[],
  sdl: Sdl,
  registry = new SchemaRegistry(),
): EndpointSchema {
  const reference = answerSchema(capability, sdl, registry);
  const definitions = registry.usedBy([reference]);
  const { $ref } = reference;
  const top = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : '';
  const { [top]: answer = {}, ...others } = definitions;
  const document = inRestNames(
    {
      description: described(purposeOf(capability)) ?? capability.route.summary,
      parameters: parametersSchema(capability),
      answer: { ...answer, ...(Object.keys(others).length === 0 ? {} : { $defs: others }) },
    },
    capabilities,
  );
  const {
    description,
    parameters,
    answer: spelled,
  } = inDefinitions(document) as Pick<EndpointSchema, 'description' | 'parameters' | 'answer'>;
  return { description, parameters, answer: spelled, errors: codesOf(capability) };
}
