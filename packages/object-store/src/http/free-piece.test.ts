import { describe, expect, it } from 'vitest';
import { freePiece } from './free-piece.js';

describe('freeing a piece', () => {
  it('empties it and lets its memory go', () => {
    const before = process.memoryUsage().rss;
    for (let at = 0; at < 1000; at++) {
      const piece = Buffer.allocUnsafeSlow(1024 * 1024).fill(at);
      const view = piece.subarray(10);
      freePiece(piece);
      expect([piece.length, view.length]).toEqual([0, 0]);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  });

  it('leaves alone what shares its memory with others, or is short', () => {
    const whole = Buffer.allocUnsafeSlow(100_000);
    for (const piece of [whole.subarray(1), Buffer.alloc(10), Buffer.from(new SharedArrayBuffer(20_000))]) {
      const { length } = piece;
      freePiece(piece);
      expect(piece.length).toBe(length);
    }
    expect(whole.length).toBe(100_000);
  });
});
