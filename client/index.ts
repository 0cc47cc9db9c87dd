export {
  createClient,
  type Arguments,
  type CallOptions,
  type ClientOptions,
  type MarketgraphClient,
  type PartialAnswer,
} from './client.js';
export { textDocument, type TextDocument } from './document.js';
export { MarketgraphError, type MarketgraphErrorParts } from './error.js';
export { retryMs, type RetryMs, type StreamOptions } from './stream.js';
export * from './generated/documents.js';
export type * from './generated/types.js';
