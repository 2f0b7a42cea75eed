import { describe, expect, it } from 'vitest';
import { freePiece } from './free-piece.js';

describe('freeing a piece', () => {
  it('gives its memory back without waiting for the garbage collector', () => {
    const before = process.memoryUsage().arrayBuffers;
    for (let at = 0; at < 1000; at++) {
      const piece = Buffer.allocUnsafeSlow(1024 * 1024);
      freePiece(piece);
      expect(piece.length).toBe(0);
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * 1024 * 1024);
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
