import { nodeId } from '../node-ids.js';
import type { Services } from '../services.js';
import { securityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';
import { requireStored } from './stored-tickers.js';

export function createFields(services: Services) {
  return {
    Query: {
      async security(_root, { ticker }, context) {
        await requireStored(services, ticker, context);
        return securityRef(ticker);
      },
    },
    Security: {
      __resolveReference: ({ ticker, batch }) => securityRef(ticker, batch),
      id: ({ ticker }) => nodeId('Security', ticker),
    },
  } satisfies Fields;
}
