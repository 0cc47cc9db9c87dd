const HOUR_MS = 3_600_000;

/** Limits of the community that no tier changes. */
export const COMMUNITY = {
  windowMs: HOUR_MS,
  postsPerHour: 5,
  commentsPerHour: 30,
  /** Earlier posts of an author that a new one must differ from. */
  recentPosts: 20,
  nameCharacters: 60,
} as const;

export const GUIDELINES = [
  'Write about markets, research, companies and tools; be professional and civil.',
  'No spam, advertisements, referral codes or requests to move to another channel.',
  'No promises of returns, and no calls on everyone to buy or sell.',
  'At most 3 links in a post.',
] as const;
