import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { OperationTypeNode, print } from 'graphql';
import { tierWords, useAccount, type Account } from '../app/account.js';
import { asError } from '../app/error.js';
import { whole } from '../app/format.js';
import { fragmentOf, keepInFragment, place } from '../app/router.js';
import { useStore } from '../app/store.js';
import { useQuery } from '../app/use-query.js';
import { ExplorerPageDocument } from '../generated/documents.js';
import { Panel } from '../parts/panel.js';
import { Prose } from '../parts/prose.js';
import { Loading } from '../parts/states.js';
import { operationOf, toggled } from './explorer/edit.js';
import { Fields } from './explorer/fields.js';
import { readGraph, type Graph } from './explorer/graph.js';
import { keepOutcome, outcomeAt, outcomeOf, type Outcome } from './explorer/runs.js';
import { documentOf, keptOf, sumOf, variablesOf, type Sum } from './explorer/written.js';

const EXAMPLE = `{
  securitiesByTicker(tickers: ["AAPL", "MSFT"]) {
    ticker
    name
    signal {
      label
      compositeScore
    }
  }
}`;

/** The sum before anything runs. */
function SumLine({
  sum,
  limit,
  account,
}: {
  readonly sum: Sum;
  readonly limit: number | undefined;
  readonly account: Account;
}) {
  const isOver = limit !== undefined && sum.points > limit;
  return (
    <div role="status" class="graph-sum">
      <p>
        <strong class={isOver ? 'down' : undefined}>
          {whole(sum.points)} {sum.points === 1 ? 'point' : 'points'}
        </strong>
        {limit !== undefined && ` of ${whole(limit)} that an operation may have on ${tierWords(account.tier)}`}
        {isOver && ': too many, so it would be refused'}
      </p>
      <p>
        {sum.units === 0
          ? 'No unit of the month.'
          : `At most ${whole(sum.units)} ${sum.units === 1 ? 'unit' : 'units'} of the month: each place of a metered ` +
            'field in the answer is charged. Lists count as for the points; batches and screens can cost less.'}
      </p>
      {sum.refused.map((field) => (
        <p key={field} class="warn">
          {field} needs{' '}
          {account.needsSession(field) ? 'a sign-in by address and password' : tierWords(account.tierOf(field))}.
        </p>
      ))}
    </div>
  );
}

function useGraph(): { readonly graph: Graph | null; readonly problem: string | null } {
  const [state, setState] = useState<{ graph: Graph | null; problem: string | null }>({ graph: null, problem: null });
  useEffect(() => {
    const load = async (): Promise<void> => {
      const answer = await globalThis.fetch('/schema.graphql');
      if (!answer.ok) throw new Error(`The schema was answered with ${answer.status}.`);
      setState({ graph: readGraph(await answer.text()), problem: null });
    };
    load().catch((error: unknown) => setState({ graph: null, problem: asError(error).message }));
  }, []);
  return state;
}

function Answer({ isBusy, outcome }: { readonly isBusy: boolean; readonly outcome: Outcome | null }) {
  const failure = outcome !== null && 'failure' in outcome ? outcome.failure : undefined;
  const answer = outcome !== null && 'text' in outcome ? outcome : null;
  return (
    <Panel
      title="Answer"
      isLoading={isBusy}
      error={failure}
      note={answer === null ? undefined : `${Math.round(answer.ms)} ms`}
    >
      {answer?.errors.map((error, index) => (
        <p key={index} class="warn">
          {error.code}: <Prose text={error.message} />
        </p>
      ))}
      <pre class="code graph-answer" tabIndex={0}>
        {answer?.text}
      </pre>
    </Panel>
  );
}

/** What came of the operation of the address: of the last run, and of those that a step back or forward finds. */
function useOutcome(address: string) {
  /** Not known while it runs. */
  const [last, setLast] = useState<{ readonly address: string; readonly outcome: Outcome | null } | null>(null);
  const isLast = last !== null && last.address === address;
  return {
    isBusy: isLast && last.outcome === null,
    outcome: (isLast ? last.outcome : outcomeAt(address)) ?? null,
    run: async (at: string, outcome: Promise<Outcome>): Promise<void> => {
      const started = { address: at, outcome: null };
      setLast(started);
      const known = await outcome;
      // The address of a mutation may have nothing of it.
      if (at !== '') keepOutcome(at, known);
      setLast((latest) => (latest === started ? { address: at, outcome: known } : latest));
    },
    forget: (): void => setLast((latest) => (latest?.address === '' ? null : latest)),
  };
}

function Workbench({ graph, account }: { readonly graph: Graph; readonly account: Account }) {
  const { fragment } = useStore(place);
  const address = fragment.toString();
  const ownAddress = useRef(address);
  const limit = useQuery(ExplorerPageDocument, NO_VARIABLES).data?.rateLimit?.costLimit;
  const [text, setText] = useState(fragment.get('query') ?? EXAMPLE);
  const [given, setGiven] = useState(fragment.get('variables') ?? '');
  const [search, setSearch] = useState('');
  const { isBusy, outcome, run, forget } = useOutcome(address);
  // Before anything is painted: the answer of an address is never seen beside the operation of another.
  useLayoutEffect(() => {
    if (address === ownAddress.current) return;
    ownAddress.current = address;
    setText(fragment.get('query') ?? EXAMPLE);
    setGiven(fragment.get('variables') ?? '');
    forget();
  }, [address]);
  const document = useMemo(() => (text.trim() === '' ? null : documentOf(text)), [text]);
  const variables = useMemo(() => variablesOf(given), [given]);
  const read = document !== null && 'value' in document ? document.value : null;
  const operation = read === null ? undefined : operationOf(read);
  const summed = useMemo(
    () => (read === null || !('value' in variables) ? null : sumOf(graph, account, read, variables.value)),
    [graph, account, read, variables],
  );
  const sum = summed !== null && 'value' in summed ? summed.value : undefined;
  const problems = [document, variables, summed].flatMap((each) =>
    each !== null && 'problem' in each ? [each.problem] : [],
  );
  const kind = operation?.operation ?? OperationTypeNode.QUERY;
  const on = graph.rootOf(kind);
  const toggle = (path: readonly string[]): void => {
    if (document !== null && 'problem' in document) return;
    const next = toggled(read, path, graph);
    setText(next === null ? '' : print(next));
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!('value' in variables) || read === null || sum === undefined || kind === OperationTypeNode.SUBSCRIPTION)
      return;
    const kept = keptOf(text, given, read);
    ownAddress.current = fragmentOf(kept);
    keepInFragment(kept);
    void run(ownAddress.current, outcomeOf(text, variables.value));
  };
  return (
    <div class="explorer">
      <div class="stack">
        <Panel
          title="Operation"
          note="Points and units are summed up as it is written; nothing runs before the button is pressed."
        >
          <form class="fields" onSubmit={submit}>
            <label>
              GraphQL{' '}
              <textarea
                class="code"
                rows={14}
                spellcheck={false}
                value={text}
                onInput={({ currentTarget }) => setText(currentTarget.value)}
              />
            </label>
            <label>
              Variables, JSON{' '}
              <textarea
                class="code"
                rows={3}
                spellcheck={false}
                value={given}
                onInput={({ currentTarget }) => setGiven(currentTarget.value)}
              />
            </label>
            {problems.map((problem) => (
              <p key={problem} class="warn" role="alert">
                <Prose text={problem} />
              </p>
            ))}
            {sum !== undefined && <SumLine sum={sum} limit={limit} account={account} />}
            {kind === OperationTypeNode.SUBSCRIPTION ? (
              <p class="faint">
                Subscriptions are streams: <a href="/guide/live">how to follow one</a>.
              </p>
            ) : (
              <button type="submit" class="button primary" disabled={isBusy || sum === undefined}>
                Run the operation
              </button>
            )}
          </form>
        </Panel>
        {(isBusy || outcome !== null) && <Answer isBusy={isBusy} outcome={outcome} />}
      </div>
      <Panel title="Fields" note={`Of ${on ?? kind}. A tick adds a field to the operation.`}>
        <label class="graph-search">
          Find a field{' '}
          <input type="search" value={search} onInput={({ currentTarget }) => setSearch(currentTarget.value)} />
        </label>
        {on !== undefined && (
          <Fields on={on} search={search} graph={graph} account={account} operation={operation} toggle={toggle} />
        )}
      </Panel>
    </div>
  );
}

const NO_VARIABLES = {};

/** The graph, field by field, with what each needs and costs; an operation's sum before it runs. */
export function Explorer() {
  const { account } = useAccount();
  const { graph, problem } = useGraph();
  return (
    <>
      <header class="page-head">
        <h1>Explorer</h1>
        <p class="note">
          The graph field by field, with tier, unit and points; <a href="/schema.graphql">its SDL</a>, and{' '}
          <a href="/guide">the guide</a>.
        </p>
      </header>
      {problem !== null && (
        <p class="refusal" role="alert">
          {problem} Load the page again.
        </p>
      )}
      {problem === null &&
        (account === null || graph === null ? (
          <Loading rows={14} label="Loading the graph" />
        ) : (
          <Workbench graph={graph} account={account} />
        ))}
    </>
  );
}
