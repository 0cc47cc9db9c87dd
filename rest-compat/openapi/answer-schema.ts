import type { Capability } from '../capability.js';
import { envelopeOf } from '../projection/envelope.js';
import type { Sdl } from '../sdl.js';
import { pascal } from './names.js';
import { objectSchema, type SchemaRegistry } from './response-schema.js';
import type { Schema } from './schema.js';

/** A reference to the schema of an endpoint's success, which is added to `registry` with all that it refers to. */
export function answerSchema(capability: Capability, sdl: Sdl, registry: SchemaRegistry): Schema {
  const { route, root, body } = capability;
  const plain = objectSchema(body, root?.field.description, sdl, registry);
  const shaped =
    route.shape === undefined ? plain : route.shape.describe(plain, (property) => registry.resolve(property));
  return registry.add(`${pascal(route.operation)}Answer`, envelopeOf(capability).describe(shaped));
}

/** The description of the field that does what the endpoint is for. */
export function purposeOf({ operation, root, parameters }: Capability): string | null | undefined {
  const field =
    operation.definition.operation === 'mutation'
      ? operation.selected[0]?.field
      : (root ?? operation.selected[0])?.field;
  return parameters
    .filter(({ name, argument }) => name !== argument)
    .reduce(
      (text, { name, argument }) => text?.replaceAll(`\`${argument}\``, `\`${name}\``),
      field?.description ?? undefined,
    );
}
