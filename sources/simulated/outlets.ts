import { isoDate } from '../../calendar/days.js';
import type { NewsArticleFields } from '../../store/news-model.js';
import type { Random } from './random.js';

/** Says in every title that nothing of it happened. */
export const LABEL = 'Invented:';
export const NOTE = 'Invented by the demo market: no outlet published this, and nothing of it happened.';

const DAY_MS = 86_400_000;
/** Share of the stories that a second outlet tells as well. */
const REPEATED = 0.3;
const LATEST_REPEAT_MS = 6 * 3_600_000;
const OUTLETS = ['Harbour Wire', 'Lantern Business', 'Quarry Street', 'Tidewater Post'].map((name) => ({
  name: `${name} (invented demo outlet)`,
  host: `${name.toLowerCase().replace(' ', '-')}.example`,
}));

/** A story of a day (since 1970-01-01); `name` is the last part of its address. */
interface InventedStory extends Pick<NewsArticleFields, 'title' | 'summary' | 'givenTickers'> {
  readonly day: number;
  readonly name: string;
}

export const pick = <Value>(random: Random, values: readonly Value[]): Value | undefined =>
  values[Math.floor(random() * values.length)];

/** The articles that tell a story: one, or two in different outlets. */
export function publishedBy(random: Random, { day, name, ...story }: InventedStory): readonly NewsArticleFields[] {
  const first = Math.floor(random() * OUTLETS.length);
  const ms = day * DAY_MS + Math.floor(random() * 1_440) * 60_000;
  const times = random() < REPEATED ? [ms, ms + 60_000 * Math.ceil((random() * LATEST_REPEAT_MS) / 60_000)] : [ms];
  return times.map((publishedMs, index) => {
    const outlet = OUTLETS[(first + index) % OUTLETS.length] ?? { name: '', host: '' };
    return {
      ...story,
      url: `https://${outlet.host}/${isoDate(day)}/${name}`,
      outlet: outlet.name,
      publishedAt: new Date(publishedMs),
    };
  });
}
