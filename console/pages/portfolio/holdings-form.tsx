import { useEffect, useState } from 'preact/hooks';
import { createStore } from '../../app/store.js';
import { holdingsInLink, parseHoldings, textOfLink, type Pasted } from './holdings.js';

const REMEMBERED = 'marketgraph:holdings';
const EXAMPLE = 'AAPL $12,000\nMSFT $9,000\nNVDA $10,000\nJPM $8,000\nXOM $4,000';

/** What the reader has pasted last, for the portfolio and the simulator; kept in this browser alone. */
export const pastedText = createStore(localStorage.getItem(REMEMBERED) ?? EXAMPLE);

/**
 * A field to paste holdings into. `submit` gets them once every line can be read, at most `most` of them; `given` are
 * those of the address, as in a link, whose results are below.
 */
export function HoldingsForm({
  most,
  action,
  submit,
  hint,
  given,
}: {
  readonly most: number;
  readonly action: string;
  readonly submit: (pasted: Pasted) => void;
  readonly hint: string;
  readonly given?: string | undefined;
}) {
  const [text, setText] = useState(() => (given === undefined ? pastedText.value : textOfLink(given)));
  const pasted = parseHoldings(text);
  const shown = given === undefined ? null : holdingsInLink(parseHoldings(textOfLink(given)).holdings);
  const isChanged = shown !== null && shown !== holdingsInLink(pasted.holdings);
  useEffect(() => {
    // What has just been sent stays as it was written; a step back or forward brings its own.
    if (given !== undefined && isChanged) setText(textOfLink(given));
  }, [given]);
  const isTooLong = pasted.holdings.length > most;
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    localStorage.setItem(REMEMBERED, text);
    pastedText.set(text);
    submit(pasted);
  };
  return (
    <form class="holdings" onSubmit={send}>
      <label>
        <span>
          Holdings, one a line <small>{hint}</small>
        </span>
        <textarea
          name="holdings"
          rows={7}
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {pasted.refused.length > 0 && (
        <p class="problem" role="alert">
          Not read: {pasted.refused.join(' · ')}. Write a ticker and an amount, such as AAPL 10, MSFT $5,000 or KO 15%;
          a point is before decimals. Nothing is sent until every line can be read.
        </p>
      )}
      {isTooLong && (
        <p class="problem" role="alert">
          At most {most} holdings; there are {pasted.holdings.length}.
        </p>
      )}
      <div class="inline">
        <button
          type="submit"
          class="button primary"
          disabled={pasted.holdings.length === 0 || pasted.refused.length > 0 || isTooLong}
        >
          {action}
        </button>
        <span class="faint">
          {pasted.holdings.length} {pasted.holdings.length === 1 ? 'holding' : 'holdings'}; at most {most}
        </span>
      </div>
      {isChanged && (
        <p class="problem" role="status">
          The holdings have changed: what is below is of those before.
        </p>
      )}
    </form>
  );
}
