import type { ComponentChildren } from 'preact';
import { tierWords, type Account } from '../app/account.js';
import { become, credential, demoCredential, DEMO_KEYS } from '../app/credential.js';
import { useStore } from '../app/store.js';
import type { Tier } from '../generated/types.js';

/** Says, before anything is asked, which tier a field needs; shows the content where the account may read it. */
export function Gate({
  account,
  field,
  what,
  isPlural = false,
  isOpen = account.allows(field),
  tier = account.tierOf(field),
  children,
}: {
  readonly account: Account;
  readonly field: string;
  /** What the reader would see, as in "The earnings calendar". */
  readonly what: string;
  /** Whether `what` is in the plural, as in "Webhooks". */
  readonly isPlural?: boolean;
  /** Where the field has another gate than its tier. */
  readonly isOpen?: boolean;
  readonly tier?: Tier;
  readonly children: ComponentChildren;
}) {
  const who = useStore(credential);
  if (isOpen) return <>{children}</>;
  if (account.needsSession(field)) {
    return (
      <div class="gate">
        <p>
          <strong>
            {what} {isPlural ? 'belong' : 'belongs'} to the account’s owner.
          </strong>
        </p>
        <p>A key is not enough: sign in by e-mail address and password, at the top right.</p>
      </div>
    );
  }
  return (
    <div class="gate">
      <p>
        <strong>
          {what} {isPlural ? 'are' : 'is'} part of {tierWords(tier)}
          {tier === 'INSTITUTIONAL' ? '' : ' and above'}.
        </strong>
      </p>
      <p>You are on {tierWords(account.tier)}. Nothing has been asked or charged.</p>
      {who.kind === 'demo' && DEMO_KEYS.has(tier) && (
        <button type="button" class="button" onClick={() => become(demoCredential(tier))}>
          Look as {tierWords(tier)}
        </button>
      )}
    </div>
  );
}
