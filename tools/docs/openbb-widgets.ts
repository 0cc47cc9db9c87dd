import { readSupergraph } from '../../bin/graph.js';
import { WIDGETS } from '../../openbb/table.js';
import { makeWidgets } from '../../openbb/widgets.js';
import { describeCapability } from '../../rest-compat/capability.js';
import { pageOf } from '../../rest-compat/route.js';
import { ROUTES } from '../../rest-compat/routes/index.js';
import { readSdl } from '../../rest-compat/sdl.js';
import { table } from './markdown-table.js';

/** The widgets for OpenBB Workspace, each with the page of its capability. */
export function openbbWidgets(): string {
  const sdl = readSdl(readSupergraph());
  const capabilities = ROUTES.map((route) => describeCapability(route, sdl));
  const rows = makeWidgets(WIDGETS, { capabilities, sdl }).map(({ widget, capability: { route, tier } }) => [
    widget.category,
    `[${widget.name}](${pageOf(route)})`,
    `\`${widget.endpoint}\``,
    tier,
  ]);
  return table(['category', 'widget', 'endpoint', 'lowest tier'], rows);
}
