/** Queues by what waits in them. */
export const QUEUES = { webhookTurns: 'webhook-turns' } as const;

/** An endpoint that may have something to send. */
export interface WebhookTurn {
  readonly endpointId: string;
}
