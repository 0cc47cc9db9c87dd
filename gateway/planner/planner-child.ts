import { fork, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { QueryPlan } from '@graphql-hive/router-query-planner';

/** What the process of planner-process.mjs answers to one message. */
export type PlannerReply = { readonly isReady: true } | { readonly plan: QueryPlan } | { readonly error: string };

export interface PlannerChildEvents {
  readonly onReply: (reply: PlannerReply) => void;
  /** Called once, however the process ended. */
  readonly onEnd: (reason: string) => void;
}

export interface PlannerChild {
  readonly pid: number | undefined;
  plan(source: string): void;
  kill(): void;
}

const LAST_WORDS = 2_000;

/**
 * Starts a planner's process. It keeps no event loop alive, and ends by itself when its channel to this process closes.
 * It gets nothing of the environment, whose secrets it has no use for.
 */
export function startPlannerChild(script: URL, supergraphSdl: string, { onReply, onEnd }: PlannerChildEvents): PlannerChild {
  const child = fork(fileURLToPath(script), [], { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let lastWords = '';
  let hasEnded = false;
  const end = (reason: string): void => {
    if (hasEnded) return;
    hasEnded = true;
    onEnd(reason);
  };
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-LAST_WORDS);
  });
  child.on('message', (reply) => onReply(reply as PlannerReply));
  child.on('error', (error) => end(error.message));
  child.on('close', (code, signal) => end(`${signal ?? `exit code ${String(code)}`}${lastWords === '' ? '' : `: ${lastWords.trim()}`}`));
  release(child);
  const send = (message: object): void => {
    // A channel that is closed already ends in "close"; one that breaks meanwhile, too.
    if (child.connected) child.send(message, () => undefined);
  };
  send({ supergraphSdl });
  return { pid: child.pid, plan: (source) => send({ source }), kill: () => void child.kill('SIGKILL') };
}

/** Lets this process end although the child lives. */
function release(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  if (child.stderr instanceof Socket) child.stderr.unref();
}
