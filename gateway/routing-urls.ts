import { GraphQLError, Kind, type DocumentNode } from 'graphql';
import { supergraphDocument } from './supergraph-document.js';

/** Each subgraph's URL by its name, from `@join__graph`. Throws if the text is not a federation 2 supergraph. */
export function routingUrls(supergraphSdl: string): ReadonlyMap<string, string> {
  const graphs = parsed(supergraphSdl).definitions.find(
    (node) => node.kind === Kind.ENUM_TYPE_DEFINITION && node.name.value === 'join__Graph',
  );
  if (graphs?.kind !== Kind.ENUM_TYPE_DEFINITION) {
    throw new Error(
      'This SDL has no enum join__Graph, so it is not a federation 2 supergraph; compose the subgraphs first.',
    );
  }
  const urls = new Map<string, string>();
  for (const { name: graph, directives = [] } of graphs.values ?? []) {
    const args = directives.find(({ name }) => name.value === 'join__graph')?.arguments ?? [];
    const textOf = (argument: string): string => {
      const value = args.find(({ name }) => name.value === argument)?.value;
      if (value?.kind === Kind.STRING) return value.value;
      throw new Error(`The supergraph's join__Graph value ${graph.value} has no ${argument}.`);
    };
    urls.set(textOf('name'), textOf('url'));
  }
  return urls;
}

function parsed(sdl: string): DocumentNode {
  try {
    return supergraphDocument(sdl);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const { line } = error.locations?.[0] ?? { line: 1 };
    const message = error.message.replace(/\.$/, '');
    throw new Error(`This is not valid GraphQL SDL: ${message} in line ${line}.`, { cause: error });
  }
}
