import type { Response } from 'express';
import type { OperatorContext } from '../access/operator-context.js';
import { EVENT_STREAM } from '../gateway/live/event-stream.js';
import type { Exchange } from './exchange.js';

/** How the client of an import hears of it. */
export interface ImportAnswer {
  /** The file has arrived. */
  begin(): Promise<void>;
  /** A step of the import. */
  readonly tell: (step: object) => void;
  end(report: object): void;
  fail(error: unknown): void;
}

/**
 * One response at the end, or server-sent events: `progress` for each step, then `report`, or `error` with an error's
 * body.
 */
export function importAnswer(exchange: Exchange<OperatorContext>, isStream: boolean): ImportAnswer {
  return isStream ? eventAnswer(exchange) : singleAnswer(exchange);
}

function singleAnswer(exchange: Exchange<OperatorContext>): ImportAnswer {
  return {
    begin: () => Promise.resolve(),
    tell: () => undefined,
    end: (report) => exchange.send({ status: 200, body: JSON.stringify(report), cacheControl: 'no-store' }),
    fail: (error) => exchange.refuse(error),
  };
}

/** Its head is sent when the file has arrived: what is refused before has the status of its error. */
function eventAnswer(exchange: Exchange<OperatorContext>): ImportAnswer {
  let open: Response | undefined;
  const event = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  return {
    async begin() {
      open = await exchange.open(`${EVENT_STREAM}; charset=utf-8`, ['X-Accel-Buffering', 'no']);
      open.write(event('progress', { step: 'reading', rows: 0, refused: 0 }));
    },
    tell: (step) => void open?.write(event('progress', step)),
    end: (report) => void open?.end(event('report', report)),
    fail(error) {
      if (open === undefined) exchange.refuse(error);
      else open.end(event('error', exchange.failureBody(error)));
    },
  };
}
