/** OpenSSL's codes for a certificate that no known authority has signed. */
const UNKNOWN_AUTHORITY = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);
const OTHER_NAME = 'ERR_TLS_CERT_ALTNAME_INVALID';
const EXPIRED = 'CERT_HAS_EXPIRED';

/** Why the certificate of `server` is not trusted, and what to do about it; undefined for other errors. */
export function certificateFailure(server: string, code: string | undefined, remedy: string): string | undefined {
  if (code === undefined) return undefined;
  if (UNKNOWN_AUTHORITY.has(code)) return `No authority known here has signed the certificate of ${server}: ${remedy}.`;
  if (code === OTHER_NAME)
    return `The certificate of ${server} is for another name: connect by a name or address that it has.`;
  return code === EXPIRED ? `The certificate of ${server} has expired: renew it.` : undefined;
}
