import type { Services } from './services.js';

/** Some of a subgraph's resolvers: what `createFields` of a file returns. */
export type FieldsOf<Resolvers> = { readonly [Type in keyof Resolvers]?: Partial<NonNullable<Resolvers[Type]>> };

type Files<S> = Readonly<Record<string, (services: S) => object>>;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The fields of all files, by type. Throws if two files resolve the same field. */
export function mergeFields<F extends Files<S>, S = Services>(
  files: F,
  services: S,
): Intersection<ReturnType<F[keyof F]>> {
  const merged: Record<string, Record<string, unknown>> = {};
  for (const create of Object.values(files)) {
    for (const [type, fields] of Object.entries<object>({ ...create(services) })) {
      const known = (merged[type] ??= {});
      const repeated = Object.keys(fields).find((field) => field in known);
      if (repeated !== undefined) throw new Error(`Two files resolve ${type}.${repeated}.`);
      Object.assign(known, fields);
    }
  }
  return merged as Intersection<ReturnType<F[keyof F]>>;
}
