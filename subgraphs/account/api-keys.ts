import { pageOfList } from '../connections.js';
import { requireSession } from '../credential.js';
import type { Services } from '../services.js';
import { viewerOf } from './account.js';
import type { Fields } from './generated/resolver-types.js';

export function createFields({ access }: Services) {
  return {
    Mutation: {
      createApiKey: async (_root, { input }, context) => {
        requireSession(context.identity);
        const { key, secret } = await access.keys.create(context.identity.accountId, input);
        return { apiKey: key, secret, viewer: viewerOf(context) };
      },
      updateApiKey: async (_root, { input: { id, ...changes } }, context) => {
        requireSession(context.identity);
        return { apiKey: await access.keys.update(context.identity.accountId, id, changes), viewer: viewerOf(context) };
      },
      revokeApiKey: async (_root, { input: { id } }, context) => {
        requireSession(context.identity);
        return { apiKey: await access.keys.revoke(context.identity.accountId, id), viewer: viewerOf(context) };
      },
    },
    Viewer: {
      apiKeys: async (viewer, page, { identity }) => {
        requireSession(identity);
        return pageOfList(await access.keys.list(viewer.id), page, (key) => key);
      },
    },
  } satisfies Fields;
}
