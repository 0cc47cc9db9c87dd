import {
  getDirectiveValues,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  type DirectiveNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
} from 'graphql';

interface Member {
  readonly type: GraphQLType;
  readonly astNode?: { readonly directives?: readonly DirectiveNode[] } | null | undefined;
}

/** Names of the types that responses and parameters of REST can have: all that leads to others is `@graphOnly`. */
export function restTypes(schema: GraphQLSchema): ReadonlySet<string> {
  const graphOnly = schema.getDirective('graphOnly');
  const isInRest = ({ astNode }: Member): boolean =>
    graphOnly === null || graphOnly === undefined || !astNode || getDirectiveValues(graphOnly, astNode) === undefined;
  const seen = new Set<GraphQLNamedType>();
  const waiting: GraphQLNamedType[] = [schema.getQueryType(), schema.getMutationType()].filter((type) => !!type);
  const add = (members: readonly Member[]): void => {
    for (const member of members) if (isInRest(member)) waiting.push(getNamedType(member.type));
  };
  for (const type of waiting) {
    if (seen.has(type)) continue;
    seen.add(type);
    if (isUnionType(type)) waiting.push(...type.getTypes());
    if (isInterfaceType(type)) waiting.push(...schema.getPossibleTypes(type));
    if (isInputObjectType(type)) add(Object.values(type.getFields()));
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    const fields = Object.values(type.getFields());
    add(fields);
    for (const field of fields) if (isInRest(field)) add(field.args);
  }
  return new Set([...seen].map(({ name }) => name));
}
