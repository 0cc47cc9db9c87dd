import { compact, day, price, signedPrice, words } from '../../app/format.js';
import type { SecurityHeadPanelFragment } from '../../generated/types.js';
import { Facts } from '../../parts/facts.js';
import { Change } from '../../parts/values.js';

/** Name, price and key figures of a security. */
export function SecurityHead({ security }: { readonly security: SecurityHeadPanelFragment }) {
  const { ticker, name, kind, exchange, sector, industry, quote, isStale, lastSession, source } = security;
  const about = [kind === 'EQUITY' ? null : words(kind), exchange, sector, industry].filter((each) => each !== null);
  return (
    <header class="security-head">
      <div>
        <h1>
          <span class="ticker">{ticker}</span> {name}
        </h1>
        <p class="note">
          {about.join(' · ')}
          {isStale && <span class="tag warn">Stale: last session {day(lastSession)}</span>}
          {source === 'simulated' && <span class="tag">Simulated prices</span>}
        </p>
      </div>
      {quote !== null && (
        <p class="quote">
          <b>{price(quote.last)}</b> <small>USD</small> <Change percent={quote.changePct} />{' '}
          <span class="faint">
            {signedPrice(quote.change)} · {day(quote.session)}
          </span>
        </p>
      )}
      {quote !== null && (
        <Facts
          items={[
            ['Open', price(quote.open)],
            ['High', price(quote.high)],
            ['Low', price(quote.low)],
            ['Previous close', price(quote.previousClose)],
            ['Volume', compact(quote.volume), 'shares'],
            ['VWAP', price(quote.vwap)],
          ]}
        />
      )}
    </header>
  );
}
