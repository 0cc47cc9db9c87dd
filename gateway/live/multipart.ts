import { hasData, type ShownAnswer } from './shown-answer.js';
import type { StreamFormat } from './stream-format.js';

const BOUNDARY = 'graphql';
/** Sent right after each part: clients read a part once they see where it ends. */
const DELIMITER = `\r\n--${BOUNDARY}`;

function part(body: object): string {
  return `\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(body)}${DELIMITER}`;
}

function next(answer: ShownAnswer): string {
  return part({ payload: answer });
}

/** Without data, the errors are those of the stream, which tells clients that it is over. */
function last(answer: ShownAnswer): string {
  return hasData(answer) ? next(answer) : part({ payload: null, errors: answer.errors ?? [] });
}

/** Apollo's protocol for subscriptions as parts of a response (`subscriptionSpec=1.0`). */
export const MULTIPART_FORMAT: StreamFormat = {
  contentType: `multipart/mixed;boundary="${BOUNDARY}";subscriptionSpec=1.0`,
  opening: DELIMITER,
  heartbeat: part({}),
  next,
  complete: (answer) => `${answer === undefined ? '' : last(answer)}--\r\n`,
};
