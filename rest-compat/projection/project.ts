import type { Capability } from '../capability.js';
import type { Sdl } from '../sdl.js';
import { BODY } from '../capability.js';
import type { Body } from './shape.js';
import { wireSpelling } from './wire.js';

/**
 * Compiles how an operation's data becomes the body; made once, at start.
 * The function works in place, on data that belongs to this one answer; null where the operation's one root has no value.
 */
export function projection({ root, body, route }: Capability, sdl: Sdl): (data: Readonly<Record<string, unknown>>) => Body | null {
  const spell = wireSpelling(body, sdl);
  const shape = route.shape;
  return (data) => {
    const found: unknown = root === null ? data : data[BODY];
    if (!isBody(found)) return null;
    spell?.(found);
    return shape === undefined ? found : shape.apply(found);
  };
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
