import type { Joins } from '../own/joins.js';
import { callText, type Wanted } from '../own/wanted.js';
import type { KnownType, KnownValue } from './known-data.js';

/** What of the wanted fields a finished plan does not make known, or makes known without anybody wanting it. */
export function findUnanswered(value: KnownValue, type: string, wanted: readonly Wanted[], joins: Joins): string | undefined {
  const known = value.ofType(type);
  for (const one of wanted) {
    const name = one.field.name.value;
    if (name === '__typename') continue;
    const field = known.fields.get(one.key);
    if (field === undefined) return `Nobody fetches "${one.key}" of a ${type}.`;
    if (field.call !== callText(one.field)) return `"${one.key}" of a ${type} is ${field.call}, not ${callText(one.field)}.`;
    const hole = one.below === undefined || field.below === undefined ? undefined : findBelow(one, one.below, field.below, joins, typeBelow(type, name, joins));
    if (hole !== undefined) return hole;
  }
  return findUnwanted(known, type, wanted);
}

function findBelow({ key }: Wanted, below: NonNullable<Wanted['below']>, value: KnownValue, joins: Joins, declared: string): string | undefined {
  const ofAll = below.of(declared);
  for (const [type, known] of value.types) {
    if (!below.knows(type)) continue;
    const wanted = below.of(type);
    const isTold = known.told.length > 0 || known.isNamed || !joins.isAbstract(declared);
    if (!isTold && !isAlike(wanted, ofAll)) return `Nobody tells whether "${key}" is a ${type}.`;
    const hole = findUnanswered(value, type, wanted, joins);
    if (hole !== undefined) return hole;
  }
  return undefined;
}

/** True if a value whose type stays unknown is read rightly by the fields of its declared type. */
function isAlike(wanted: readonly Wanted[], ofAll: readonly Wanted[]): boolean {
  return wanted.length === ofAll.length && wanted.every((one, index) => one.field.name.value !== '__typename' && one.key === ofAll[index]?.key && isSameBelow(one, ofAll[index]));
}

function isSameBelow(one: Wanted, other: Wanted): boolean {
  return one.nodes.length === other.nodes.length && one.nodes.every((node, index) => node === other.nodes[index]);
}

function findUnwanted({ fields }: KnownType, type: string, wanted: readonly Wanted[]): string | undefined {
  const keys = new Set(wanted.map(({ key }) => key));
  for (const [key, { isNeeded }] of fields) if (!isNeeded && !keys.has(key)) return `Nobody asked or needs "${key}" of a ${type}.`;
  return undefined;
}

function typeBelow(type: string, fieldName: string, joins: Joins): string {
  let declared = joins.typeOf(type, fieldName);
  while (declared !== undefined && 'type' in declared) declared = declared.type;
  return declared?.name.value ?? '';
}
