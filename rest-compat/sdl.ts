import { buildASTSchema, getDirectiveValues, type DocumentNode, type GraphQLSchema } from 'graphql';
import { supergraphDocument } from '../gateway/supergraph-document.js';
import { isTier, type Tier } from '../access/tiers.js';

/** The schema with access to its applied directives. */
export interface Sdl {
  readonly schema: GraphQLSchema;
  /** Arguments of a directive on an element, with defaults applied; undefined if the directive is absent. */
  directive(name: string, element: { readonly astNode?: unknown }): Readonly<Record<string, unknown>> | undefined;
}

let last: { readonly document: DocumentNode; readonly sdl: Sdl } | undefined;

/** Reads the composed supergraph, which keeps the contract's directives; the last one is kept. */
export function readSdl(supergraphSdl: string): Sdl {
  const document = supergraphDocument(supergraphSdl);
  if (last?.document !== document) last = { document, sdl: sdlOf(document) };
  return last.sdl;
}

type Values = Readonly<Record<string, unknown>> | undefined;

function sdlOf(document: DocumentNode): Sdl {
  const schema = buildASTSchema(document, { assumeValidSDL: true });
  /** Of each directive by the element, since many endpoints have the same fields. */
  const read = new Map<string, WeakMap<object, { readonly values: Values }>>();
  return {
    schema,
    directive(name, { astNode }) {
      const definition = schema.getDirective(name);
      if (definition === null || definition === undefined || astNode === null || astNode === undefined)
        return undefined;
      const known = read.get(name) ?? new WeakMap<object, { readonly values: Values }>();
      read.set(name, known);
      const { values } = known.get(astNode) ?? { values: getDirectiveValues(definition, astNode) };
      known.set(astNode, { values });
      return values;
    },
  };
}

/** Forms that a value has in REST and not in the graph. */
export type WireForm = 'EPOCH_MS' | 'SECONDS_UNTIL';

/** The form of a field's value in REST; null if it is that of the graph. */
export function wireForm(field: { readonly astNode?: unknown }, sdl: Sdl): WireForm | null {
  const form = sdl.directive('wire', field)?.['as'];
  return form === 'EPOCH_MS' || form === 'SECONDS_UNTIL' ? form : null;
}

/** The tier for the SDL's enum value. */
export function tierNamed(value: unknown): Tier | null {
  const tier = typeof value === 'string' ? value.toLowerCase() : '';
  return isTier(tier) ? tier : null;
}
