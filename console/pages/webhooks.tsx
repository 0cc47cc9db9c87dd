import { useState } from 'preact/hooks';
import { useAccount } from '../app/account.js';
import { day, moment, whole, words } from '../app/format.js';
import { textsOf, useAction } from '../app/use-action.js';
import { useQuery } from '../app/use-query.js';
import {
  ActivateWebhookSecretDocument,
  DeleteWebhookDocument,
  RegisterWebhookDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
  WebhooksPageDocument,
} from '../generated/documents.js';
import type { WebhookEventType, WebhooksPanelFragment } from '../generated/types.js';
import { Gate } from '../parts/gate.js';
import { Panel } from '../parts/panel.js';
import { Prose } from '../parts/prose.js';
import { Loading, Refusal } from '../parts/states.js';
import { Deliveries } from './webhooks/deliveries.js';

type Webhook = NonNullable<WebhooksPanelFragment['webhooks']>[number];

const EVENTS: readonly (readonly [WebhookEventType, string])[] = [
  ['SIGNAL_FLIP', 'Signals that flip'],
  ['MOOD_BAND_CHANGE', 'Mood of the market'],
  ['EDGE_ALERT_FIRED', 'Edge alerts'],
  ['IPO_LISTING', 'IPO listings'],
];

const NAMES: ReadonlyMap<string, string> = new Map(EVENTS);

function Register({ changed, tell }: { readonly changed: () => void; readonly tell: (message: string) => void }) {
  const { isBusy, failure, start } = useAction();
  const submit = (event: SubmitEvent): void => {
    const form = event.currentTarget as HTMLFormElement;
    const { url = '' } = textsOf(event);
    const chosen = new FormData(form).getAll('event');
    const events = EVENTS.map(([value]) => value).filter((value) => chosen.includes(value));
    start(RegisterWebhookDocument, { url, events: events.length === 0 ? null : events }, ({ registerWebhook }) => {
      form.reset();
      tell(`The signing secret, shown only now: ${registerWebhook?.secret ?? ''}`);
      changed();
    });
  };
  return (
    <form class="fields" onSubmit={submit}>
      <label>
        Address
        <input type="url" name="url" maxLength={2048} required placeholder="https://example.com/hooks" />
      </label>
      <fieldset class="inline">
        <legend>Events; none chosen means all</legend>
        {EVENTS.map(([value, text]) => (
          <label key={value}>
            <input type="checkbox" name="event" value={value} />
            {text}
          </label>
        ))}
      </fieldset>
      <button type="submit" class="button primary" disabled={isBusy}>
        Register <small>1 unit</small>
      </button>
      {failure !== null && <Refusal error={failure} />}
    </form>
  );
}

interface EndpointProps {
  readonly webhook: Webhook;
  readonly changed: () => void;
  readonly tell: (message: string) => void;
}

function Endpoint({ webhook, changed, tell }: EndpointProps) {
  const { isBusy, failure, start } = useAction();
  const [isSure, setIsSure] = useState(false);
  const { id, url, events, secretHint, nextSecretAt, status, disabledReason, consecutiveFailures, createdAt } = webhook;
  const test = (): void =>
    start(TestWebhookDocument, { id }, ({ testWebhook }) => {
      const sent = testWebhook?.delivery;
      tell(
        sent === undefined
          ? ''
          : sent.status === 'SUCCEEDED'
            ? `The test was accepted: HTTP ${sent.httpStatus ?? '–'} in ${whole(sent.durationMs)} ms.`
            : `The test failed. ${sent.error ?? `HTTP ${sent.httpStatus ?? '–'}.`}`,
      );
      changed();
    });
  const rotate = (): void =>
    start(RotateWebhookSecretDocument, { id }, ({ rotateWebhookSecret: made }) => {
      tell(
        made === null
          ? ''
          : `The new secret, shown only now: ${made.secret}. It signs from ${moment(made.activeAt)} on, until then the old one does; “Sign with the new secret” ends the wait.`,
      );
      changed();
    });
  const activate = (): void =>
    start(ActivateWebhookSecretDocument, { id }, () => {
      tell('The new secret signs from now on.');
      changed();
    });
  return (
    <section class="panel" aria-label={url}>
      <header class="panel-head">
        <div class="panel-title">
          <h2 class="wrap">{url}</h2>
          <p class="note">
            {events.map((event) => NAMES.get(event) ?? words(event)).join(', ')}; secret {secretHint}; since{' '}
            {day(createdAt)}
          </p>
        </div>
      </header>
      <div class="panel-body">
        {status === 'DISABLED' && (
          <p class="problem" role="status">
            Switched off: {(disabledReason ?? 'too many failures').replace(/\.$/, '')}. Mend the endpoint and register
            it again.
          </p>
        )}
        {status === 'ACTIVE' && consecutiveFailures > 0 && (
          <p class="problem">
            {consecutiveFailures === 1 ? 'The last delivery has' : `The last ${consecutiveFailures} deliveries have`}{' '}
            failed.
          </p>
        )}
        {nextSecretAt !== null && (
          <p role="status">A new secret waits: it signs from {moment(nextSecretAt)} on, until then the old one does.</p>
        )}
        <p class="inline">
          <button type="button" class="button" disabled={isBusy} onClick={test}>
            Send a test <small>1 unit</small>
          </button>
          <button type="button" class="button" disabled={isBusy} onClick={rotate}>
            Rotate the secret <small>1 unit</small>
          </button>
          {nextSecretAt !== null && (
            <button type="button" class="button" disabled={isBusy} onClick={activate}>
              Sign with the new secret <small>1 unit</small>
            </button>
          )}
          <button
            type="button"
            class="button"
            disabled={isBusy}
            onClick={() => (isSure ? start(DeleteWebhookDocument, { id }, changed) : setIsSure(true))}
          >
            {isSure ? 'Delete for good' : 'Delete'}
          </button>
        </p>
        {failure !== null && <Refusal error={failure} />}
        <Deliveries webhook={webhook} changed={changed} />
      </div>
    </section>
  );
}

/** Endpoints that get signed events, and what was delivered to them. */
export function Webhooks() {
  const { account } = useAccount();
  const isAllowed = account?.allows('Query.webhooks') ?? false;
  const {
    data,
    errors: [error],
    isLoading,
    again,
  } = useQuery(WebhooksPageDocument, isAllowed ? {} : null);
  // Here, because what is below is drawn anew when the endpoints are read again.
  const [message, setMessage] = useState('');
  if (account === null) return <Loading rows={12} />;
  const webhooks = data?.webhooks ?? null;
  return (
    <>
      <header class="page-head">
        <h1>Webhooks</h1>
        <p class="note">Signed events to your endpoints.</p>
      </header>
      <div class="stack">
        <Gate account={account} field="Query.webhooks" what="Webhooks" isPlural>
          {message !== '' && (
            <p class="gate wrap" role="status">
              <Prose text={message} />
            </p>
          )}
          <Panel
            title="Register an endpoint"
            isLoading={isLoading}
            rows={4}
            error={webhooks === null ? error : undefined}
            again={again}
            source={{ panel: 'WebhooksPanel', rest: 'webhooks' }}
            note={
              <>
                Each event is signed: <a href="/guide/webhooks#verifying">how to verify it</a>
              </>
            }
          >
            <Register changed={again} tell={setMessage} />
          </Panel>
          {webhooks?.map((webhook) => (
            <Endpoint key={webhook.id} webhook={webhook} changed={again} tell={setMessage} />
          ))}
        </Gate>
      </div>
    </>
  );
}
