import { BARS_CHANGED, splitSymbols } from './bar-writes.js';
import { COMPOSITES_RECORDED } from './composites.js';
import type { Listener } from './listener.js';
import { TABLES_OF_SYMBOLS, type Repositories } from './repositories.js';
import type { Replica } from './replica.js';
import { SECURITIES_CHANGED } from './securities.js';
import { TABLE_VERSIONS, type TableVersions } from './table-versions.js';

const TABLES_OF_BARS = [...TABLES_OF_SYMBOLS, 'securities'];
const TABLES_OF_COMPOSITES = ['composite_heads', 'composite_blocks', 'composite_latest', 'composite_years'];

/**
 * Invalidates caches on notifications, entirely if some may have been missed; then subscribes to table versions. What
 * has changed is read at the primary until the replica has it.
 */
export async function keepCachesFresh(
  { bars, composites, securities }: Pick<Repositories, 'bars' | 'composites' | 'securities'>,
  tables: TableVersions,
  listener: Listener,
  replica?: Pick<Replica, 'changed' | 'deaf' | 'heard'>,
): Promise<void> {
  const onGap = (): void => {
    replica?.heard();
    bars.forget();
    composites.forget();
    securities.forget();
    tables.forget();
    // If the request fails, the connection is lost again, which causes another gap.
    tables.renew().catch(() => undefined);
  };
  const onLoss = (): void => {
    replica?.deaf();
    tables.forget();
  };
  const onBars = (payload: string): void => {
    replica?.changed(TABLES_OF_BARS);
    bars.forget(splitSymbols(payload));
    securities.forget(splitSymbols(payload));
  };
  await listener.listen(BARS_CHANGED, onBars, { onGap });
  const onComposites = (): void => {
    replica?.changed(TABLES_OF_COMPOSITES);
    composites.forget();
  };
  const onSecurities = (payload: string): void => {
    replica?.changed(['securities']);
    securities.forget(splitSymbols(payload));
  };
  const onVersion = (payload: string): void => {
    const changed = tables.heard(payload);
    // An import of everything writes bars without their notification.
    if (changed === 'securities') replica?.changed(TABLES_OF_BARS);
    else if (changed !== undefined) replica?.changed([changed]);
  };
  await listener.listen(COMPOSITES_RECORDED, onComposites);
  await listener.listen(SECURITIES_CHANGED, onSecurities);
  await listener.listen(TABLE_VERSIONS, onVersion, { onLoss });
  replica?.heard();
  await tables.renew();
}
