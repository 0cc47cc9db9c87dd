import {
  Kind,
  valueFromASTUntyped,
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  type TypeNode,
} from 'graphql';

/** Assumed length of a list if the SDL does not give one. */
const DEFAULT_LIST_SIZE = 10;

/** Upper bound for the length of a list, so that nested lists stay finite numbers. */
const MOST_ENTRIES = 1_000_000_000;

/** An argument that sets the length of a list. */
export interface SlicingArgument {
  readonly name: string;
  readonly defaultValue: unknown;
  /** The field itself rejects larger values, so they never cost more. */
  readonly max: number;
  /** Whether null stands for no limit. */
  readonly isNullAll: boolean;
}

/** The length of a field's list, or of the fields below it that `sizedFields` names. */
export interface ListSize {
  readonly assumed: number;
  readonly slicing: readonly SlicingArgument[];
  readonly sizedFields: readonly string[];
  readonly needsOneArgument: boolean;
}

export interface FieldCost {
  /** Name of the type without lists and non-nulls. */
  readonly type: string;
  readonly isList: boolean;
  /** Points per object or value: the field's `@cost`, else its type's, else 1 for an object and 0 for a leaf. */
  readonly weight: number;
  readonly size: ListSize;
  readonly argumentWeights: ReadonlyMap<string, number>;
}

/** The cost directives of a supergraph. */
export interface CostIndex {
  /** Undefined for fields that the schema does not have, which validation rejects. */
  field(type: string, name: string): FieldCost | undefined;
  isObject(type: string): boolean;
  isComposite(type: string): boolean;
  rootOf(kind: 'query' | 'mutation' | 'subscription'): string;
}

type Arguments = Readonly<Record<string, unknown>>;

function directive(directives: readonly ConstDirectiveNode[] | undefined, name: string): Arguments | undefined {
  const node = directives?.find((candidate) => candidate.name.value === name);
  return (
    node &&
    Object.fromEntries(
      (node.arguments ?? []).map((argument) => [argument.name.value, valueFromASTUntyped(argument.value)]),
    )
  );
}

function weightOf(directives: readonly ConstDirectiveNode[] | undefined): number | undefined {
  const weight = directive(directives, 'cost')?.['weight'];
  return weight === undefined ? undefined : Number(weight);
}

const namesIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

function unwrap(type: TypeNode): { readonly name: string; readonly isList: boolean } {
  if (type.kind === Kind.NAMED_TYPE) return { name: type.name.value, isList: false };
  const { name, isList } = unwrap(type.type);
  return { name, isList: isList || type.kind === Kind.LIST_TYPE };
}

function slicingArgument(argument: InputValueDefinitionNode, max: unknown, isNullAll = false): SlicingArgument {
  const { name, defaultValue } = argument;
  return {
    name: name.value,
    defaultValue: defaultValue && valueFromASTUntyped(defaultValue),
    max: typeof max === 'number' ? max : MOST_ENTRIES,
    isNullAll,
  };
}

/**
 * A list with an entry for each entry of an argument is as long as that argument, which `@listSize` cannot express: its
 * slicing arguments are numbers. Such are the argument of `@batch`, and one whose `@length` is the assumed size.
 */
function listSizeOf({ arguments: given = [], directives }: FieldDefinitionNode): ListSize {
  const listSize = directive(directives, 'listSize');
  const batch = directive(directives, 'batch');
  const names = new Set(namesIn(listSize?.['slicingArguments']));
  const slicing = given.flatMap((argument) => {
    if (argument.name.value === batch?.['over']) return [slicingArgument(argument, batch['max'])];
    const most = directive(argument.directives, 'length')?.['max'];
    if (unwrap(argument.type).isList && most !== undefined && most === listSize?.['assumedSize'])
      return [slicingArgument(argument, most)];
    if (!names.has(argument.name.value)) return [];
    const range = directive(argument.directives, 'range');
    return [slicingArgument(argument, range?.['max'], range?.['all'] === true)];
  });
  return {
    assumed: Number(listSize?.['assumedSize'] ?? DEFAULT_LIST_SIZE),
    slicing,
    sizedFields: namesIn(listSize?.['sizedFields']),
    needsOneArgument: names.size > 0 && listSize?.['requireOneSlicingArgument'] !== false,
  };
}

class SdlCostIndex implements CostIndex {
  readonly #fields = new Map<string, Map<string, FieldDefinitionNode>>();
  readonly #typeWeights = new Map<string, number | undefined>();
  readonly #composites = new Set<string>();
  readonly #objects = new Set<string>();
  readonly #implementations = new Map<string, string[]>();
  readonly #roots = new Map<string, string>();
  readonly #known = new Map<string, FieldCost | undefined>();

  constructor(supergraph: DocumentNode) {
    for (const node of supergraph.definitions) {
      if (node.kind === Kind.SCHEMA_DEFINITION)
        for (const { operation, type } of node.operationTypes) this.#roots.set(operation, type.name.value);
      if (
        node.kind === Kind.SCALAR_TYPE_DEFINITION ||
        node.kind === Kind.ENUM_TYPE_DEFINITION ||
        node.kind === Kind.UNION_TYPE_DEFINITION
      )
        this.#typeWeights.set(node.name.value, weightOf(node.directives));
      if (node.kind === Kind.UNION_TYPE_DEFINITION) this.#composites.add(node.name.value);
      if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION) continue;
      const name = node.name.value;
      this.#composites.add(name);
      if (node.kind === Kind.OBJECT_TYPE_DEFINITION) this.#objects.add(name);
      this.#typeWeights.set(name, weightOf(node.directives));
      this.#fields.set(name, new Map((node.fields ?? []).map((field) => [field.name.value, field])));
      for (const {
        name: { value: parent },
      } of node.interfaces ?? [])
        this.#implementations.set(parent, [...(this.#implementations.get(parent) ?? []), name]);
    }
  }

  field(type: string, name: string): FieldCost | undefined {
    const key = `${type}.${name}`;
    if (!this.#known.has(key) && this.#fields.get(type)?.has(name) === true)
      this.#known.set(key, this.#read(type, name));
    return this.#known.get(key);
  }

  isObject(type: string): boolean {
    return this.#objects.has(type);
  }

  isComposite(type: string): boolean {
    return this.#composites.has(type);
  }

  rootOf(kind: 'query' | 'mutation' | 'subscription'): string {
    return this.#roots.get(kind) ?? `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`;
  }

  /** A field of an interface costs as much as its most expensive implementation. */
  #read(type: string, name: string): FieldCost | undefined {
    const field = this.#fields.get(type)?.get(name);
    if (field === undefined) return undefined;
    const { name: fieldType, isList } = unwrap(field.type);
    const weight =
      weightOf(field.directives) ?? this.#typeWeights.get(fieldType) ?? (this.#composites.has(fieldType) ? 1 : 0);
    const argumentWeights = (field.arguments ?? []).flatMap((argument) => {
      const weight = weightOf(argument.directives);
      return weight === undefined ? [] : [[argument.name.value, weight] as const];
    });
    const below = (this.#implementations.get(type) ?? []).flatMap(
      (implementation) => this.field(implementation, name) ?? [],
    );
    return {
      type: fieldType,
      isList,
      weight: Math.max(weight, ...below.map((implementation) => implementation.weight)),
      size: listSizeOf(field),
      argumentWeights: new Map(argumentWeights),
    };
  }
}

/** Reads `@cost`, `@listSize` and `@batch` from a supergraph. */
export function createCostIndex(supergraph: DocumentNode): CostIndex {
  return new SdlCostIndex(supergraph);
}
