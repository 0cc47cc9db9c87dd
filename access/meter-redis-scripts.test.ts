import { describe, expect, it } from '@jest/globals';
import { snapshotSees } from './meter-redis-scripts.js';

describe('a snapshot', () => {
  it.each([
    ['100:100:', '99', true],
    ['100:100:', '100', false],
    ['100:105:100,103', '100', false],
    ['100:105:100,103', '101', true],
    ['100:105:100,103', '103', false],
    ['100:105:100,103', '105', false],
    ['18446744073709551000:18446744073709551001:', '18446744073709550999', true],
  ])('%s includes transaction %s: %s', (snapshot, xid, isSeen) => {
    expect(snapshotSees(snapshot, xid)).toBe(isSeen);
  });
});
