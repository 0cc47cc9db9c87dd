const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Rules for runs of agents and the posts of their results. */
export const AGENT_RUNS = {
  /** From its start to its end; a run past it is an error. */
  budgetMs: 5 * MINUTE,
  /** A run whose process has not said for this long that it is alive is an error. */
  leaseMs: 30 * SECOND,
  /** How often a process says that its runs are alive. */
  renewEveryMs: 5 * SECOND,
  /** Runs that a process executes at once, besides those that requests wait for. */
  atOnce: 4,
  /** How long a process that stops waits for its runs. */
  stopWithinMs: 10 * SECOND,
  /** How often the store is searched for work without being told of it. */
  sweepEveryMs: 5 * SECOND,
  /** How long runs are kept. */
  retentionMs: 365 * DAY,
  /** Delays after the first, second, … failed post of a result; then it is given up. */
  retryDelaysMs: [5 * SECOND, MINUTE, 5 * MINUTE],
  /** Until the response's status and headers arrive. */
  postTimeoutMs: 10 * SECOND,
  /** A post without an outcome after this time is assumed lost with its process. */
  postLeaseMs: 20 * SECOND,
  /** Posts that a process makes at once. */
  postsAtOnce: 16,
  /** Of these, posts of one account over all processes: slow receivers of one hold up no other's. */
  postsOfAccount: 4,
} as const;
