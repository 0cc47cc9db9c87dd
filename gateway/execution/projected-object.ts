import type { ErrorLog } from './error-log.js';
import { generate, objectLiteral, quoted } from './generate.js';
import type { ObjectValue } from './values.js';

/** The position of a projection: `path` holds the data's keys and indexes above the current depth. */
export interface Cursor {
  readonly path: (string | number)[];
  readonly log: ErrorLog;
}

/** Shapes a non-null value. A null result means that the error is already reported. */
export type Complete = (value: unknown, cursor: Cursor, depth: number) => unknown;

export interface ProjectedField {
  readonly key: string;
  readonly isNonNull: boolean;
  /** Absent for a leaf, which is passed through unchanged. */
  readonly complete: Complete | undefined;
  /** Set for `__typename`: the type's name, or null if the type is unknown. */
  readonly typename: string | null | undefined;
  readonly describe: string;
}

/** Shapes one object; null if a null bubbled up to it. */
export type ProjectObject = (data: ObjectValue, cursor: Cursor, depth: number) => ObjectValue | null;

/** Shapes an object by iterating over its fields. */
export function interpretObject(fields: readonly ProjectedField[]): ProjectObject {
  return (data, cursor, depth) => {
    const answer: ObjectValue = {};
    for (const field of fields) {
      const value = field.typename === undefined ? data[field.key] : field.typename;
      if (value === null || value === undefined) {
        if (field.isNonNull) {
          cursor.path[depth] = field.key;
          reportNull(cursor, depth + 1, field.describe);
          return null;
        }
        answer[field.key] = null;
      } else if (field.complete === undefined) answer[field.key] = value;
      else {
        cursor.path[depth] = field.key;
        const completed = field.complete(value, cursor, depth + 1);
        if (completed === null && field.isNonNull) return null;
        answer[field.key] = completed;
      }
    }
    return answer;
  };
}

/** `interpretObject` with generated code. */
export function generateObject(fields: readonly ProjectedField[]): ProjectObject {
  const constants: Record<string, unknown> = { reportNull };
  const statements = fields.map((field, index) => {
    if (field.complete !== undefined) constants[`complete${index}`] = field.complete;
    return readField(field, index);
  });
  const answer = objectLiteral(fields.map(({ key }, index) => [key, `v${index}`]));
  return generate(
    constants,
    `return function projectObject(data, cursor, depth) { ${statements.join('\n')} return ${answer}; };`,
  ) as ProjectObject;
}

function readField({ key, isNonNull, complete, typename, describe }: ProjectedField, index: number): string {
  const value = `v${index}`;
  const source = typename === undefined ? `data[${quoted(key)}]` : JSON.stringify(typename);
  const step = `cursor.path[depth] = ${quoted(key)};`;
  const missing = isNonNull
    ? `${step} reportNull(cursor, depth + 1, ${quoted(describe)}); return null;`
    : `${value} = null;`;
  const bubble = isNonNull ? `if (${value} === null) return null;` : '';
  const shape =
    complete === undefined
      ? ''
      : `else { ${step} ${value} = complete${index}(${value}, cursor, depth + 1); ${bubble} }`;
  return `let ${value} = ${source}; if (${value} === null || ${value} === undefined) { ${missing} } ${shape}`;
}

/** Reports a null in a non-nullable position unless an error explains it. */
export function reportNull(cursor: Cursor, depth: number, describe: string): void {
  const path = cursor.path.slice(0, depth);
  if (cursor.log.isExplained(path)) return;
  cursor.log.add({ message: `Cannot return null for non-nullable field ${describe}.` }, path);
}
