import { expect, it } from '@jest/globals';
import { EVENT_STREAM_FORMAT } from '../../gateway/live/event-stream.js';
import { MULTIPART_FORMAT } from '../../gateway/live/multipart.js';
import { acceptedFormat } from './subscription-http.js';
import { processorMs } from '../../test/support/processor-time.js';

it.each<[string | undefined, unknown]>([
  // Apollo Client 3 and 4, Apollo Kotlin
  ['multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/json', MULTIPART_FORMAT],
  [
    'multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/graphql-response+json,application/json;q=0.9',
    MULTIPART_FORMAT,
  ],
  ['multipart/mixed; subscriptionSpec="1.0", application/json', MULTIPART_FORMAT],
  // urql
  [
    'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
    EVENT_STREAM_FORMAT,
  ],
  ['TEXT/EVENT-STREAM', EVENT_STREAM_FORMAT],
  ['text/event-stream, multipart/mixed;subscriptionSpec=1.0', EVENT_STREAM_FORMAT],
  ['multipart/mixed;subscriptionSpec=1.0, text/event-stream', MULTIPART_FORMAT],
  ['multipart/mixed', undefined],
  ['multipart/mixed;deferSpec=20220824, application/json', undefined],
  ['multipart/mixed;subscriptionSpec=2.0', undefined],
  ['multipart/form-data;subscriptionSpec=1.0', undefined],
  ['*/*', undefined],
  [undefined, undefined],
])('the first stream format that a client names is taken: %s', (accept, format) => {
  expect(acceptedFormat(accept)).toBe(format);
});

it('an Accept header of any shape is read in linear time', () => {
  const read = (): void => {
    for (const piece of ['multipart/mixed;', ';subscriptionSpec=', ',', ' ', '"', 'multipart/mixed; '])
      acceptedFormat(`multipart/mixed;${piece.repeat(16_384 / piece.length)}`);
  };
  expect(processorMs(read)).toBeLessThan(1_000);
});
