import type { Capability } from '../capability.js';
import type { Sdl } from '../sdl.js';
import { BODY } from '../capability.js';
import type { Body } from './shape.js';
import { wireSpelling } from './wire.js';

/**
 * Compiles the function that turns an operation's data into the body, once at startup. It modifies the data in place
 * and returns null if the root field is null.
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
