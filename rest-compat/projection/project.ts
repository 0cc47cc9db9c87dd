import type { ApiError } from '../../access/errors.js';
import { BODY, type Capability } from '../capability.js';
import type { Sdl } from '../sdl.js';
import { echoesOf, tickerSpelling } from './echoes.js';
import { envelopeOf } from './envelope.js';
import { isBody, type Body } from './shape.js';
import { wireSpelling } from './wire.js';

type Data = Readonly<Record<string, unknown>>;

/** The request that a body answers. */
export interface Request {
  readonly variables: Data;
  /** Epoch milliseconds. */
  readonly nowMs: number;
}

export interface Projection {
  /** The body for an operation's data, which it changes in place; null if there is no body. */
  body(data: Data, request: Request): Body | null;
  /** The body that REST has in place of a declared error; null if there is none. */
  failure(error: ApiError, request: Request): Body | null;
}

/** The object at `path`; null if there is none. */
function objectAt(data: Data, path: readonly string[]): Body | null {
  let found: unknown = data;
  for (const key of path) found = isBody(found) ? found[key] : null;
  return isBody(found) ? found : null;
}

/** Compiles the functions that turn an operation's result into the body, once at startup. */
export function projection(capability: Capability, sdl: Sdl): Projection {
  const { root, body, route, path, parameters } = capability;
  const spell = wireSpelling(body, sdl);
  const respell = tickerSpelling(body);
  const envelope = envelopeOf(capability);
  const { shape } = route;
  return {
    body(data, { variables, nowMs }) {
      const beside = objectAt(data, path);
      if (beside === null) return null;
      const found = root === null ? beside : beside[BODY];
      if (!isBody(found)) {
        const absent = shape?.absent?.(beside) ?? null;
        return absent === null ? null : envelope.apply(absent, variables);
      }
      spell?.(found, nowMs);
      const echoes = echoesOf(parameters, variables);
      if (echoes.size > 0) respell?.(found, echoes);
      return envelope.apply(shape === undefined ? found : shape.apply(found, beside), variables);
    },
    failure: (error, { variables }) => envelope.failure(error, variables, echoesOf(parameters, variables)),
  };
}
