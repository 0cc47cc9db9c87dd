import type { QueryPlan } from '@graphql-hive/router-query-planner';
import { LRUCache } from 'lru-cache';
import { startPatientTimer, type PatientTimer } from './patient-timer.js';
import { startPlannerChild, type PlannerChild, type PlannerReply } from './planner-child.js';
import { PlannerBusy, PlannerLost } from './planning-errors.js';

/** A planner in a process of its own, which no operation can take this one down with. */
export interface IsolatedPlanner {
  /** Plans a document of one valid operation without conditions. Rejects with PlannerBusy, PlannerLost or the planner's own error. */
  plan(source: string): Promise<QueryPlan>;
  /** Ends the process and refuses what waits; the next operation starts another. */
  close(): void;
  /** The process, while there is one. */
  readonly pid: number | undefined;
}

export interface IsolatedPlannerOptions {
  readonly supergraphSdl: string;
  /** The process to run; tests hand in one that fails as they want. */
  readonly script?: URL;
  /** For one plan, not counting times in which this process stood still. Default 5,000. */
  readonly planTimeoutMs?: number;
  /** For waiting until an operation's turn comes, the start of the process included. Default 20,000. */
  readonly waitTimeoutMs?: number;
  /** Pause before a process that died is started again; doubles with each death without a plan between, up to 50 times. Default 50. */
  readonly backOffMs?: number;
  /** Most operations that wait. Default 200. */
  readonly maxWaiting?: number;
}

interface Job {
  readonly source: string;
  readonly resolve: (plan: QueryPlan) => void;
  readonly reject: (error: Error) => void;
  timer: PatientTimer | undefined;
}

/** Characters of operations that are remembered because the planner was lost over them. */
const REMEMBERED_CHARACTERS = 1_000_000;
/** Then they are tried once more: the process may have ended for another reason. */
const REMEMBERED_MS = 10 * 60_000;
const MAX_DOUBLINGS = 50;

/** Starts nothing until the first operation comes. */
export function createIsolatedPlanner(options: IsolatedPlannerOptions): IsolatedPlanner {
  return new PlannerQueue(options);
}

/** Hands one operation at a time to the process, so that its death tells which operation it died of. */
class PlannerQueue implements IsolatedPlanner {
  readonly #options: Required<IsolatedPlannerOptions>;
  readonly #waiting: Job[] = [];
  readonly #lost = new LRUCache<string, string>({ maxSize: REMEMBERED_CHARACTERS, sizeCalculation: (reason, source) => source.length + reason.length, ttl: REMEMBERED_MS });
  #child: PlannerChild | undefined;
  #isReady = false;
  #current: Job | undefined;
  #pause: NodeJS.Timeout | undefined;
  #deaths = 0;

  constructor(options: IsolatedPlannerOptions) {
    const script = new URL('./planner-process.mjs', import.meta.url);
    this.#options = { script, planTimeoutMs: 5_000, waitTimeoutMs: 20_000, backOffMs: 50, maxWaiting: 200, ...options };
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  plan(source: string): Promise<QueryPlan> {
    const reason = this.#lost.get(source);
    if (reason !== undefined) return Promise.reject(new PlannerLost(reason));
    if (this.#waiting.length >= this.#options.maxWaiting) return Promise.reject(new PlannerBusy('Too many operations wait to be planned.'));
    return new Promise((resolve, reject) => {
      const job: Job = { source, resolve, reject, timer: undefined };
      job.timer = startPatientTimer(this.#options.waitTimeoutMs, () => this.#giveUp(job));
      this.#waiting.push(job);
      this.#advance();
    });
  }

  close(): void {
    const child = this.#child;
    this.#forget();
    clearTimeout(this.#pause);
    this.#pause = undefined;
    child?.kill();
    const jobs = this.#waiting.splice(0);
    if (this.#current !== undefined) jobs.push(this.#current);
    this.#current = undefined;
    for (const job of jobs) {
      job.timer?.stop();
      job.reject(new PlannerBusy('The planner was closed.'));
    }
  }

  #advance(): void {
    if (this.#current !== undefined || this.#waiting.length === 0 || this.#pause !== undefined) return;
    if (this.#child === undefined) this.#start();
    else if (this.#isReady) this.#send(this.#child);
  }

  #start(): void {
    const { script, supergraphSdl } = this.#options;
    const child = startPlannerChild(script, supergraphSdl, {
      onReply: (reply) => {
        if (this.#child === child) this.#receive(reply);
      },
      onEnd: (reason) => {
        if (this.#child === child) this.#bury(reason);
      },
    });
    this.#child = child;
  }

  #send(child: PlannerChild): void {
    const job = this.#waiting.shift();
    if (job === undefined) return;
    this.#current = job;
    job.timer?.stop();
    job.timer = startPatientTimer(this.#options.planTimeoutMs, () => {
      child.kill();
      this.#bury(`no plan within ${this.#options.planTimeoutMs} ms`);
    });
    child.plan(job.source);
  }

  #receive(reply: PlannerReply): void {
    if ('isReady' in reply) this.#isReady = true;
    else {
      const job = this.#current;
      this.#current = undefined;
      this.#deaths = 0;
      job?.timer?.stop();
      if ('plan' in reply) job?.resolve(reply.plan);
      else job?.reject(new Error(reply.error));
    }
    this.#advance();
  }

  /** The process is gone: the operation in its hands is remembered, those behind it wait for the next process. */
  #bury(reason: string): void {
    const job = this.#current;
    this.#current = undefined;
    this.#forget();
    if (job !== undefined) {
      const message = `The planner was lost: ${reason}`;
      job.timer?.stop();
      this.#lost.set(job.source, message);
      job.reject(new PlannerLost(message));
    }
    const pauseMs = this.#options.backOffMs * Math.min(2 ** this.#deaths, MAX_DOUBLINGS);
    this.#deaths += 1;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.#advance();
    }, pauseMs).unref();
  }

  #forget(): void {
    this.#child = undefined;
    this.#isReady = false;
  }

  #giveUp(job: Job): void {
    this.#waiting.splice(this.#waiting.indexOf(job), 1);
    job.reject(new PlannerBusy('The operation waited too long for its plan.'));
  }
}
