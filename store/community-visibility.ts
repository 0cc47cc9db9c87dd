import { sql, type RawBuilder } from 'kysely';

/**
 * Whether a viewer sees a member: one in good standing, without a block between the two in either direction; and always
 * themselves. `member` is an alias of `community_members`.
 */
export function seesMember(viewerId: string, member: string): RawBuilder<boolean> {
  const row = sql.ref(`${member}.accountId`);
  const standing = sql.ref(`${member}.standing`);
  return sql<boolean>`(${row} = ${viewerId} or (${standing} = 'good' and not exists (
    select 1 from community_blocks as b
    where (b.account_id = ${viewerId} and b.blocked_id = ${row}) or (b.account_id = ${row} and b.blocked_id = ${viewerId}))))`;
}

/** Whether a viewer sees a post or a comment of such a member: a published one, or the viewer's own that is held. */
export function seesText(viewerId: string, text: string): RawBuilder<boolean> {
  const status = sql.ref(`${text}.status`);
  return sql<boolean>`(${status} = 'published' or (${status} = 'held' and ${sql.ref(`${text}.accountId`)} = ${viewerId}))`;
}
