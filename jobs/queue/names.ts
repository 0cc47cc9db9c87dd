/** Queues by what waits in them. */
export const QUEUES = { webhookTurns: 'webhook-turns', refresh: 'refresh' } as const;

/** An endpoint that may have something to send. */
export interface WebhookTurn {
  readonly endpointId: string;
}

/** A pass over everything that follows from newly stored data. */
export interface RefreshRun {
  /** Runs in a row that failed before it. */
  readonly failures: number;
}
