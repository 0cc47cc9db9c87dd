import {
  Kind,
  parse,
  print,
  visit,
  type ConstDirectiveNode,
  type DefinitionNode,
  type DirectiveDefinitionNode,
} from 'graphql';
import { fieldWithNotes, inputWithNotes } from './gate-notes.js';

/** Definitions that belong to federation. */
const MACHINERY = /^(join__|link$|link__|core$|core__|federation__|context$|context__|inaccessible$|tag$)/;

const SPECIFIED = ['deprecated', 'specifiedBy', 'oneOf'];

function isInaccessible(directives: readonly ConstDirectiveNode[] | undefined): boolean {
  return directives?.some(({ name }) => name.value === 'inaccessible') === true;
}

/** The root types have default names, so the rest of the schema definition is redundant. */
function isPublic(node: DefinitionNode): boolean {
  if (node.kind === Kind.SCHEMA_DEFINITION || node.kind === Kind.SCHEMA_EXTENSION) return false;
  return !('name' in node) || !MACHINERY.test(node.name.value);
}

/**
 * The public SDL of a supergraph: without `@inaccessible` parts and federation's types and directives, but with the
 * contract's directives (`@tier`, `@metered`, `@range` …). Introspection cannot show those, so descriptions also say
 * tier, price and bounds. Composition drops the descriptions of directives; `directivesSdl` restores them.
 */
export function printPublicSchema(supergraphSdl: string, directivesSdl: string): string {
  const described = new Map(
    parse(directivesSdl, { noLocation: true })
      .definitions.filter((node): node is DirectiveDefinitionNode => node.kind === Kind.DIRECTIVE_DEFINITION)
      .map((node) => [node.name.value, node]),
  );
  const document = parse(supergraphSdl, { noLocation: true });
  const definitions = document.definitions
    .filter(isPublic)
    .map((node) => (node.kind === Kind.DIRECTIVE_DEFINITION ? (described.get(node.name.value) ?? node) : node));
  const known = new Set(
    definitions.flatMap((node) => (node.kind === Kind.DIRECTIVE_DEFINITION ? [node.name.value] : [])).concat(SPECIFIED),
  );
  const accessible = visit(
    { ...document, definitions },
    {
      enter: (node) =>
        'directives' in node && isInaccessible(node.directives as readonly ConstDirectiveNode[] | undefined)
          ? null
          : undefined,
    },
  );
  const printed = visit(accessible, { Directive: ({ name }) => (known.has(name.value) ? undefined : null) });
  return `${print(visit(printed, { FieldDefinition: fieldWithNotes, InputObjectTypeDefinition: (node) => ({ ...node, fields: (node.fields ?? []).map(inputWithNotes) }) }))}\n`;
}
