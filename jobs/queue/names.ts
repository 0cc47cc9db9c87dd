/** Queue names. */
export const QUEUES = {
  webhookTurns: 'webhook-turns',
  refresh: 'refresh',
  news: 'news',
  overlay: 'overlay',
  marks: 'marks',
  sources: 'sources',
} as const;

/** Turns of endpoints that may have something to send. */
export interface WebhookTurn {
  readonly endpointId: string;
}

/** Runs of all producers over newly stored data. */
export interface RefreshRun {
  /** Consecutive failed runs before this one. */
  readonly failures: number;
}
