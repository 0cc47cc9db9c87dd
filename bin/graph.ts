import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { NoSchemaIntrospectionCustomRule } from 'graphql';
import type { RequestContext } from '../access/request-context.js';
import { createGateway, type Gateway } from '../gateway/gateway.js';
import { compileDocument } from '../gateway/compiled/compile-document.js';
import { localSubgraph } from '../gateway/execution/local-subgraph.js';
import { createPlanningThread } from '../gateway/planning-thread/planning-thread.js';
import type { Subgraph } from '../gateway/execution/subgraph.js';
import { describeSchema, readPublicSdl } from './public-schema.js';
import { createSubgraph } from '../subgraphs/create-subgraph.js';
import { withSettledBatches } from '../subgraphs/settle-batches.js';
import { SUBGRAPH_NAMES, type SubgraphName } from '../subgraphs/sdl.js';
import type { Services } from '../subgraphs/services.js';

export function readSupergraph(): string {
  return readFileSync(
    path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'schema', 'supergraph.graphql'),
    'utf8',
  );
}

export interface GraphOptions {
  /** Remote subgraphs; the others run in this process. */
  readonly remote?: ReadonlyMap<SubgraphName, Subgraph<RequestContext>>;
  /** Whether introspection is allowed. Default true. */
  readonly allowsIntrospection?: boolean;
  /** Takes what first operations would wait for, to be done earlier. */
  readonly first?: (step: () => void) => void;
}

/** The gateway over all five subgraphs. */
export function createGraph(
  services: Services,
  { remote = new Map(), allowsIntrospection = true, first }: GraphOptions = {},
): Gateway<RequestContext> {
  const local = (name: SubgraphName): Subgraph<RequestContext> =>
    localSubgraph(name, () => createSubgraph(name, services), { prepare: compileDocument, first });
  const subgraphs = SUBGRAPH_NAMES.map((name) => remote.get(name) ?? local(name));
  const rules = allowsIntrospection ? [] : [NoSchemaIntrospectionCustomRule];
  const supergraphSdl = readSupergraph();
  const thread = createPlanningThread(supergraphSdl);
  services.atEnd(() => thread.close());
  const gateway = createGateway({
    supergraphSdl,
    subgraphs,
    rules,
    hidesSuggestions: !allowsIntrospection,
    planInThread: thread.plan,
    requesterOf: ({ requester }) => requester,
    beforeIntrospection: (schema) => describeSchema(schema, readPublicSdl()),
  });
  return {
    ...gateway,
    execute: (operation, variables, context) =>
      withSettledBatches(gateway.execute(operation, variables, context), context, services.log),
  };
}
