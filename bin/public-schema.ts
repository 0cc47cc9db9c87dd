import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Kind, parse, type GraphQLSchema, type StringValueNode } from 'graphql';

/** The SDL that clients see, with the contract's directives; printed by `npm run build`. */
export function readPublicSdl(): string {
  return readFileSync(
    path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'schema', 'public.graphql'),
    'utf8',
  );
}

interface Part {
  description?: string | null | undefined;
  readonly args?: readonly (Part & { readonly name: string })[];
}

interface PartNode {
  readonly name: { readonly value: string };
  readonly description?: StringValueNode | undefined;
  readonly arguments?: readonly PartNode[] | undefined;
}

function describe(part: Part | undefined, { description, arguments: args = [] }: PartNode): void {
  if (part === undefined) return;
  if (description !== undefined) part.description = description.value;
  for (const node of args)
    describe(
      part.args?.find(({ name }) => name === node.name.value),
      node,
    );
}

/** Gives the fields and arguments of a schema the descriptions of `sdl`, which introspection then answers. */
export function describeSchema(schema: GraphQLSchema, sdl: string): void {
  for (const definition of parse(sdl, { noLocation: true }).definitions) {
    if (
      definition.kind !== Kind.OBJECT_TYPE_DEFINITION &&
      definition.kind !== Kind.INTERFACE_TYPE_DEFINITION &&
      definition.kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION
    )
      continue;
    const type = schema.getType(definition.name.value);
    if (type === undefined || !('getFields' in type)) continue;
    const fields: Readonly<Record<string, Part>> = type.getFields();
    for (const node of definition.fields ?? []) describe(fields[node.name.value], node);
  }
}
