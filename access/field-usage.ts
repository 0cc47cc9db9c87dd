import { isoDate, utcDay } from '../calendar/days.js';
import type { UsageDay, UsageRepository } from '../store/usage.js';
import type { Identity } from './identity.js';

/** Units of the monthly quota by account, day and field. */
export interface FieldUsage {
  /** Counts units of fields, by their names (`Query.signal`); negative units are refunds. */
  note(identity: Pick<Identity, 'accountId'>, fields: ReadonlyMap<string, number>, nowMs: number): void;
  /** What is durable of the last days, UTC, newest first; days without units are left out. */
  history(accountId: string, days: number, nowMs: number): Promise<readonly UsageDay[]>;
  /** Makes the counts durable; those that cannot be stored are kept for the next flush. */
  flush(): Promise<void>;
}

type Counts = Map<string, Map<string, Map<string, number>>>;

function entry<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const known = map.get(key) ?? create();
  map.set(key, known);
  return known;
}

export function createFieldUsage(usage: Pick<UsageRepository, 'addToDays' | 'readDays'>): FieldUsage {
  let counts: Counts = new Map();
  const add = (accountId: string, day: string, field: string, units: number): void => {
    const fields = entry(
      entry(counts, accountId, () => new Map<string, Map<string, number>>()),
      day,
      () => new Map<string, number>(),
    );
    fields.set(field, (fields.get(field) ?? 0) + units);
  };
  return {
    note({ accountId }, fields, nowMs) {
      const day = isoDate(utcDay(nowMs));
      for (const [field, units] of fields) add(accountId, day, field, units);
    },
    history: (accountId, days, nowMs) => usage.readDays(accountId, isoDate(utcDay(nowMs) - (days - 1))),
    async flush() {
      const rows = Array.from(counts, ([accountId, days]) =>
        Array.from(days, ([day, fields]) => Array.from(fields, ([field, units]) => ({ accountId, day, field, units }))),
      )
        .flat(2)
        .filter(({ units }) => units !== 0);
      counts = new Map();
      if (rows.length === 0) return;
      try {
        await usage.addToDays(rows);
      } catch (error) {
        for (const { accountId, day, field, units } of rows) add(accountId, day, field, units);
        throw error;
      }
    },
  };
}
