/** Limits of assistant lines that no tier changes. */
export const LINE = {
  previewCharacters: 140,
  /** The hour of the cap of sends. */
  windowMs: 3_600_000,
  /** Time-outs of an attempt to deliver, and after how long one without an outcome counts as lost. */
  connectTimeoutMs: 10_000,
  attemptTimeoutMs: 60_000,
  leaseMs: 120_000,
  /** Waits before the attempts after one that certainly did not arrive. */
  retryDelaysMs: [60_000, 300_000, 1_800_000, 7_200_000],
  /** How long bounces of a message are taken after it left; mail servers give up sooner. */
  bounceDays: 14,
  /** What is stored of a message that arrives. */
  inbound: {
    mostBytes: 10 * 1024 * 1024,
    mostHeaderBytes: 64 * 1024,
    parseTimeoutMs: 5_000,
    textCharacters: 100_000,
    htmlCharacters: 200_000,
    subjectCharacters: 500,
    attachments: 50,
    references: 50,
  },
  /** Characters whose words can be searched for. */
  searchedCharacters: 100_000,
  /** How long an attempt to answer may take. */
  answerLeaseMs: 420_000,
} as const;
