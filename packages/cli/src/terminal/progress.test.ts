import { describe, expect, test } from 'vitest';
import { memoryIo } from '../testing/memory-io.js';
import { progressBar } from './progress.js';

describe('progress', () => {
  test('is drawn over itself on a terminal, not too often, and removed', () => {
    const io = memoryIo({ errIsTerminal: true });
    let now = 0;
    const bar = progressBar(io, 'scan.pdf', 'bytes', () => now);
    bar.update(0, 2048);
    bar.update(512, 2048);
    now = 200;
    bar.update(1024, 2048);
    bar.update(2048, 2048);
    bar.clear();
    expect(io.errText().split('\r\u001b[K')).toEqual([
      '',
      'scan.pdf ░░░░░░░░░░░░░░░░░░░░░░░░   0% 0 B',
      'scan.pdf ████████████░░░░░░░░░░░░  50% 1 KiB',
      'scan.pdf ████████████████████████ 100% 2 KiB',
      '',
    ]);
    expect(io.outText()).toBe('');
  });

  test('nothing is drawn where nobody watches', () => {
    const io = memoryIo();
    const bar = progressBar(io, 'x', 'processes');
    bar.update(1, 2);
    bar.clear();
    expect(io.errText()).toBe('');
  });

  test('without a known total the amount is shown alone', () => {
    const io = memoryIo({ errIsTerminal: true });
    progressBar(io, 'export', 'processes').update(7, undefined);
    expect(io.errText()).toBe('\r\u001b[Kexport 7 processes');
  });
});
