import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';

export interface SubgraphDefinition {
  readonly name: string;
  readonly sdl: string;
  /** Where the subgraph is served when it runs remotely. */
  readonly url: string;
}

/** The supergraph of several subgraphs as SDL. Throws with every composition error in one message. */
export function composeSupergraph(subgraphs: readonly SubgraphDefinition[]): string {
  const result = composeServices(subgraphs.map(({ name, sdl, url }) => ({ name, url, typeDefs: parse(sdl) })));
  if (result.supergraphSdl !== undefined) return result.supergraphSdl;
  const reasons = result.errors.map(({ message }) => `- ${message}`);
  throw new Error(`The subgraphs do not compose:\n${reasons.join('\n')}`);
}
