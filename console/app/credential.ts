import type { Tier } from '../generated/types.js';
import { createStore } from './store.js';

/** Who asks: a demo account, an API key, or the session whose cookie the browser sends. */
export type Credential =
  | { readonly kind: 'demo'; readonly tier: Tier; readonly key: string }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'session'; readonly email: string }
  | { readonly kind: 'none' };

export const TIERS = ['FREE', 'STARTER', 'PRO', 'INSTITUTIONAL'] as const satisfies readonly Tier[];

/** The demo keys that the server has written into the page, by tier; empty where they are not valid. */
export const DEMO_KEYS: ReadonlyMap<Tier, string> = readDemoKeys();

function readDemoKeys(): ReadonlyMap<Tier, string> {
  const content = document.querySelector<HTMLMetaElement>('meta[name=marketgraph-demo-keys]')?.content ?? '';
  const keys = content.split(' ').filter((key) => key !== '');
  return new Map(
    TIERS.flatMap((tier) => {
      const key = keys.find((each) => each.endsWith(`_${tier.toLowerCase()}`));
      return key === undefined ? [] : [[tier, key] as const];
    }),
  );
}

/**
 * The address that GraphiQL remembers too, so that one sign-in serves both pages. The cookie itself is not readable.
 */
const SIGNED_IN = 'marketgraph:signed-in';
const DEMO_TIER = 'marketgraph:demo-tier';
/** A key lives as long as the tab. */
const KEY = 'marketgraph:key';

export function demoCredential(tier: Tier): Credential {
  const key = DEMO_KEYS.get(tier);
  return key === undefined ? { kind: 'none' } : { kind: 'demo', tier, key };
}

function remembered(): Credential {
  const key = sessionStorage.getItem(KEY);
  if (key !== null) return { kind: 'key', key };
  const email = localStorage.getItem(SIGNED_IN);
  if (email !== null) return { kind: 'session', email };
  const tier = TIERS.find((each) => each === localStorage.getItem(DEMO_TIER)) ?? 'PRO';
  return demoCredential(tier);
}

function remember(credential: Credential): void {
  sessionStorage.removeItem(KEY);
  if (credential.kind !== 'session') localStorage.removeItem(SIGNED_IN);
  if (credential.kind === 'key') sessionStorage.setItem(KEY, credential.key);
  if (credential.kind === 'session') localStorage.setItem(SIGNED_IN, credential.email);
  if (credential.kind === 'demo') localStorage.setItem(DEMO_TIER, credential.tier);
}

export const credential = createStore<Credential>(remembered());

export function become(next: Credential): void {
  remember(next);
  credential.set(next);
}

/** Signs in by the account's address and password; returns why it was refused. */
export async function signIn(email: string, password: string): Promise<string | undefined> {
  const answer = await send('POST', { email, password });
  if (answer !== undefined) return answer;
  become({ kind: 'session', email });
  return undefined;
}

/** Ends the session, or forgets the key. */
export async function signOut(): Promise<string | undefined> {
  const refusal = credential.value.kind === 'session' ? await send('DELETE') : undefined;
  if (refusal !== undefined) return refusal;
  become(demoCredential('PRO'));
  return undefined;
}

async function send(method: 'POST' | 'DELETE', body?: object): Promise<string | undefined> {
  const headers = { 'Content-Type': 'application/json' };
  try {
    const answer = await globalThis.fetch('/session', {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // A session that has ended elsewhere is signed out.
    if (answer.ok || (method === 'DELETE' && answer.status === 401)) return undefined;
    const refused: unknown = await answer.json();
    return typeof refused === 'object' && refused !== null && 'message' in refused
      ? String(refused.message)
      : `The server answered ${answer.status}.`;
  } catch (error) {
    return error instanceof SyntaxError
      ? 'The server sent an answer that is none of its own.'
      : 'The server did not answer. Try again.';
  }
}
