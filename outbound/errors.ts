/** Why an outgoing request failed. */
export type OutboundReason =
  | 'invalid_url'
  | 'refused_target'
  | 'connection'
  | 'connect_timeout'
  | 'idle_timeout'
  | 'total_timeout'
  | 'too_large'
  | 'aborted';

const TIMEOUTS: ReadonlySet<OutboundReason> = new Set(['connect_timeout', 'idle_timeout', 'total_timeout']);

/** An outgoing request failed. The message names only the host, since a URL may contain secrets. */
export class OutboundError extends Error {
  readonly reason: OutboundReason;
  /** The error code that clients see. */
  readonly code: 'upstream_failed' | 'upstream_timeout';

  constructor(reason: OutboundReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutboundError';
    this.reason = reason;
    this.code = TIMEOUTS.has(reason) ? 'upstream_timeout' : 'upstream_failed';
  }
}
