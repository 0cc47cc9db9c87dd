import type { Requester } from './fair-queue.js';
import type { RequestCost } from './meter.js';
import type { Operator } from './operators.js';
import type { OperationCost } from './request-context.js';

export interface OperatorContextOptions {
  readonly operator: Operator;
  readonly requestId: string;
  /** Epoch milliseconds of the request. */
  readonly nowMs: number;
  /** Registers a listener for clients that disconnect before the response. */
  readonly onAbandoned: (listener: () => void) => void;
}

/** The admin graph's view of one request. Nothing in it costs anything, and no response is kept. */
export class OperatorContext {
  readonly operator: Operator;
  readonly requestId: string;
  readonly nowMs: number;
  readonly onAbandoned: OperatorContextOptions['onAbandoned'];
  /** Per-request loaders, by the object that they read through. */
  readonly loaders: Map<object, unknown> = new Map();
  readonly dataSources: Set<string> = new Set();
  readonly versions: Map<string, number> = new Map();
  readonly unitsCharged = 0;
  readonly unitsDeferred = 0;
  readonly cost: RequestCost = { requests: 0, transcripts: 0, fields: new Map() };
  readonly month = null;
  /** Null before the operation is admitted. */
  operationCost: OperationCost | null = null;

  constructor({ operator, requestId, nowMs, onAbandoned }: OperatorContextOptions) {
    this.operator = operator;
    this.requestId = requestId;
    this.nowMs = nowMs;
    this.onAbandoned = onAbandoned;
  }

  /** Whose turn it is where requests queue. */
  get requester(): Requester {
    return { turn: this.operator.id, onAbandoned: this.onAbandoned };
  }

  charge(): void {
    return undefined;
  }

  pay(): void {
    return undefined;
  }

  defer(): void {
    return undefined;
  }

  settle(): void {
    return undefined;
  }

  refundAll(): void {
    return undefined;
  }
}
