/** Whether each news source has ever been read; `producer_states` has a version of each feed that has been. */
export const ANSWERED_NEWS_SOURCES: readonly string[] = [
  `alter table news_sources add column has_answered boolean not null default false`,
  `update news_sources set has_answered = status = 'ok'
    or exists (select from producer_states where producer = 'news-feeds' and key = feed)`,
];
