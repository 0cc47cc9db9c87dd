import { getDirectiveValues, GraphQLDirective, type GraphQLSchema } from 'graphql';

/** Directives of one element, read by name. */
export interface DirectiveReader {
  (name: string, node: { readonly astNode?: unknown }): Readonly<Record<string, unknown>> | undefined;
}

/** Reads directives of schema elements with defaults applied. */
export function directiveReader(schema: GraphQLSchema): DirectiveReader {
  return (name, { astNode }) => {
    const directive = schema.getDirective(name);
    if (!(directive instanceof GraphQLDirective) || astNode === null || astNode === undefined) return undefined;
    return getDirectiveValues(directive, astNode);
  };
}
