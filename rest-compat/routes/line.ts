import { paged } from '../projection/shape.js';
import type { RouteGroup, Sample } from '../route.js';

/** A new account has no line. */
const read: Sample = {
  parameters: {},
  tier: 'free',
  units: 1,
  source: 'none',
  status: 404,
  code: 'no_line',
  isExampleWritten: true,
};
const unknown = 'msg_l4GoUCUiYyDDXZnH';
const VIEW = 'The list of messages; with none, and without `id`, the state of the line.';
const STATES = ['no_line', 'payment_required'] as const;
const SENDING = [...STATES, 'guardrail_blocked', 'send_rate_limited'] as const;

/** Contract 4.9. */
export const GROUP: RouteGroup = {
  position: 60,
  tag: 'Assistant line',
  description: 'An address at which an assistant reads and writes messages.',
  page: 'line',
  routes: [
    {
      method: 'GET',
      path: '/line',
      operation: 'line',
      summary: 'State of the assistant line',
      operationId: 'getLine',
      errors: STATES,
      sample: read,
    },
    {
      method: 'GET',
      path: '/line',
      operation: 'line-inbox',
      summary: 'Messages that arrived, newest first',
      operationId: 'listLineInbox',
      selector: { parameter: 'view', value: 'inbox', description: VIEW },
      shape: paged('messages'),
      errors: STATES,
      sample: { ...read, parameters: { view: 'inbox', unread_only: '1', limit: 2 } },
    },
    {
      method: 'GET',
      path: '/line',
      operation: 'line-sent',
      summary: 'Messages from the line, newest first',
      operationId: 'listLineSent',
      selector: { parameter: 'view', value: 'sent', description: VIEW },
      shape: paged('messages'),
      errors: STATES,
      sample: { ...read, parameters: { view: 'sent', limit: 2 } },
    },
    {
      method: 'GET',
      path: '/line',
      operation: 'line-search',
      summary: 'Messages with some words, newest first',
      operationId: 'searchLine',
      selector: { parameter: 'view', value: 'search', description: VIEW },
      shape: paged('messages'),
      errors: STATES,
      sample: { ...read, parameters: { view: 'search', q: 'delivery', folder: 'all' } },
    },
    {
      method: 'GET',
      path: '/line',
      operation: 'line-message',
      summary: 'One message with its text',
      operationId: 'getLineMessage',
      selector: { parameter: 'id' },
      errors: [...STATES, 'not_found'],
      sample: { ...read, parameters: { id: unknown } },
    },
    {
      method: 'POST',
      path: '/line',
      action: 'send',
      operation: 'line-send',
      summary: 'Send a message',
      operationId: 'sendLineMessage',
      status: 201,
      errors: SENDING,
      sample: {
        ...read,
        parameters: { to: 'orders@supplier.example', subject: 'Delivery of order 4711', text: 'When will it arrive?' },
      },
    },
    {
      method: 'POST',
      path: '/line',
      action: 'reply',
      operation: 'line-reply',
      summary: 'Answer a message',
      operationId: 'replyToLineMessage',
      status: 201,
      errors: [...SENDING, 'not_found'],
      sample: { ...read, parameters: { id: unknown, text: 'Thank you, we will be there.' } },
    },
  ],
};
