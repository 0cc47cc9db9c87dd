/** Why a request to the outside came to nothing. */
export type OutboundReason = 'invalid_url' | 'refused_target' | 'connection' | 'connect_timeout' | 'total_timeout' | 'too_large' | 'aborted';

/** A request without an answer. The message names the host and no path, since a URL may carry secrets. */
export class OutboundError extends Error {
  readonly reason: OutboundReason;
  /** The declared error that it is where it reaches a client. */
  readonly code: 'upstream_failed' | 'upstream_timeout';

  constructor(reason: OutboundReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutboundError';
    this.reason = reason;
    this.code = reason === 'connect_timeout' || reason === 'total_timeout' ? 'upstream_timeout' : 'upstream_failed';
  }
}
