import type { Logger } from 'pino';
import type { Answers } from '../answers/answers.js';
import { ApiError } from '../access/errors.js';
import type { Meter } from '../access/meter.js';
import type { RequestContext } from '../access/request-context.js';
import type { Gateway } from '../gateway/gateway.js';
import type { Store } from '../store/open-store.js';

interface AnswerSources {
  readonly store: Store;
  readonly meter: Meter;
  readonly log: Pick<Logger, 'warn'>;
}

/** Answers over a graph in this process: none is part of this program yet, so every question is refused. */
export function openAnswers({ log }: AnswerSources, _gateway: () => Gateway<RequestContext>): Answers {
  return {
    answer({ requestId }) {
      log.warn({ request_id: requestId }, 'a question was asked, and nothing answers questions');
      return Promise.reject(new ApiError('unavailable', 'Questions cannot be answered yet.', { retry_after_s: 3_600 }));
    },
  };
}
