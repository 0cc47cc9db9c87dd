import { createStore } from './store.js';

/** A key lives as long as the tab, apart from the customer's. */
const KEY = 'marketgraph:operator-key';

/** The demo key that the server has written into the page; null where it is not valid. */
function demoKey(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name=marketgraph-demo-operator]')?.content ?? null;
}

/** The key of an operator, for the operator's page alone; null without one. */
export const operatorKey = createStore<string | null>(sessionStorage.getItem(KEY) ?? demoKey());

export function becomeOperator(key: string): void {
  sessionStorage.setItem(KEY, key);
  operatorKey.set(key);
}

/** Forgets the key; where the demo key is valid, it is used again. */
export function leaveOperator(): void {
  sessionStorage.removeItem(KEY);
  operatorKey.set(demoKey());
}
