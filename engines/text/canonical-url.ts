/** Query parameters that say where a reader came from, not what is read. */
const TRACKING_NAMES = `
  amp cmp cmpid dclid dicbo fbclid feature ftag gaa_at gaa_n gaa_sig gaa_ts gclid gclsrc guccounter igshid mc_cid
  mc_eid mkt_tok mod msclkid ncid outputtype partner ref ref_src reflink rss s_cid share siteid smid smtyp soc_src
  soc_trk source src taid tsrc twclid xtor yclid yptr __source`;
const TRACKING = new Set(TRACKING_NAMES.trim().split(/\s+/));
const TRACKING_PREFIXES = ['utm_', 'guce_', 'at_', 'hsa_', 'pk_', '_hs', 'mtm_'];
const HOST_PREFIX = /^(?:www\d?|m|mobile|amp)\.(?=[^.]+\.[^.]+)/;

const isTracking = (name: string): boolean =>
  TRACKING.has(name) || TRACKING_PREFIXES.some((prefix) => name.startsWith(prefix));

/** Addresses of AMP caches contain the address of the publisher. */
function publisherUrl(url: URL): URL | null {
  const isCache = url.hostname.endsWith('.cdn.ampproject.org');
  const path = isCache ? /^\/[a-z](?:\/s)?\/(.+)$/.exec(url.pathname) : null;
  const google = /(?:^|\.)google\.[a-z.]+$/.test(url.hostname) ? /^\/amp(?:\/s)?\/(.+)$/.exec(url.pathname) : null;
  const inner = path?.[1] ?? google?.[1];
  return inner === undefined ? null : parse(`https://${inner}${url.search}`);
}

function parse(address: string): URL | null {
  // Not URL.canParse: see outbound/parse-url.ts.
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

function canonicalPath(pathname: string): string {
  const path = pathname
    .replace(/\/{2,}/g, '/')
    .replace(/^\/amp(?=\/)/, '')
    .replace(/\/index\.(?:html?|php)$/, '/')
    .replace(/\/amp\/?$/, '')
    .replace(/\.amp(?=$|\.html?$)/, '')
    .replace(/\/$/, '');
  return path.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
}

/**
 * One spelling for the addresses of one article: no scheme, mobile host, AMP, fragment, tracking or trailing slash, the
 * remaining parameters sorted. Null if it is no address of a web page, or that of a whole site.
 */
export function canonicalUrl(address: string): string | null {
  const parsed = parse(address.trim());
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null;
  const url = publisherUrl(parsed) ?? parsed;
  const host = url.hostname.replace(/\.$/, '').replace(HOST_PREFIX, '');
  const path = canonicalPath(url.pathname);
  const kept = [...url.searchParams].filter(([name]) => !isTracking(name.toLowerCase()));
  if (path === '' && kept.length === 0) return null;
  const query = new URLSearchParams(kept.sort(([a, x], [b, y]) => (a < b || (a === b && x < y) ? -1 : 1))).toString();
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${host}${port}${path}${query === '' ? '' : `?${query}`}`;
}
