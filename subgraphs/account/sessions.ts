import type { RequestContext } from '../../access/request-context.js';
import type { SignedIn } from '../../access/sign-in.js';
import type { StoredSession } from '../../store/sessions.js';
import { cursorsOf, pageOfList } from '../connections.js';
import { requireSession } from '../credential.js';
import type { Services } from '../services.js';
import { viewerOf } from './account.js';
import type { Fields } from './generated/resolver-types.js';
import type { SessionParent } from './resolver-parents.js';

/** A session as its account sees it. */
export function sessionOf(session: StoredSession, { identity }: RequestContext): SessionParent {
  return { ...session, isCurrent: session.id === identity.sessionId };
}

/** What a client gets once it is signed in. The session is the one that it has from now on. */
function signedIn({ accountId, session }: SignedIn) {
  const { secret, ...row } = session;
  return { accountId, session: { ...row, lastUsedAt: null, isCurrent: true }, secret };
}

export function createFields({ access }: Services) {
  const { signIn, sessions } = access;
  return {
    Mutation: {
      signUp: async (_root, { input }, { client }) => signedIn(await signIn.signUp(input, client)),
      signIn: async (_root, { input: { email, password } }, { client }) =>
        signedIn(await signIn.signIn(email, password, client)),
      requestPasswordReset: async (_root, { input: { email } }, { client }) => {
        await signIn.requestReset(email, client);
        return { email: email.trim() };
      },
      resetPassword: async (_root, { input: { token, newPassword } }, { client }) =>
        signedIn(await signIn.resetPassword(token, newPassword, client)),
      changePassword: async (_root, { input }, context) => {
        const { identity, client } = context;
        await signIn.changePassword(
          { accountId: identity.accountId, sessionId: requireSession(identity), ...input },
          client,
        );
        return { viewer: viewerOf(context) };
      },
      revokeSession: async (_root, { input: { id } }, context) => {
        await sessions.revoke(context.identity.accountId, id);
        return { revokedSessionId: id, viewer: viewerOf(context) };
      },
      revokeOtherSessions: async (_root, _args, context) => {
        const { identity } = context;
        const revokedSessions = await sessions.revokeOthers(identity.accountId, requireSession(identity));
        return { revokedSessions, viewer: viewerOf(context) };
      },
    },
    Viewer: {
      email: async ({ id }) => (await signIn.emailOf(id)) ?? null,
      sessions: async ({ id }, page, context) => {
        const rows = (await sessions.list(id)).map((session) => sessionOf(session, context));
        return pageOfList(rows, page, cursorsOf('Viewer.sessions'), (session) => session);
      },
    },
  } satisfies Fields;
}
