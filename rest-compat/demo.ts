import { schemaOf } from '../access/parameters/schema.js';
import { DEMO, describeCapability, type Capability } from './capability.js';
import { capabilityHandler, madeWhenAsked, type Handler } from './handler.js';
import type { HttpContext } from '../http/context.js';
import type { RestOptions } from './options.js';
import { constant } from './projection/shape.js';
import type { Demo, Route } from './route.js';
import type { Sdl } from './sdl.js';

const FLAG = schemaOf({ kind: 'boolean' }, 'text');

/** The row's fictional form: the same body with the fictional ticker. */
function demoRoute(route: Route, { operation, ticker }: Demo): Route {
  const { shape: _shape, ...form } = { ...route, operation };
  return ticker === undefined
    ? form
    : { ...form, shape: constant('ticker', ticker, 'Ticker of the fictional company.') };
}

function demoHandler<Context extends HttpContext>(
  route: Route,
  demo: Demo,
  sdl: Sdl,
  options: RestOptions<Context>,
): Handler<Context> {
  return capabilityHandler(describeCapability(demoRoute(route, demo), sdl), sdl, options);
}

/** Handles a row, whose fictional form is prepared too. Throws if one of them does not match the graph. */
export function requireFittingRow<Context extends HttpContext>(
  capability: Capability,
  sdl: Sdl,
  options: RestOptions<Context>,
): Handler<Context> {
  const { route } = capability;
  if (route.demo !== undefined) demoHandler(route, route.demo, sdl, options);
  return capabilityHandler(capability, sdl, options);
}

/**
 * Handles a row; `demo=1` is handled by its fictional form, which needs no ticker or slug. So is a `demo` that cannot
 * be read, and refused there: whether the ticker is missing depends on it.
 */
export function rowHandler<Context extends HttpContext>(
  capability: Capability,
  sdl: Sdl,
  options: RestOptions<Context>,
): Handler<Context> {
  const handle = capabilityHandler(capability, sdl, options);
  const { route } = capability;
  if (route.demo === undefined) return handle;
  const { demo } = route;
  const handleDemo = madeWhenAsked(() => demoHandler(route, demo, sdl, options));
  return (exchange, ...rest) => {
    const given = exchange.query[DEMO];
    const asked = given === undefined ? undefined : FLAG.safeParse(given);
    const isReal = asked === undefined || (asked.success && asked.data !== true);
    return isReal ? handle(exchange, ...rest) : handleDemo(exchange, ...rest);
  };
}
