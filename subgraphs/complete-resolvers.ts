type FunctionOf<Resolver> = Extract<NonNullable<Resolver>, (...args: never[]) => unknown>;

/** The result type of a field's resolver. */
type ResultOf<Resolver> = FunctionOf<Resolver> extends (...args: never[]) => infer Result ? Awaited<Result> : never;

/** The type of a parent's property with the field's name; for a union, of the members that have it; else never. */
type Held<Parent, Field> = Parent extends unknown
  ? Field extends keyof Parent
    ? Exclude<Parent[Field], undefined>
    : never
  : never;

/** Whether the default resolver does not suffice: the property is missing or has another type. */
type IsMissing<Resolver, Value> = [Value] extends [never] ? true : Value extends ResultOf<Resolver> ? false : true;

type Missing<Fields, Parent> = {
  [Field in Exclude<keyof Fields, '__isTypeOf'>]-?: true extends IsMissing<Fields[Field], Held<Parent, Field>>
    ? Field
    : never;
}[Exclude<keyof Fields, '__isTypeOf'>];

type CompleteFields<Fields, Parent, Needed extends keyof Fields = Missing<Fields, Parent>> = Required<
  Pick<Fields, Needed>
> &
  Omit<Fields, Needed>;

/** Types with a field that needs a resolver. */
type Needed<Map, Parents> = {
  [Type in keyof Map & keyof Parents]: [Missing<Map[Type], Parents[Type]>] extends [never] ? never : Type;
}[keyof Map & keyof Parents];

/** A resolver map that fails to compile if a root field, reference or missing parent property has no resolver. */
export type CompleteResolvers<Map extends Partial<Record<keyof Parents, unknown>>, Parents> = {
  [Type in Needed<Map, Parents>]: CompleteFields<Map[Type], Parents[Type]>;
} & Partial<Omit<Map, Needed<Map, Parents>>>;
