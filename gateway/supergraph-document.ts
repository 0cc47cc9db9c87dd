import { parse, type DocumentNode } from 'graphql';

let last: { readonly sdl: string; readonly document: DocumentNode } | undefined;

/**
 * A supergraph's document, without locations. A process has one supergraph, which its planner, guard, streams and REST
 * all read, so the last one is kept. Throws a GraphQLError if the text is not SDL.
 */
export function supergraphDocument(sdl: string): DocumentNode {
  if (last?.sdl !== sdl) last = { sdl, document: parse(sdl, { noLocation: true }) };
  return last.document;
}
