import { useState } from 'preact/hooks';
import type { Arguments, PartialAnswer } from '../../client/client.js';
import type { TextDocument } from '../../client/document.js';
import type { MarketgraphError } from '../../client/error.js';
import { run } from './api.js';
import { asError } from './error.js';

/** A mutation that the reader starts: one at a time, with its last failure. */
export interface Action {
  readonly isBusy: boolean;
  readonly failure: MarketgraphError | null;
  /** Runs it; `done` gets the data if nothing failed. */
  readonly start: <TResult, TVariables>(
    document: TextDocument<TResult, TVariables>,
    variables: TVariables,
    done: (data: TResult) => void,
  ) => void;
}

type Run = <TResult, TVariables>(
  document: TextDocument<TResult, TVariables>,
  ...rest: Arguments<TVariables>
) => Promise<PartialAnswer<TResult>>;

export function useAction(runs: Run = run): Action {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<MarketgraphError | null>(null);
  const start: Action['start'] = (document, variables, done) => {
    setIsBusy(true);
    setFailure(null);
    const settle = async (): Promise<void> => {
      try {
        const {
          data,
          errors: [error],
        } = await runs(document, ...([variables] as unknown as Arguments<typeof variables>));
        if (data === null || error !== undefined) setFailure(error ?? asError('The server sent no data.'));
        else done(data);
      } catch (error) {
        setFailure(asError(error));
      }
      setIsBusy(false);
    };
    void settle();
  };
  return { isBusy, failure, start };
}

/** The texts of a submitted form by their names, trimmed; nothing else is sent. */
export function textsOf(event: SubmitEvent): Readonly<Record<string, string>> {
  event.preventDefault();
  const fields = [...new FormData(event.currentTarget as HTMLFormElement)];
  return Object.fromEntries(
    fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.trim()]] : [])),
  );
}
