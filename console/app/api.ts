import { createClient, type Arguments, type MarketgraphClient, type PartialAnswer } from '../../client/client.js';
import type { TextDocument } from '../../client/document.js';
import { credential, type Credential } from './credential.js';
import { sourcesIn, type WithSources } from './data-sources.js';
import { createStore } from './store.js';

/** What is left of the account's limits, as the last response said. */
export interface Limits {
  readonly perMinute: number;
  readonly leftThisMinute: number;
  /** Null without a monthly quota. */
  readonly perMonth: number | null;
  readonly leftThisMonth: number | null;
}

export const limits = createStore<Limits | null>(null);

function readLimits({ headers }: Response): void {
  const number = (name: string): number | null => {
    const text = headers.get(name);
    return text === null || !/^\d+$/.test(text) ? null : Number(text);
  };
  const perMinute = number('X-RateLimit-Limit');
  const leftThisMinute = number('X-RateLimit-Remaining');
  if (perMinute === null || leftThisMinute === null) return;
  limits.set({
    perMinute,
    leftThisMinute,
    perMonth: number('X-RateLimit-Monthly'),
    leftThisMonth: number('X-RateLimit-Monthly-Remaining'),
  });
}

function clientOf(who: Credential, onAnswer?: (answer: Response) => void): MarketgraphClient {
  return createClient({
    url: location.origin,
    ...('key' in who ? { key: who.key } : {}),
    fetch: async (input, init) => {
      const answer = await globalThis.fetch(input, init);
      if (credential.value === who) readLimits(answer);
      onAnswer?.(answer);
      return answer;
    },
  });
}

type Answer<TResult> = PartialAnswer<TResult> & WithSources;

type Kept = Promise<Answer<unknown>>;

let client = clientOf(credential.value);
const answers = new Map<string, Kept>();

credential.subscribe(() => {
  client = clientOf(credential.value);
  answers.clear();
  limits.set(null);
});

/** Asks once, with the sources of what the answer has. */
async function ask<TResult, TVariables>(
  document: TextDocument<TResult, TVariables>,
  ...rest: Arguments<TVariables>
): Promise<Answer<TResult>> {
  let dataSources: readonly string[] = [];
  const asker = clientOf(credential.value, ({ headers }) => {
    dataSources = sourcesIn(headers);
  });
  const answer = await asker.queryPartial(document, ...rest);
  return { ...answer, dataSources };
}

/**
 * Reads once for each document and variables, until the credential changes or `forget` is called: going back to a page
 * costs nothing. What was refused is not kept.
 */
export function read<TResult, TVariables>(
  document: TextDocument<TResult, TVariables>,
  ...rest: Arguments<TVariables>
): Promise<Answer<TResult>> {
  const key = keyOf(document, rest[0]);
  const kept = answers.get(key) as Promise<Answer<TResult>> | undefined;
  if (kept !== undefined) return kept;
  const asked = ask(document, ...rest);
  answers.set(key, asked);
  const drop = (): void => {
    if (answers.get(key) === asked) answers.delete(key);
  };
  asked.then(({ data }) => {
    if (data === null) drop();
  }, drop);
  return asked;
}

/** Runs a mutation, whose answers are not kept. */
export function run<TResult, TVariables>(
  document: TextDocument<TResult, TVariables>,
  ...rest: Arguments<TVariables>
): Promise<PartialAnswer<TResult>> {
  return client.queryPartial(document, ...rest);
}

/** The client of the present credential, for streams. */
export function currentClient(): MarketgraphClient {
  return client;
}

export function forget(document: { readonly text: string }, variables: unknown): void {
  answers.delete(keyOf(document, variables));
}

export function keyOf({ text }: { readonly text: string }, variables: unknown): string {
  return `${text}\0${JSON.stringify(variables ?? {})}`;
}
