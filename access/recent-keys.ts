/** Keys that were used within the last `keepMs`. */
export interface RecentKeys {
  note(key: string, nowMs: number): void;
  keys(): readonly string[];
}

export function createRecentKeys(keepMs: number): RecentKeys {
  /** Oldest use first. */
  const usedAt = new Map<string, number>();
  return {
    note(key, nowMs) {
      usedAt.delete(key);
      usedAt.set(key, nowMs);
      for (const [oldest, atMs] of usedAt) {
        if (atMs > nowMs - keepMs) break;
        usedAt.delete(oldest);
      }
    },
    keys: () => [...usedAt.keys()],
  };
}
