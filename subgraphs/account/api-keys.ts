import { cursorsOf, pageOfList } from '../connections.js';
import type { Services } from '../services.js';
import { viewerOf } from './account.js';
import type { Fields } from './generated/resolver-types.js';

export function createFields({ access }: Services) {
  return {
    Mutation: {
      createApiKey: async (_root, { input }, context) => {
        const { key, secret } = await access.keys.create(context.identity.accountId, input);
        return { apiKey: key, secret, viewer: viewerOf(context) };
      },
      createPublishableApiKey: async (_root, { input }, context) => {
        const { key, secret } = await access.keys.createPublishable(context.identity.accountId, input);
        return { apiKey: key, secret, viewer: viewerOf(context) };
      },
      updateApiKey: async (_root, { input: { id, ...changes } }, context) => ({
        apiKey: await access.keys.update(context.identity.accountId, id, changes),
        viewer: viewerOf(context),
      }),
      rotateApiKey: async (_root, { input: { id, overlapHours } }, context) => {
        const { key, secret } = await access.keys.rotate(context.identity.accountId, id, overlapHours);
        return { apiKey: key, secret, viewer: viewerOf(context) };
      },
      revokeApiKey: async (_root, { input: { id } }, context) => ({
        apiKey: await access.keys.revoke(context.identity.accountId, id),
        viewer: viewerOf(context),
      }),
    },
    ApiKey: { previousSecretUntil: ({ oldUntil }) => oldUntil, requestsPerMinute: ({ ownPerMinute }) => ownPerMinute },
    Viewer: {
      apiKeys: async (viewer, page) =>
        pageOfList(await access.keys.list(viewer.id), page, cursorsOf('Viewer.apiKeys'), (key) => key),
    },
  } satisfies Fields;
}
