import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, watch, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backgroundRunner } from '../../jobs/testing/run-background.js';
import { quietLog } from '../../testing/quiet-log.js';
import { createFileFixture, type FileFixture } from '../testing/file-fixture.js';
import { scanWork } from './scan-work.js';

// The example of the guide with ClamAV. `.ci/run` installs Debian's clamav-daemon; without it the test is skipped.

const clamdPath = '/usr/sbin/clamd';
/** https://www.eicar.org: harmless, and not in one piece here, so that no scanner refuses this file. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('-');

let folder: string;
let fixture: FileFixture;
const processes: ChildProcess[] = [];
afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL');
  await fixture?.drop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** clamd with one signature of its own instead of the database that freshclam downloads. */
async function startClamd(): Promise<string> {
  await mkdir(join(folder, 'signatures'));
  const signature = `Eicar-Test-Signature:0:*:${Buffer.from(eicar).toString('hex')}\n`;
  await writeFile(join(folder, 'signatures', 'test.ndb'), signature);
  const socket = join(folder, 'clamd.sock');
  const lines = ['Foreground yes', `LocalSocket ${socket}`, `DatabaseDirectory ${join(folder, 'signatures')}`];
  await writeFile(join(folder, 'clamd.conf'), `${lines.join('\n')}\n`);
  const events = watch(folder, { signal: AbortSignal.timeout(20_000) });
  processes.push(spawn(clamdPath, ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' }));
  for await (const _event of events) if (existsSync(socket)) return socket;
  throw new Error('clamd did not start');
}

/** examples/clamav-scanner; returns its address. */
async function startScanner(socket: string): Promise<string> {
  const program = fileURLToPath(new URL('../../../../../examples/clamav-scanner/scanner.mjs', import.meta.url));
  const env = { ...process.env, CLAMD_SOCKET: socket, PORT: '0' };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  processes.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return line.toString().trim();
}

describe.skipIf(!existsSync(clamdPath) && process.env.MILLRACE_TEST_CLAMAV !== '1')(
  '[D71] ClamAV as the scanner',
  () => {
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'millrace-clamav-'));
      fixture = await createFileFixture();
    });

    it('passes a harmless file and refuses the test file of EICAR', async () => {
      const url = await startScanner(await startClamd());
      const subProjectId = await fixture.addSubProject({
        storage: { scan: { url } },
        http: { allowPrivateAddresses: ['127.0.0.1'] },
      });
      const harmless = await fixture.upload({ subProjectId }, 'x'.repeat(300_000));
      const infected = await fixture.upload({ subProjectId, fileName: 'invoice.pdf' }, eicar);
      await backgroundRunner(fixture.db, [scanWork(fixture.deps, { log: quietLog })]).runDue();
      const rows =
        await fixture.db`select id, scan_state as state, scan_detail as detail from files order by created_ts, id`;
      expect(rows).toEqual([
        { id: harmless.id, state: 'clean', detail: null },
        { id: infected.id, state: 'infected', detail: expect.stringContaining('Eicar-Test-Signature') },
      ]);
    });
  },
);
