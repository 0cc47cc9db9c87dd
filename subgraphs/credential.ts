import { ApiError } from '../access/errors.js';
import type { Identity } from '../access/identity.js';

/** Id of the key or session that asks. */
export function credentialId({ keyId, sessionId, accountId }: Identity): string {
  return keyId ?? sessionId ?? accountId;
}

/** The session that asks; a key is refused with `session_required`. */
export function requireSession({ sessionId }: Identity): string {
  if (sessionId === null) throw new ApiError('session_required');
  return sessionId;
}
