type FunctionOf<Resolver> = Extract<NonNullable<Resolver>, (...args: never[]) => unknown>;

/** What a field's resolver answers. */
type ResultOf<Resolver> = FunctionOf<Resolver> extends (...args: never[]) => infer Result ? Awaited<Result> : never;

/** What a parent, or some of several, holds under a field's name; never where none does. */
type Held<Parent, Field> = Parent extends unknown
  ? Field extends keyof Parent ? Exclude<Parent[Field], undefined> : never
  : never;

/** Whether the default resolver cannot answer: the parent holds nothing of that name, or something else. */
type IsMissing<Resolver, Value> = [Value] extends [never] ? true : Value extends ResultOf<Resolver> ? false : true;

type Missing<Fields, Parent> = {
  [Field in keyof Fields]-?: true extends IsMissing<Fields[Field], Held<Parent, Field>> ? Field : never;
}[keyof Fields];

type CompleteFields<Fields, Parent, Needed extends keyof Fields = Missing<Fields, Parent>> =
  Required<Pick<Fields, Needed>> & Omit<Fields, Needed>;

/** Types of which some field has to be resolved. */
type Needed<Map, Parents> = {
  [Type in keyof Map & keyof Parents]: [Missing<Map[Type], Parents[Type]>] extends [never] ? never : Type;
}[keyof Map & keyof Parents];

/** A map of resolvers that does not compile without those of root fields, references and fields that no parent holds. */
export type CompleteResolvers<Map extends Partial<Record<keyof Parents, unknown>>, Parents> = {
  [Type in Needed<Map, Parents>]: CompleteFields<Map[Type], Parents[Type]>;
} & Partial<Omit<Map, Needed<Map, Parents>>>;
