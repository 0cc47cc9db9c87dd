import type { GraphQLSchema } from 'graphql';
import { FIELDS as ACCOUNT } from './account/generated/fields.js';
import type { Resolvers as AccountResolvers } from './account/generated/resolver-types.js';
import { createLineChecks } from './account/line.js';
import { createVaultChecks } from './account/vault.js';
import { createUrlChecks } from './account/webhooks.js';
import { createRunChecks } from './ai/agent-runs.js';
import { createAgentChecks } from './ai/agents.js';
import { createQuestionChecks } from './ai/ask-question.js';
import { FIELDS as AI } from './ai/generated/fields.js';
import type { Resolvers as AiResolvers } from './ai/generated/resolver-types.js';
import { buildSubgraph } from './build/build-subgraph.js';
import type { AskingChecks } from './build/gates.js';
import { FIELDS as EQUITIES } from './equities/generated/fields.js';
import type { Resolvers as EquitiesResolvers } from './equities/generated/resolver-types.js';
import { mergeFields } from './merge-fields.js';
import { createPrivateMarketsChecks } from './private-markets/checks.js';
import { FIELDS as PRIVATE_MARKETS } from './private-markets/generated/fields.js';
import type { Resolvers as PrivateMarketsResolvers } from './private-markets/generated/resolver-types.js';
import { FIELDS as RESEARCH } from './research/generated/fields.js';
import type { Resolvers as ResearchResolvers } from './research/generated/resolver-types.js';
import { MANAGER_CHECKS } from './research/institutional-managers.js';
import { subgraphDocument, type SubgraphName } from './sdl.js';
import type { Services } from './services.js';

// The result types make a field without a resolver a compile error.
const RESOLVERS = {
  equities: (services: Services): EquitiesResolvers => mergeFields(EQUITIES, services),
  research: (services: Services): ResearchResolvers => mergeFields(RESEARCH, services),
  'private-markets': (services: Services): PrivateMarketsResolvers => mergeFields(PRIVATE_MARKETS, services),
  ai: (services: Services): AiResolvers => mergeFields(AI, services),
  account: (services: Services): AccountResolvers => mergeFields(ACCOUNT, services),
} satisfies Record<SubgraphName, unknown>;

const CHECKS: Partial<Record<SubgraphName, (services: Services) => AskingChecks>> = {
  account: (services) => ({ ...createUrlChecks(services), ...createVaultChecks(services), ...createLineChecks() }),
  'private-markets': (services) => createPrivateMarketsChecks(services),
  research: () => MANAGER_CHECKS,
  ai: (services) => ({ ...createAgentChecks(services), ...createQuestionChecks(), ...createRunChecks() }),
};

/** One subgraph's executable schema, including its tier checks. */
export function createSubgraph(name: SubgraphName, services: Services): GraphQLSchema {
  return buildSubgraph(subgraphDocument(name), RESOLVERS[name](services), services.log, CHECKS[name]?.(services));
}
