import { getNamedType } from 'graphql';
import type { InputShape } from '../../access/parameters/input-shape.js';
import { canonicalTicker } from '../../access/parameters/schema.js';
import type { Parameter } from '../capability.js';
import { entriesOf, type Selected } from '../selection.js';
import { isBody, type Body } from './shape.js';

/** The caller's spelling of tickers that the graph spells otherwise, by the graph's. */
export type Echoes = ReadonlyMap<unknown, string>;

const NONE: Echoes = new Map();

function collect(shape: InputShape, value: unknown, echoes: Map<unknown, string>): void {
  if (shape.kind === 'ticker') {
    if (typeof value !== 'string') return;
    const canonical = canonicalTicker(value);
    if (!echoes.has(canonical)) echoes.set(canonical, value);
  } else if (shape.kind === 'list') {
    if (Array.isArray(value)) for (const entry of value) collect(shape.of, entry, echoes);
  } else if (shape.kind === 'object' && isBody(value)) {
    for (const field of shape.fields) collect(field.shape, value[field.graphqlName], echoes);
  }
}

/** The spellings in a request's variables: of several, the first. */
export function echoesOf(parameters: readonly Parameter[], variables: Readonly<Record<string, unknown>>): Echoes {
  const echoes = new Map<unknown, string>();
  for (const { name, shape } of parameters) collect(shape, variables[name], echoes);
  for (const [canonical, value] of echoes) if (canonical === value) echoes.delete(canonical);
  return echoes.size === 0 ? NONE : echoes;
}

type Respell = (value: Body, echoes: Echoes) => void;

function spelled(value: unknown, echoes: Echoes): unknown {
  return Array.isArray(value) ? value.map((entry) => spelled(entry, echoes)) : (echoes.get(value) ?? value);
}

function forEach(value: unknown, respell: Respell, echoes: Echoes): void {
  if (Array.isArray(value)) for (const entry of value) forEach(entry, respell, echoes);
  else if (isBody(value)) respell(value, echoes);
}

/** Compiles the function that spells the tickers of a body as the caller did, in place; null if it has none. */
export function tickerSpelling(selected: readonly Selected[]): Respell | null {
  const steps = selected.flatMap((each): Respell[] => {
    const { key, field } = each;
    if (getNamedType(field.type).name === 'Ticker')
      return [(parent, echoes) => void (parent[key] = spelled(parent[key], echoes))];
    // The entries of a connection are in its place by now.
    const below = tickerSpelling(entriesOf(each)?.children ?? each.children);
    return below === null ? [] : [(parent, echoes) => forEach(parent[key], below, echoes)];
  });
  if (steps.length === 0) return null;
  return (value, echoes) => {
    for (const step of steps) step(value, echoes);
  };
}
