import { pascal } from './names.js';
import type { SchemaRegistry } from './response-schema.js';
import type { Schema } from './schema.js';

/** An event type of webhooks. */
export interface EventDescription {
  /** Which accounts receive it, as a phrase. */
  readonly receivers: string;
  /** JSON schema of the envelope's `data`. */
  readonly data: Schema;
}

const TEXT: Schema = { type: 'string' };

const DELIVERY_HEADERS: Readonly<Record<string, Schema>> = {
  'X-SVC-Timestamp': { description: 'Epoch seconds of this attempt.', schema: { type: 'integer' } },
  'X-SVC-Signature': {
    description:
      "`v1=` and the hexadecimal HMAC-SHA256 of `<X-SVC-Timestamp>.<raw body>`, with the webhook's whole " +
      '`whsec_…` secret as the key.',
    schema: { type: 'string', pattern: '^v1=[0-9a-f]{64}$' },
  },
  'X-SVC-Event': { description: 'Type of the event.', schema: TEXT },
  'X-SVC-Delivery': { description: 'Id of this attempt; sent at most once.', schema: TEXT },
};

function envelope(type: string, data: Schema): Schema {
  return {
    type: 'object',
    properties: {
      id: { ...TEXT, description: 'Id of the event, equal in all attempts; drop duplicates by it.' },
      type: { ...TEXT, const: type },
      created_at: { ...TEXT, format: 'date-time' },
      api_version: { ...TEXT, const: 'v1' },
      data,
    },
    required: ['id', 'type', 'created_at', 'api_version', 'data'],
  };
}

function delivery(type: string, { receivers, data }: EventDescription, registry: SchemaRegistry): Schema {
  const schema = registry.add(`${pascal(type)}Event`, envelope(type, data));
  return {
    post: {
      operationId: `on${pascal(type)}`,
      summary: `Event \`${type}\``,
      description: `Sent to ${receivers}. See docs/webhooks.md for retries and how to verify the signature.`,
      tags: ['Webhooks'],
      security: [],
      parameters: Object.entries(DELIVERY_HEADERS).map(([name, header]) => ({
        name,
        in: 'header',
        required: true,
        ...header,
      })),
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: {
        '2XX': { description: 'Received. Any other status, or none within 10 seconds, is a failed attempt.' },
      },
    },
  };
}

/** The `webhooks` of the document: what each event type sends. */
export function webhookDeliveries(
  events: Readonly<Record<string, EventDescription>>,
  registry: SchemaRegistry,
): Schema {
  return Object.fromEntries(Object.entries(events).map(([type, event]) => [type, delivery(type, event, registry)]));
}
