import { ApiError } from '../access/errors.js';
import type { Identity } from '../access/identity.js';

/** Id of the requesting key or session. */
export function credentialId({ keyId, sessionId, accountId }: Identity): string {
  return keyId ?? sessionId ?? accountId;
}

/** The requesting session; a key is refused with `session_required`. */
export function requireSession({ sessionId }: Identity): string {
  if (sessionId === null) throw new ApiError('session_required');
  return sessionId;
}
