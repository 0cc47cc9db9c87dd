export * from './generated/nodes.js';
export type * from './generated/types.js';
