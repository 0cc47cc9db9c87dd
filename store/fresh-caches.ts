import { BARS_CHANGED, splitSymbols } from './bar-writes.js';
import { COMPOSITES_RECORDED } from './composites.js';
import type { Listener } from './listener.js';
import type { Repositories } from './repositories.js';
import { SECURITIES_CHANGED } from './securities.js';
import { TABLE_VERSIONS, type TableVersions } from './table-versions.js';

/** Invalidates caches on notifications, entirely if some may have been missed; then subscribes to table versions. */
export async function keepCachesFresh(
  { bars, composites, securities }: Pick<Repositories, 'bars' | 'composites' | 'securities'>,
  tables: TableVersions,
  listener: Listener,
): Promise<void> {
  const onGap = (): void => {
    bars.forget();
    composites.forget();
    securities.forget();
    tables.forget();
    // If the request fails, the connection is lost again, which causes another gap.
    tables.renew().catch(() => undefined);
  };
  const onBars = (payload: string): void => {
    bars.forget(splitSymbols(payload));
    securities.forget(splitSymbols(payload));
  };
  await listener.listen(BARS_CHANGED, onBars, { onGap });
  await listener.listen(COMPOSITES_RECORDED, () => composites.forget());
  await listener.listen(SECURITIES_CHANGED, (payload) => securities.forget(splitSymbols(payload)));
  await listener.listen(TABLE_VERSIONS, (payload) => tables.heard(payload), { onLoss: () => tables.forget() });
  await tables.renew();
}
