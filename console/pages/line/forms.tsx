import { textsOf, useAction } from '../../app/use-action.js';
import { SendLineMessageDocument, SetUpLineDocument, UpdateLineDocument } from '../../generated/documents.js';
import type { LineAutopilot, LinePanelFragment } from '../../generated/types.js';
import { Refusal } from '../../parts/states.js';

type LineData = NonNullable<LinePanelFragment['line']>;

const AUTOPILOTS: readonly (readonly [LineAutopilot, string])[] = [
  ['OFF', 'Off'],
  ['DRAFT', 'Writes drafts'],
  ['AUTO', 'Answers by itself'],
];

export function SetUp({ changed }: { readonly changed: () => void }) {
  const { isBusy, failure, start } = useAction();
  return (
    <form
      class="inline"
      onSubmit={(event) => start(SetUpLineDocument, { assistantName: textsOf(event)['name'] ?? '' }, changed)}
    >
      <label>
        Name of the assistant
        <input type="text" name="name" maxLength={80} required />
      </label>
      <button type="submit" class="button primary" disabled={isBusy}>
        Set the line up
      </button>
      {failure !== null && <Refusal error={failure} />}
    </form>
  );
}

/** The line is set up and not yet paid. */
export function Payment({ url }: { readonly url: unknown }) {
  return (
    <div class="gate">
      <p>
        <strong>Payment is open.</strong> The line is set up; it works as soon as its payment is confirmed.
      </p>
      {typeof url === 'string' && /^https?:/.test(url) && (
        <p>
          <a href={url}>Pay for the line</a>
        </p>
      )}
    </div>
  );
}

export function Settings({ line, changed }: { readonly line: LineData; readonly changed: () => void }) {
  const { isBusy, failure, start } = useAction();
  const submit = (event: SubmitEvent): void => {
    const { name = '', autopilot, instructions = '' } = textsOf(event);
    start(
      UpdateLineDocument,
      {
        assistantName: name,
        autopilot: AUTOPILOTS.find(([value]) => value === autopilot)?.[0] ?? 'OFF',
        standingInstructions: instructions,
      },
      changed,
    );
  };
  return (
    <form class="fields" onSubmit={submit}>
      <div class="inline">
        <label>
          Name of the assistant
          <input type="text" name="name" maxLength={80} required defaultValue={line.assistantName} />
        </label>
        <label>
          Autopilot
          <select name="autopilot">
            {AUTOPILOTS.map(([value, text]) => (
              <option key={value} value={value} selected={value === line.autopilot}>
                {text}
              </option>
            ))}
          </select>
        </label>
      </div>
      <label>
        Standing instructions
        <textarea name="instructions" rows={3} maxLength={2000} defaultValue={line.standingInstructions ?? ''} />
      </label>
      <button type="submit" class="button" disabled={isBusy}>
        Save
      </button>
      {failure !== null && <Refusal error={failure} />}
    </form>
  );
}

export function Write({ changed }: { readonly changed: () => void }) {
  const { isBusy, failure, start } = useAction();
  const submit = (event: SubmitEvent): void => {
    const form = event.currentTarget as HTMLFormElement;
    const { recipient = '', subject = '', text = '' } = textsOf(event);
    start(SendLineMessageDocument, { recipient, subject, text }, () => {
      form.reset();
      changed();
    });
  };
  return (
    <form class="fields" onSubmit={submit}>
      <div class="inline">
        <label>
          To
          <input type="text" name="recipient" maxLength={320} required />
        </label>
        <label>
          Subject
          <input type="text" name="subject" maxLength={200} required />
        </label>
      </div>
      <label>
        Text
        <textarea name="text" rows={4} maxLength={10_000} required />
      </label>
      <button type="submit" class="button primary" disabled={isBusy}>
        Send <small>1 unit</small>
      </button>
      {failure !== null && <Refusal error={failure} />}
    </form>
  );
}
