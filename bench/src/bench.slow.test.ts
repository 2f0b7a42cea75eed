import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const main = fileURLToPath(new URL('main.mjs', import.meta.url));

interface Figure {
  readonly name: string;
  readonly http: { readonly perSecond: number; readonly count: number };
  readonly driver: { readonly perSecond: number; readonly count: number };
}
interface Report {
  readonly results: readonly { readonly size: number; readonly figures: readonly Figure[] }[];
  readonly jobs: readonly Figure[];
}

describe('npm run bench -- --quick', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'millrace-bench-test-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));
  const bench = (...args: string[]) =>
    run(process.execPath, [main, '--quick', '--data-dir', directory, '--out', join(directory, 'out'), ...args]);

  it('measures every kind of request beside the driver, which touches as many rows as the server', {
    timeout: 300_000,
  }, async () => {
    const { stdout } = await bench();
    const report: Report = JSON.parse(await readFile(join(directory, 'out', 'report.json'), 'utf8'));
    expect(report.results.map(({ size }) => size)).toEqual([1000, 3000]);
    for (const { figures } of report.results) {
      expect(figures.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['first page', 'middle page', 'total alone', 'update', 'create']),
      );
      expect(figures.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['executeWorkflow to PAUSED', 'resumeWorkflow to COMPLETED']),
      );
      for (const { http, driver } of figures) {
        expect(http.count).toBeGreaterThan(0);
        expect(driver.count).toBeGreaterThan(0);
      }
    }
    expect(report.jobs).toHaveLength(2);
    for (const { http, driver } of report.jobs) expect(Math.min(http.perSecond, driver.perSecond)).toBeGreaterThan(0);
    expect(stdout).toContain('## Growth');
    expect(await readFile(join(directory, 'out', 'chart.svg'), 'utf8')).toContain('3,000 processes');
  });

  it('measures what indexed fields cost a change', { timeout: 120_000 }, async () => {
    const { stdout } = await bench('--only', 'fields');
    expect(stdout).toMatch(/Share: \d\.\d\d/);
  });

  it('measures searches, also of a role with a row filter', { timeout: 120_000 }, async () => {
    const { stdout } = await bench('--only', 'search', '--sizes', '3000');
    expect(stdout).toMatch(/^\| 3000 \| a common word \| sees 1 of 100 \| \d+ \| \d+\.\d \|/m);
  });

  it('goes on with a filled database', { timeout: 120_000 }, async () => {
    const { stderr } = await bench('--only', 'total alone', '--jobs', '0', '--sizes', '3000');
    expect(stderr).not.toContain('processes loaded');
    expect(stderr).toContain('total alone, 3000');
  });

  it('shows what one user costs another', { timeout: 300_000 }, async () => {
    const { stdout } = await bench('--only', 'fairness', '--sizes', '3000');
    expect(stdout).toMatch(/^\| nothing else \|/m);
    expect(stdout).toMatch(/^\| uniqueItems on 20,000 objects \| \d+ \(200\) \|/m);
    expect(stdout).toMatch(/^\| deployment of a diagram with 20,000 elements \| \d+ \(200\) \|/m);
  });

  it('shows what events cost, and how fast they arrive', { timeout: 300_000 }, async () => {
    const { stdout } = await bench('--only', 'events', '--sizes', '3000', '--seconds', '0.5');
    expect(stdout).toMatch(/^\| updates\/s, nobody listens \| \d+: \d\.\d\d of it/m);
    expect(stdout).toMatch(/^\| receipts of 1000 events\/s by 10 streams \| 20000, missing 0 \|/m);
  });
});
