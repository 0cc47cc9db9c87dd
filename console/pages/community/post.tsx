import type { Account } from '../../app/account.js';
import { moment, words } from '../../app/format.js';
import { addressOf } from '../../app/router.js';
import { textsOf, useAction } from '../../app/use-action.js';
import { useQuery } from '../../app/use-query.js';
import { CreateCommentDocument, PostPageDocument, VoteOnPostDocument } from '../../generated/documents.js';
import { Gate } from '../../parts/gate.js';
import { Panel } from '../../parts/panel.js';
import { Empty, Refusal } from '../../parts/states.js';

function authorOf(author: { readonly name: string; readonly level: number } | null): string {
  return author === null ? 'A former member' : `${author.name}, level ${author.level}`;
}

/** One post with its comments. */
export function Post({ id, account }: { readonly id: string; readonly account: Account }) {
  const {
    data,
    errors: [error],
    isLoading,
    again,
  } = useQuery(PostPageDocument, { id });
  const { isBusy, failure, start } = useAction();
  const post = data?.communityPost ?? null;
  const comment = (event: SubmitEvent): void => {
    const { body = '' } = textsOf(event);
    start(CreateCommentDocument, { postId: id, body }, again);
  };
  return (
    <>
      <header class="page-head">
        <h1>Community</h1>
        <p class="note">
          <a href={addressOf('community')}>All posts</a>
        </p>
      </header>
      <div class="stack">
        <Panel
          title={post?.title ?? 'Post'}
          rows={8}
          isLoading={isLoading}
          error={post === null ? error : undefined}
          again={again}
          note={post === null ? undefined : `${authorOf(post.author)}, ${moment(post.createdAt)}, ${words(post.kind)}`}
        >
          {post !== null && (
            <>
              {post.isHeld && <p class="gate">Only you see this: it waits for a moderator.</p>}
              <p class="message">{post.body}</p>
              <p class="inline">
                <span>Score {post.score}</span>
                {account.allows('Mutation.voteOnCommunityPost') &&
                  (['UP', 'DOWN', 'NONE'] as const).map((value) => (
                    <button
                      key={value}
                      type="button"
                      class="button"
                      disabled={isBusy}
                      onClick={() => start(VoteOnPostDocument, { postId: id, value }, again)}
                    >
                      {value === 'NONE' ? 'Take the vote back' : `Vote ${value.toLowerCase()}`}
                    </button>
                  ))}
              </p>
              {failure !== null && <Refusal error={failure} />}
            </>
          )}
        </Panel>
        {post !== null && (
          <Panel title="Comments">
            {post.comments === null || post.comments.nodes.length === 0 ? (
              <Empty>No comments yet.</Empty>
            ) : (
              <ul class="actions">
                {post.comments.nodes.map((each) => (
                  <li key={each.id}>
                    <span class="faint">
                      {authorOf(each.author)}, {moment(each.createdAt)}
                      {each.isHeld && ', waits for a moderator'}
                    </span>
                    <p class="message">{each.body}</p>
                  </li>
                ))}
              </ul>
            )}
            <Gate account={account} field="Mutation.createCommunityComment" what="Commenting">
              <form class="fields" onSubmit={comment}>
                <label>
                  Comment
                  <textarea name="body" rows={3} maxLength={5000} required />
                </label>
                <button type="submit" class="button" disabled={isBusy}>
                  Comment
                </button>
              </form>
            </Gate>
          </Panel>
        )}
      </div>
    </>
  );
}
