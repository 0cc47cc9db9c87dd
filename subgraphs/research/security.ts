import { securityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';

export function createFields() {
  return {
    Security: { __resolveReference: (reference) => ({ ...securityRef(reference.symbol), ...reference }) },
  } satisfies Fields;
}
