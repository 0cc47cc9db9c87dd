import { share, type Intent } from '../intent.js';
import { listed, say } from '../line.js';
import { fullName } from '../words.js';

/** Which private companies a listed one has a stake in. */
export const INTENT: Intent = {
  name: 'held-stakes',
  signs: [
    [
      /\b(?:private (?:stakes?|companies|holdings|investments)|stakes?\b.*\b(?:private|startups?)|startups?\b.*\b(?:own|hold|stake|invest|back)|(?:own|hold|back|invest\w*)\b.*\b(?:startups?|private))\b/,
      4.4,
    ],
    [/\bstakes?\b/, 2],
  ],
  fits: ({ securities, companies }) => securities.length > 0 && companies.length === 0,
  plan: ({ securities }) => [{ tool: 'held_stakes', input: { tickers: securities.map(({ key }) => key) } }],
  write({ securities }, found) {
    const told = securities.filter(({ key }) => found.all('held_stakes.company', key).length > 0);
    const [asked] = securities;
    if (told.length === 0)
      return asked === undefined
        ? null
        : {
            headline: say`No stake of ${fullName(asked)} in a private company is known to this service.`,
            lines: [],
            coverage: 0.7,
          };
    const part = (key: string, row: number | null) => {
      const at = row ?? 0;
      const [company, percent, value] = [
        found.text('held_stakes.company', key, at),
        found.number('held_stakes.share', key, at),
        found.number('held_stakes.value', key, at),
      ];
      const size =
        percent === undefined
          ? value === undefined
            ? say``
            : say` (worth ${value})`
          : say` (a share of ${percent}${value === undefined ? say`` : say` worth ${value}`})`;
      return say`${company ?? ''}${size}`;
    };
    const parts = told.map(
      (security) =>
        say`${fullName(security)} has known stakes in ${listed(
          found
            .all('held_stakes.company', security.key)
            .slice(0, 6)
            .map(({ row }) => say`${found.text('held_stakes.company', security.key, row ?? 0) ?? ''}`),
        )}`,
    );
    const lines = told.map(
      ({ key }) =>
        say`Of the stakes of ${key}: ${listed(
          found
            .all('held_stakes.company', key)
            .slice(0, 6)
            .map(({ row }) => part(key, row)),
        )}.`,
    );
    return {
      headline: say`${listed(parts)}.`,
      lines,
      coverage: share(securities, ({ key }) => found.all('held_stakes.company', key).length > 0),
    };
  },
};
