import { describe, expect, it } from '@jest/globals';
import { completedAcquisition } from './acquisition.js';

describe('a completed acquisition', () => {
  it.each<[string, string, string]>([
    ['Birch Financial completes acquisition of Alder', 'Birch Financial', 'Alder'],
    ['Birch Financial completes its $5.15 billion acquisition of Alder', 'Birch Financial', 'Alder'],
    ['Birch has completed the previously announced acquisition of payments startup Alder', 'Birch', 'Alder'],
    ['Birch finalizes all-stock acquisition of Alder, the maker of lamps', 'Birch', 'Alder'],
    ['Birch’s acquisition of Alder is now complete', 'Birch', 'Alder'],
    ['Birch’s $2 billion takeover of Alder closes', 'Birch', 'Alder'],
  ])('%p', (title, acquirer, company) => {
    expect(completedAcquisition(title)).toEqual({ acquirer, company });
  });

  it.each([
    'Birch to acquire Alder for $5.15 billion',
    'Birch agrees to buy Alder',
    'Birch expects to complete its acquisition of Alder in May',
    'Birch fails to complete acquisition of Alder',
    'Birch completes acquisition of a majority stake in Alder',
    'Birch completes acquisition of Alder’s lamp business',
    'Regulator blocks Birch’s acquisition of Alder',
    'Alder completes Series C round',
    'Alder acquires Birch',
  ])('is not told by %p', (title) => {
    expect(completedAcquisition(title)).toBeNull();
  });
});
