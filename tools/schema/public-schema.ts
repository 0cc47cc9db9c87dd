import { Kind, parse, print, visit, type ConstDirectiveNode, type DefinitionNode, type DirectiveDefinitionNode } from 'graphql';

/** Definitions that are federation's own machinery. */
const MACHINERY = /^(join__|link$|link__|core$|core__|federation__|context$|context__|inaccessible$|tag$)/;

const SPECIFIED = ['deprecated', 'specifiedBy', 'oneOf'];

function isInaccessible(directives: readonly ConstDirectiveNode[] | undefined): boolean {
  return directives?.some(({ name }) => name.value === 'inaccessible') === true;
}

/** The root types' names are the usual ones; what is left of the schema definition says nothing. */
function isPublic(node: DefinitionNode): boolean {
  if (node.kind === Kind.SCHEMA_DEFINITION || node.kind === Kind.SCHEMA_EXTENSION) return false;
  return !('name' in node) || !MACHINERY.test(node.name.value);
}

/**
 * What clients may know of a supergraph, as SDL: without `@inaccessible` parts and without federation's own types and directives,
 * but with the contract's directives where they stand (`@tier`, `@metered`, `@range` …), which introspection cannot show.
 * Composition drops the descriptions of directives; `directivesSdl` gives them back.
 */
export function printPublicSchema(supergraphSdl: string, directivesSdl: string): string {
  const described = new Map(
    parse(directivesSdl, { noLocation: true }).definitions
      .filter((node): node is DirectiveDefinitionNode => node.kind === Kind.DIRECTIVE_DEFINITION)
      .map((node) => [node.name.value, node]),
  );
  const document = parse(supergraphSdl, { noLocation: true });
  const definitions = document.definitions
    .filter(isPublic)
    .map((node) => (node.kind === Kind.DIRECTIVE_DEFINITION ? (described.get(node.name.value) ?? node) : node));
  const known = new Set(definitions.flatMap((node) => (node.kind === Kind.DIRECTIVE_DEFINITION ? [node.name.value] : [])).concat(SPECIFIED));
  const accessible = visit({ ...document, definitions }, {
    enter: (node) => ('directives' in node && isInaccessible(node.directives as readonly ConstDirectiveNode[] | undefined) ? null : undefined),
  });
  return `${print(visit(accessible, { Directive: ({ name }) => (known.has(name.value) ? undefined : null) }))}\n`;
}
