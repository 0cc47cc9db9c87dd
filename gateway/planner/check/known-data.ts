/** Where a fetch stands in its plan: the position in each node around it, and whether that node runs its parts in order. */
export type Moment = readonly { readonly index: number; readonly isOrdered: boolean }[];

/** A field of a value’s type that a plan fetches. */
export interface KnownField {
  /** The field and its arguments. */
  readonly call: string;
  /** The fetches that bring it. */
  readonly moments: Moment[];
  readonly below: KnownValue | undefined;
  /** True once a fetch after it is told of it. */
  isNeeded: boolean;
}

/** What is known of a value of one type. */
export class KnownType {
  readonly fields = new Map<string, KnownField>();
  /** When the type itself is told; also as the name of an interface object, which says less. */
  readonly told: Moment[] = [];
  /** True if the type is told under an alias: clients’ answers are read by it, but no fetch is. */
  isNamed = false;
  readonly interfaceObjects = new Map<string, Moment[]>();
}

/** What a plan makes known of a value, by the types that the value can have. */
export class KnownValue {
  readonly types = new Map<string, KnownType>();

  ofType(typeName: string): KnownType {
    const known = this.types.get(typeName) ?? new KnownType();
    this.types.set(typeName, known);
    return known;
  }
}

/** True if some of the fetches have been answered when the one at `now` is sent; at the end of the plan, all have. */
export function isKnownAt(moments: readonly Moment[], now: Moment | undefined): boolean {
  return now === undefined ? moments.length > 0 : moments.some((moment) => isBefore(moment, now));
}

function isBefore(one: Moment, other: Moment): boolean {
  for (const [depth, { index, isOrdered }] of one.entries()) {
    const there = other[depth];
    if (there === undefined || there.index === index) continue;
    return isOrdered && index < there.index;
  }
  return false;
}

/** The `__typename` of a value of the type in the data at a moment; undefined where nothing says it. */
export function typenameAt({ told, interfaceObjects }: KnownType, type: string, now: Moment): string | undefined {
  if (isKnownAt(told, now)) return type;
  return [...interfaceObjects].find(([, moments]) => isKnownAt(moments, now))?.[0];
}
