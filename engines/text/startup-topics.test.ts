import { describe, expect, it } from '@jest/globals';
import { startupTopics, TOPICS } from './startup-topics.js';

describe('the topics of startup news', () => {
  it('are the eight of the contract', () => {
    expect(TOPICS).toEqual(['ai', 'fintech', 'climate', 'health', 'space', 'defense', 'robotics', 'saas']);
  });

  it.each([
    ['Accel-backed Scale AI inked a $1 billion Series F', 'ai'],
    ['Challenger bank Starling Bank has raised £50 million in a Series C funding round', 'fintech'],
    ['Powerdot secures €100M funding for EV charging infrastructure expansion', 'climate'],
    ['Swiss medical device company CeQur has raised $115 million', 'health'],
    ['California-based launch services start-up closed a $71m Series B for its satellites', 'space'],
    ['Defense tech startup Anduril said it raised $5 billion', 'defense'],
    ['Cooking robot company Botinkit raises $13M', 'robotics'],
    ['French SaaS scale-up Pigment has reportedly raised $70 million', 'saas'],
    ['An AI-driven fintech for hospitals', 'ai fintech health'],
    ['She said it again: paid mail from Hawaii', ''],
    ['A spacious office in the heart of town', ''],
    ['Shoes and bread', ''],
  ])('%s', (title, topics) => {
    expect(startupTopics(title).join(' ')).toBe(topics);
  });
});
