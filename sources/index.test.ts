import { describe, expect, it } from '@jest/globals';
import { parseSources } from './index.js';

describe('the setting of sources', () => {
  it.each([
    [undefined, ['simulated']],
    ['', ['simulated']],
    [' Simulated ', ['simulated']],
    ['none', []],
    ['files', ['files']],
    ['files, simulated,files', ['files', 'simulated']],
    ['yahoo,rss', ['yahoo', 'rss']],
  ])('%p asks for %p', (setting, sources) => {
    expect(parseSources(setting)).toEqual(sources);
  });

  it.each([
    [
      'yaho',
      'SVC_SOURCE: "yaho" is not a data source; use none, or one or more of simulated, files, yahoo, edgar, finnhub, rss, separated by commas.',
    ],
    [
      'none,files',
      'SVC_SOURCE: "none" cannot be combined with other sources; use none, or one or more of simulated, files, yahoo, edgar, finnhub, rss, separated by commas.',
    ],
  ])('%p is refused with the names it may hold', (setting, message) => {
    expect(() => parseSources(setting)).toThrow(message);
  });
});
