import { createClient, type Arguments, type MarketgraphClient, type PartialAnswer } from '../../../client/client.js';
import type { TextDocument } from '../../../client/document.js';
import { keyOf } from '../../app/api.js';
import { operatorKey } from '../../app/operator-key.js';
import { useAction, type Action } from '../../app/use-action.js';
import { useQueryOf, type Asked, type Source } from '../../app/use-query.js';

/** `/graphql` is appended. */
const URL_OF_GRAPH = `${location.origin}/admin`;

const clientOf = (key: string | null): MarketgraphClient =>
  createClient({ url: URL_OF_GRAPH, ...(key === null ? {} : { key }) });

let client = clientOf(operatorKey.value);
const answers = new Map<string, Promise<PartialAnswer<unknown>>>();

operatorKey.subscribe(() => {
  client = clientOf(operatorKey.value);
  answers.clear();
});

function run<TResult, TVariables>(
  document: TextDocument<TResult, TVariables>,
  ...rest: Arguments<TVariables>
): Promise<PartialAnswer<TResult>> {
  return client.queryPartial(document, ...rest);
}

const ADMIN: Source = {
  who: operatorKey,
  // One question for two panels that are drawn at once; nothing is kept, since an operator wants what is there now.
  read<TResult, TVariables>(document: TextDocument<TResult, TVariables>, ...rest: Arguments<TVariables>) {
    const key = keyOf(document, rest[0]);
    const asked = answers.get(key) ?? run(document, ...rest);
    answers.set(key, asked);
    const drop = (): void => void answers.delete(key);
    asked.then(drop, drop);
    return asked as Promise<PartialAnswer<TResult>>;
  },
  forget: (document, variables) => void answers.delete(keyOf(document, variables)),
};

/** Asks the graph of operators; see `useQuery`. */
export function useAdminQuery<TResult, TVariables>(
  document: TextDocument<TResult, TVariables>,
  variables: TVariables | null,
): Asked<TResult> {
  return useQueryOf(ADMIN, document, variables);
}

/** The same for a list that changes as one types; see `useSearch`. */
export function useAdminSearch<TResult, TVariables>(
  document: TextDocument<TResult, TVariables>,
  variables: TVariables | null,
): Asked<TResult> {
  return useQueryOf(ADMIN, document, variables, { isSearch: true });
}

export const useAdminAction = (): Action => useAction(run);
