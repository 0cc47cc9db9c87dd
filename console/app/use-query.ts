import { useEffect, useRef, useState } from 'preact/hooks';
import type { Arguments, CallOptions, PartialAnswer } from '../../client/client.js';
import type { TextDocument } from '../../client/document.js';
import type { MarketgraphError } from '../../client/error.js';
import { forget, keyOf, read } from './api.js';
import { credential } from './credential.js';
import type { WithSources } from './data-sources.js';
import { asError } from './error.js';
import { useStore, type Store } from './store.js';

/** What a page knows about its operation. */
export interface Asked<TResult> {
  readonly data: TResult | null;
  /** Errors of single fields, or of the whole operation if there are no data. */
  readonly errors: readonly MarketgraphError[];
  /** Sources of the shown data; none if the graph does not say. */
  readonly dataSources: readonly string[];
  readonly isLoading: boolean;
  /** Whether the answer is awaited; `data` of a search are those of the last one until then. */
  readonly isBusy: boolean;
  /** Asks again; what the server is still computing is asked for again without it. */
  readonly again: () => void;
}

interface Answered {
  readonly key: string;
  readonly who: unknown;
  readonly data: unknown;
  readonly errors: readonly MarketgraphError[];
  readonly dataSources: readonly string[];
}

/** A graph, and who asks it. */
export interface Source {
  readonly who: Store<unknown>;
  readonly read: <TResult, TVariables>(
    document: TextDocument<TResult, TVariables>,
    ...rest: Arguments<TVariables>
  ) => Promise<PartialAnswer<TResult> & WithSources>;
  readonly forget: (document: { readonly text: string }, variables: unknown) => void;
}

const PUBLIC: Source = { who: credential, read, forget };

/** How often what is still computed is asked for without a press. */
const MOST_TURNS = 8;

/** Seconds after which the server has what it did not have yet; undefined if nothing is missing for that reason. */
const computedInS = (errors: readonly MarketgraphError[]): number | undefined =>
  errors.find(({ code, retryAfterS }) => code === 'UNAVAILABLE' && retryAfterS !== null)?.retryAfterS ?? undefined;

/** Runs an operation of a page, unless `variables` is null: then it waits. */
export function useQuery<TResult, TVariables>(
  document: TextDocument<TResult, TVariables>,
  variables: TVariables | null,
): Asked<TResult> {
  return useQueryOf(PUBLIC, document, variables);
}

/**
 * As `useQuery`, for a list that changes as one types: the last one stays until the next comes, and what is no longer
 * wanted is cancelled.
 */
export function useSearch<TResult, TVariables>(
  document: TextDocument<TResult, TVariables>,
  variables: TVariables | null,
): Asked<TResult> {
  return useQueryOf(PUBLIC, document, variables, { isSearch: true });
}

/** The same of another graph. */
export function useQueryOf<TResult, TVariables>(
  source: Source,
  document: TextDocument<TResult, TVariables>,
  variables: TVariables | null,
  { isSearch = false } = {},
): Asked<TResult> {
  const who = useStore(source.who);
  const [turn, setTurn] = useState(0);
  const [answered, setAnswered] = useState<Answered | null>(null);
  const key = variables === null ? '' : `${JSON.stringify(who)}${keyOf(document, variables)}`;
  useEffect(() => {
    if (variables === null) return undefined;
    let isWanted = true;
    const show = (data: unknown, errors: readonly MarketgraphError[], dataSources: readonly string[] = []): void => {
      if (isWanted) setAnswered({ key, who, data, errors, dataSources });
    };
    const request = new AbortController();
    const ask = source.read as (
      document: TextDocument<TResult, TVariables>,
      variables: TVariables,
      options: CallOptions,
    ) => Promise<PartialAnswer<TResult> & WithSources>;
    ask(document, variables, isSearch ? { signal: request.signal } : {}).then(
      ({ data, errors, dataSources }) => show(data, errors, dataSources),
      (error: unknown) => show(null, [asError(error)]),
    );
    return () => {
      isWanted = false;
      request.abort();
    };
    // `key` stands for the document and its variables.
  }, [key, turn]);
  const again = (): void => {
    source.forget(document, variables);
    setAnswered(null);
    setTurn(turn + 1);
  };
  const isCurrent = answered !== null && answered.key === key;
  const waited = useRef({ key: '', turns: 0 });
  useEffect(() => {
    const seconds = isCurrent ? computedInS(answered.errors) : undefined;
    if (waited.current.key !== key) waited.current = { key, turns: 0 };
    if (seconds === undefined || waited.current.turns === MOST_TURNS) return undefined;
    // What is there stays until then.
    const timer = setTimeout(() => {
      waited.current.turns += 1;
      source.forget(document, variables);
      setTurn(turn + 1);
    }, 1000 * seconds);
    return () => clearTimeout(timer);
  }, [answered]);
  const isShown = isCurrent || (isSearch && answered !== null && answered.data !== null && answered.who === who);
  return {
    data: isShown ? (answered.data as TResult | null) : null,
    errors: isCurrent ? answered.errors : [],
    dataSources: isShown ? answered.dataSources : [],
    isLoading: variables !== null && !isShown,
    isBusy: variables !== null && !isCurrent,
    again,
  };
}

/** The error at a field or below it; undefined without one. */
export function errorAt(errors: readonly MarketgraphError[], ...path: readonly string[]): MarketgraphError | undefined {
  return errors.find((error) => {
    const names = error.path.filter((step): step is string => typeof step === 'string');
    return path.every((name, index) => names[index] === undefined || names[index] === name);
  });
}
