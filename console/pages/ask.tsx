import { useAccount } from '../app/account.js';
import { credential } from '../app/credential.js';
import { keepInAddress, place } from '../app/router.js';
import { createStore, useStore } from '../app/store.js';
import { textsOf, useAction } from '../app/use-action.js';
import { AskDocument } from '../generated/documents.js';
import type { AskMode, AskMutation } from '../generated/types.js';
import { AnswerText, HowAnswered } from '../parts/answer.js';
import { Gate } from '../parts/gate.js';
import { Panel } from '../parts/panel.js';
import { Loading } from '../parts/states.js';

type Answered = NonNullable<AskMutation['askQuestion']>;

interface Exchange {
  readonly question: string;
  readonly answered: Answered;
}

/** What has been asked, newest first: coming back to the page shows it again, and costs nothing. */
const asked = createStore<readonly Exchange[]>([]);
credential.subscribe(() => asked.set([]));

const EXAMPLES = [
  'AAPL or MSFT?',
  'How often do gaps in Tesla fill?',
  'When does Apple report?',
  'Which energy stocks have the strongest signal?',
];
const MODES: readonly (readonly [AskMode, string])[] = [
  ['DIGEST', 'A few sentences'],
  ['RESEARCH', 'Paragraphs, more is read'],
];

/** Questions in English, answered from the data of the service with numbered sources. */
export function Ask() {
  const { account } = useAccount();
  const { query } = useStore(place);
  const exchanges = useStore(asked);
  const { isBusy, failure, start } = useAction();
  if (account === null) return <Loading rows={12} />;
  const ask = (question: string, mode: AskMode): void => {
    keepInAddress({ q: question, mode: mode === 'DIGEST' ? '' : mode });
    start(AskDocument, { question, mode }, ({ askQuestion }) => {
      if (askQuestion !== null) asked.set([{ question, answered: askQuestion }, ...asked.value]);
    });
  };
  const submit = (event: SubmitEvent): void => {
    const { question = '', mode } = textsOf(event);
    if (question !== '') ask(question, MODES.find(([value]) => value === mode)?.[0] ?? 'DIGEST');
  };
  return (
    <>
      <header class="page-head">
        <h1>Ask</h1>
        <p class="note">Answers from this service’s own data; every number is checked against what was read.</p>
      </header>
      <div class="stack">
        <Gate account={account} field="Mutation.askQuestion" what="Ask">
          <section class="panel" aria-label="Question">
            <div class="panel-body">
              <form class="inline" onSubmit={submit}>
                <label class="grow">
                  Question
                  <input
                    type="text"
                    name="question"
                    maxLength={600}
                    required
                    defaultValue={query.get('q') ?? ''}
                    key={query.get('q')}
                    placeholder="AAPL or MSFT?"
                  />
                </label>
                <label>
                  Answer
                  <select name="mode">
                    {MODES.map(([value, text]) => (
                      <option key={value} value={value} selected={value === query.get('mode')}>
                        {text}
                      </option>
                    ))}
                  </select>
                </label>
                <button type="submit" class="button primary" disabled={isBusy}>
                  Ask <small>1 unit</small>
                </button>
              </form>
              <p class="faint">
                Try:{' '}
                {EXAMPLES.map((example) => (
                  <button
                    key={example}
                    type="button"
                    class="link"
                    disabled={isBusy}
                    onClick={() => ask(example, 'DIGEST')}
                  >
                    {example}
                  </button>
                ))}
              </p>
            </div>
          </section>
          {(isBusy || failure !== null) && (
            <Panel title="Answer" rows={6} isLoading={isBusy} error={failure ?? undefined} />
          )}
          {exchanges.map(({ question, answered }, index) => (
            <Panel key={exchanges.length - index} title={question}>
              <AnswerText answer={answered.answer} prefix={`source-${exchanges.length - index}`} />
              <HowAnswered work={answered} />
            </Panel>
          ))}
        </Gate>
      </div>
    </>
  );
}
