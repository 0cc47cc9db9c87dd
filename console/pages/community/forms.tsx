import { words } from '../../app/format.js';
import { addressOf, go } from '../../app/router.js';
import { textsOf, useAction } from '../../app/use-action.js';
import { AcceptGuidelinesDocument, CreatePostDocument } from '../../generated/documents.js';
import type { CommunityMemberRole, CommunityPanelFragment, CommunityPostKind } from '../../generated/types.js';
import { Refusal } from '../../parts/states.js';

type Own = NonNullable<CommunityPanelFragment['community']>;

const KINDS: readonly CommunityPostKind[] = ['DISCUSSION', 'QUESTION', 'ANALYSIS', 'RESOURCE'];
const ROLES: readonly CommunityMemberRole[] = ['INVESTOR', 'ANALYST', 'FOUNDER', 'ENGINEER', 'STUDENT', 'OTHER'];

export function Join({ own, changed }: { readonly own: Own; readonly changed: () => void }) {
  const { isBusy, failure, start } = useAction();
  const submit = (event: SubmitEvent): void => {
    const { name = '', role } = textsOf(event);
    start(AcceptGuidelinesDocument, { name, role: ROLES.find((each) => each === role) ?? 'OTHER' }, changed);
  };
  return (
    <form class="fields" onSubmit={submit}>
      <ol class="flags">
        {own.guidelines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      <div class="inline">
        <label>
          Name shown to others
          <input type="text" name="name" maxLength={40} required />
        </label>
        <label>
          Role
          <select name="role">
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {words(role)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="button primary" disabled={isBusy}>
          Accept the guidelines and join
        </button>
      </div>
      {failure !== null && <Refusal error={failure} />}
    </form>
  );
}

export function Write({ own }: { readonly own: Own }) {
  const { isBusy, failure, start } = useAction();
  const submit = (event: SubmitEvent): void => {
    const { space = '', kind, title = '', body = '' } = textsOf(event);
    start(
      CreatePostDocument,
      { space, kind: KINDS.find((each) => each === kind) ?? 'DISCUSSION', title, body },
      ({ createCommunityPost }) => {
        if (createCommunityPost !== null) go(addressOf('community', createCommunityPost.communityPost.id));
      },
    );
  };
  return (
    <form class="fields" onSubmit={submit}>
      <div class="inline">
        <label>
          Space
          <select name="space">
            {own.spaces.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Kind
          <select name="kind">
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {words(kind)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <label>
        Title
        <input type="text" name="title" maxLength={200} required />
      </label>
      <label>
        Text
        <textarea name="body" rows={4} maxLength={10_000} required />
      </label>
      <button type="submit" class="button primary" disabled={isBusy}>
        Post
      </button>
      {failure !== null && <Refusal error={failure} />}
    </form>
  );
}
