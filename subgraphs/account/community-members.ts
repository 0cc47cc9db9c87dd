import type { RequestContext } from '../../access/request-context.js';
import type { CommunityMember } from '../../store/community-tables.js';
import type { Services } from '../services.js';
import { loaderOf, type Batch } from '../field-loader.js';

/** Loads members by their accounts, those of a request together; null for those that the caller may not see. */
export function memberLoader({ store }: Pick<Services, 'store'>) {
  const members: Batch<CommunityMember | null> = async (ids, { versions, identity }) => {
    const found = await store.reading(versions).community.membersOf(identity.accountId, ids);
    const byId = new Map(found.map((member) => [member.accountId, member]));
    return ids.map((id) => byId.get(id) ?? null);
  };
  return (accountId: string, context: RequestContext): Promise<CommunityMember | null> =>
    loaderOf(context, members).load(accountId);
}
