/** Names of lists that differ from those of the Unicode Consortium. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'czech republic': 'CZ',
  'hong kong': 'HK',
  'ivory coast': 'CI',
  turkey: 'TR',
  uae: 'AE',
  uk: 'GB',
  usa: 'US',
};

function countryNames(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, place) => String.fromCharCode(65 + place));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const known = codes.flatMap((code): [string, string][] => {
    const name = names.of(code);
    // Former codes have the names of the present ones: UK, DD.
    const isCurrent = new Intl.Locale(`und-${code}`).region === code;
    return name === undefined || !isCurrent ? [] : [[name.toLowerCase(), code]];
  });
  return new Map([...known, ...Object.entries(OTHER_NAMES)]);
}

let codes: ReadonlyMap<string, string> | undefined;

/** ISO 3166-1 alpha-2 code of a country's English name; null for a name that is none. */
export function countryCode(name: string): string | null {
  codes ??= countryNames();
  const given = name.trim().toLowerCase();
  return codes.get(given) ?? (/^[a-z]{2}$/.test(given) ? given.toUpperCase() : null);
}
