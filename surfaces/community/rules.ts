const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Limits of the community that no tier changes. */
export const COMMUNITY = {
  windowMs: HOUR_MS,
  postsPerHour: 5,
  commentsPerHour: 30,
  /** Earlier posts of an author that a new one must differ from. */
  recentPosts: 20,
  nameCharacters: 60,
  /** Most characters of a text as it is stored. */
  titleCharacters: 200,
  bodyCharacters: 20_000,
  commentCharacters: 5_000,
  /** Orders of a paper portfolio, in all and within `paperDayMs`. */
  paperOrders: 2_000,
  paperOrdersPerDay: 50,
  paperDayMs: DAY_MS,
} as const;

export const GUIDELINES = [
  'Write about markets, research, companies and tools; be professional and civil.',
  'No spam, advertisements, referral codes or requests to move to another channel.',
  'No promises of returns, and no calls on everyone to buy or sell.',
  'At most 3 links in a post.',
] as const;
