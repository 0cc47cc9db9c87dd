export interface Picked {
  readonly value: unknown;
  /** Paths that lead to nothing. */
  readonly unknown: readonly string[];
}

/** What stands at `steps`, as an object with those keys alone; lists on the way keep their entries. */
function at(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value;
  if (Array.isArray(value)) {
    const entries = value.map((entry) => at(entry, [step, ...rest]));
    return entries.every((entry) => entry === undefined) && entries.length > 0
      ? undefined
      : entries.map((entry) => entry ?? null);
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  const inner = at((value as Readonly<Record<string, unknown>>)[step], rest);
  return inner === undefined ? undefined : { [step]: inner };
}

/** Lays two picks of one value over each other. */
function merged(one: unknown, other: unknown): unknown {
  if (one === undefined || one === null) return other;
  if (Array.isArray(one) && Array.isArray(other)) return one.map((entry, i) => merged(entry, other[i]));
  if (typeof one !== 'object' || typeof other !== 'object' || other === null || Array.isArray(one)) return one;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  const entry = (from: object, key: string): unknown =>
    Object.hasOwn(from, key) ? (Reflect.get(from, key) as unknown) : undefined;
  return Object.fromEntries(
    [...keys].map((key) => {
      const [mine, theirs] = [entry(one, key), entry(other, key)];
      return [key, theirs === undefined ? mine : merged(mine, theirs)];
    }),
  );
}

/** Paths of at most `most` fields of a name, wherever they stand. */
export function pathsTo(value: unknown, name: string, most = 3): readonly string[] {
  const found = new Set<string>();
  const walk = (part: unknown, path: string): void => {
    if (found.size >= most || typeof part !== 'object' || part === null) return;
    if (Array.isArray(part)) {
      for (const entry of part) walk(entry, path);
      return;
    }
    for (const [key, entry] of Object.entries(part)) {
      const at = path === '' ? key : `${path}.${key}`;
      if (key === name && found.size < most) found.add(at);
      walk(entry, at);
    }
  };
  walk(value, '');
  return [...found];
}

/** The parts of an answer at `paths`, such as `lump_sum.xirr` or `months.avg`. */
export function pickFields(value: unknown, paths: readonly string[]): Picked {
  const found = paths.map((path) => ({ path, part: at(value, path.replaceAll('[]', '').split('.')) }));
  return {
    value: found.reduce<unknown>((all, { part }) => (part === undefined ? all : merged(all, part)), undefined) ?? {},
    unknown: found.filter(({ part }) => part === undefined).map(({ path }) => path),
  };
}
