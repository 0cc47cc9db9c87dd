import { useRef, useState } from 'preact/hooks';
import { tierWords } from './account.js';
import {
  become,
  credential,
  DEMO_KEYS,
  demoCredential,
  signIn,
  signOut,
  TIERS,
  type Credential,
} from './credential.js';
import { useStore } from './store.js';

function nameOf(who: Credential): string {
  if (who.kind === 'demo') return `Demo ${tierWords(who.tier)}`;
  if (who.kind === 'key') return `Key …${who.key.slice(-4)}`;
  return who.kind === 'session' ? who.email : 'Sign in';
}

/** Where demo keys are valid: look at the console as each tier does. */
function TierSwitch({ who }: { readonly who: Credential }) {
  if (DEMO_KEYS.size === 0 || (who.kind !== 'demo' && who.kind !== 'none')) return null;
  return (
    <div class="segments tiers" role="group" aria-label="Look as">
      {TIERS.filter((tier) => DEMO_KEYS.has(tier)).map((tier) => (
        <button
          key={tier}
          type="button"
          aria-pressed={who.kind === 'demo' && who.tier === tier}
          onClick={() => become(demoCredential(tier))}
        >
          {tierWords(tier)}
        </button>
      ))}
    </div>
  );
}

function Form({ done }: { readonly done: () => void }) {
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string): string => {
      const value = fields.get(name);
      return typeof value === 'string' ? value : '';
    };
    const key = text('key').trim();
    if (key !== '') {
      become({ kind: 'key', key });
      return done();
    }
    setIsBusy(true);
    const refusal = await signIn(text('email').trim(), text('password'));
    setIsBusy(false);
    setProblem(refusal ?? '');
    if (refusal === undefined) done();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <fieldset>
        <legend>With the account</legend>
        <label>
          E-mail address
          <input type="email" name="email" autocomplete="username" />
        </label>
        <label>
          Password
          <input type="password" name="password" autocomplete="current-password" />
        </label>
      </fieldset>
      <fieldset>
        <legend>Or with an API key</legend>
        <label>
          Key
          <input type="password" name="key" autocomplete="off" placeholder="svc_…" />
        </label>
        <p class="faint">It stays in this tab and is forgotten with it.</p>
      </fieldset>
      {problem !== '' && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" class="button primary" disabled={isBusy}>
        Sign in
      </button>
    </form>
  );
}

/** Who is signed in, and how to sign in as somebody else. */
export function SignIn() {
  const who = useStore(credential);
  const dialog = useRef<HTMLDialogElement>(null);
  const [problem, setProblem] = useState('');
  const leave = async (): Promise<void> => {
    const refusal = await signOut();
    setProblem(refusal ?? '');
    if (refusal === undefined) dialog.current?.close();
  };
  return (
    <>
      <TierSwitch who={who} />
      <button type="button" class="button account" onClick={() => dialog.current?.showModal()}>
        {nameOf(who)}
      </button>
      <dialog
        ref={dialog}
        class="sign-in"
        aria-label="Account"
        onClick={(event) => {
          if (event.target === dialog.current) dialog.current?.close();
        }}
      >
        <div class="dialog-body">
          <div class="snippet-head">
            <h2>{who.kind === 'none' ? 'Sign in' : nameOf(who)}</h2>
            <button type="button" class="quiet" aria-label="Close" onClick={() => dialog.current?.close()}>
              ×
            </button>
          </div>
          {(who.kind === 'session' || who.kind === 'key') && (
            <p>
              <button type="button" class="button" onClick={() => void leave()}>
                {who.kind === 'key' ? 'Forget the key' : 'Sign out'}
              </button>
            </p>
          )}
          {problem !== '' && (
            <p class="problem" role="alert">
              {problem}
            </p>
          )}
          {who.kind === 'demo' && (
            <p class="faint">You look at a demo account. Its limits are shared by everybody who does.</p>
          )}
          <Form done={() => dialog.current?.close()} />
        </div>
      </dialog>
    </>
  );
}
