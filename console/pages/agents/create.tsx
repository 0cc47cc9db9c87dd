import { textsOf, useAction } from '../../app/use-action.js';
import { CreateAgentDocument } from '../../generated/documents.js';
import type { AgentCadence, AgentMode } from '../../generated/types.js';
import { Refusal } from '../../parts/states.js';

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

export function Create({ changed }: { readonly changed: () => void }) {
  const { isBusy, failure, start } = useAction();
  const submit = (event: SubmitEvent): void => {
    const form = event.currentTarget as HTMLFormElement;
    const { name = '', task = '', mode, cadence, tickers = '' } = textsOf(event);
    const input = {
      name,
      taskPrompt: task,
      tickers: tickers
        .toUpperCase()
        .split(/[\s,]+/)
        .filter((ticker) => ticker !== ''),
      mode: MODES.find(([value]) => value === mode)?.[0] ?? 'DIGEST',
      cadence: CADENCES.find(([value]) => value === cadence)?.[0] ?? 'ONCE',
    };
    start(CreateAgentDocument, { input }, () => {
      form.reset();
      changed();
    });
  };
  return (
    <form class="fields" onSubmit={submit}>
      <label>
        Name
        <input type="text" name="name" maxLength={80} required />
      </label>
      <label>
        Task
        <textarea
          name="task"
          rows={3}
          maxLength={2000}
          required
          placeholder="How do my names stand against their averages?"
        />
      </label>
      <div class="inline">
        <label>
          Tickers
          <input type="text" name="tickers" size={16} placeholder="AAPL, MSFT" />
        </label>
        <label>
          Answer
          <select name="mode">
            {MODES.map(([value, text]) => (
              <option key={value} value={value}>
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
      {failure !== null && <Refusal error={failure} />}
    </form>
  );
}
