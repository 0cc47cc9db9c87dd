import { useState } from 'preact/hooks';
import { textsOf, useAction } from '../../app/use-action.js';
import { CreateAgentDocument } from '../../generated/documents.js';
import type { AgentCadence, AgentMode } from '../../generated/types.js';
import { Refusal } from '../../parts/states.js';
import { conditionFault, type ConditionFault } from './condition-fault.js';

const MODES: readonly (readonly [AgentMode, string])[] = [
  ['DIGEST', 'Digest: a few sentences'],
  ['ALERT', 'Alert: only if a condition holds'],
  ['RESEARCH', 'Research: paragraphs'],
  ['COMMITTEE', 'Committee: views for and against'],
];
const CADENCES: readonly (readonly [AgentCadence, string])[] = [
  ['ONCE', 'Once, at the next slot'],
  ['PREMARKET', 'Before the market opens'],
  ['CLOSE', 'After the close'],
  ['WEEKLY', 'Every week'],
  ['INTRADAY', 'During the session'],
];

/** What a task looks like, and how it is read, by the mode of the answer. */
const ALERT_TASK = {
  placeholder: 'rsi < 30 and composite_score >= 56',
  hint: (
    <>
      A condition on the tickers, such as <code>gap &gt; 2%</code>, <code>signal changes to Sell</code>,{' '}
      <code>earnings within 5 days</code> or <code>price crosses above sma_200</code>, joined by and, or and not; see{' '}
      <a href="/guide/agents#conditions">all that there is</a>.
    </>
  ),
} as const;
const QUESTION_TASK = { placeholder: 'How do my names stand against their averages?', hint: 'In English' } as const;

/** Where a condition is not right and why, with the grammar for who wants it. */
function Fault({ fault: { column, reason, before, word, after, grammar } }: { readonly fault: ConditionFault }) {
  return (
    <>
      <p>
        At column {column}: {reason}
      </p>
      <code class="written">
        {before}
        <mark>{word === '' ? '␣' : word}</mark>
        {after}
      </code>
      <details>
        <summary>How a condition is written</summary>
        <p>{grammar}</p>
      </details>
    </>
  );
}

export function Create({ changed }: { readonly changed: () => void }) {
  const { isBusy, failure, start } = useAction();
  const [mode, setMode] = useState<AgentMode>('DIGEST');
  const [sent, setSent] = useState('');
  const { placeholder, hint } = mode === 'ALERT' ? ALERT_TASK : QUESTION_TASK;
  const submit = (event: SubmitEvent): void => {
    const form = event.currentTarget as HTMLFormElement;
    const { name = '', task = '', cadence, tickers = '' } = textsOf(event);
    const input = {
      name,
      taskPrompt: task,
      tickers: tickers
        .toUpperCase()
        .split(/[\s,]+/)
        .filter((ticker) => ticker !== ''),
      mode,
      cadence: CADENCES.find(([value]) => value === cadence)?.[0] ?? 'ONCE',
    };
    setSent(task);
    start(CreateAgentDocument, { input }, () => {
      form.reset();
      setMode('DIGEST');
      changed();
    });
  };
  const fault = failure === null ? null : conditionFault(failure.message, sent);
  return (
    <form class="fields" onSubmit={submit}>
      <label>
        Name
        <input type="text" name="name" maxLength={80} required />
      </label>
      <label>
        <span>
          Task <small>{hint}</small>
        </span>
        <textarea name="task" rows={3} maxLength={2000} required placeholder={placeholder} />
      </label>
      <div class="inline">
        <label>
          Tickers
          <input type="text" name="tickers" size={16} placeholder="AAPL, MSFT" />
        </label>
        <label>
          Answer
          <select
            name="mode"
            onChange={(event) => setMode(MODES.find(([value]) => value === event.currentTarget.value)?.[0] ?? 'DIGEST')}
          >
            {MODES.map(([value, text]) => (
              <option key={value} value={value} selected={value === mode}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <label>
          Runs
          <select name="cadence">
            {CADENCES.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="button primary" disabled={isBusy}>
          Create the agent <small>1 unit</small>
        </button>
      </div>
      {failure !== null && <Refusal error={failure}>{fault === null ? undefined : <Fault fault={fault} />}</Refusal>}
    </form>
  );
}
