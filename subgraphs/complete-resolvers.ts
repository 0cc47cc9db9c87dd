/** What a resolver's field answers. */
type ResultOf<Resolver> = Extract<NonNullable<Resolver>, (...args: never[]) => unknown> extends (...args: never[]) => infer Result ? Awaited<Result> : never;

/** What a parent, or some of several, holds under a field's name; never where none does. */
type Held<Parent, Field> = Parent extends unknown ? (Field extends keyof Parent ? Exclude<Parent[Field], undefined> : never) : never;

/** Fields that the default resolver could not answer: the parent holds nothing of that name, or something else. */
type Missing<Fields, Parent> = {
  [Field in keyof Fields]-?: [Held<Parent, Field>] extends [never] ? Field : Held<Parent, Field> extends ResultOf<Fields[Field]> ? never : Field;
}[keyof Fields];

type CompleteFields<Fields, Parent> = Required<Pick<Fields, Missing<Fields, Parent>>> & Omit<Fields, Missing<Fields, Parent>>;

/** A map of resolvers that does not compile without those of root fields, references and fields that no parent holds. */
export type CompleteResolvers<Map extends Partial<Record<keyof Parents, unknown>>, Parents> = {
  [Type in keyof Map & keyof Parents as Missing<Map[Type], Parents[Type]> extends never ? never : Type]: CompleteFields<Map[Type], Parents[Type]>;
} & {
  [Type in keyof Map & keyof Parents as Missing<Map[Type], Parents[Type]> extends never ? Type : never]?: Map[Type];
};
