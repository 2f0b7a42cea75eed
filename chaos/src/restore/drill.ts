import { execFile } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { diagrams, document } from '../load/diagrams.js';
import { createServerProcess, credentials, program } from '../processes/cluster.js';
import { Api } from '../support/api.js';
import type { Findings } from '../support/findings.js';
import { createRandom, type Random } from '../support/random.js';
import { compare } from './compare.js';
import type { Ledger } from './ledger.js';
import { write } from './write.js';

const run = promisify(execFile);

export interface DrillOptions {
  /** Duration of the writing in seconds. */
  readonly seconds: number;
  /** How many random times are restored. */
  readonly restores: number;
  readonly seed: number;
  readonly directory: string;
  readonly findings: Findings;
  readonly say: (line: string) => void;
}

const WRITERS = 4;
const COVERED_WITHIN_MS = 60_000;

/**
 * Writes to a server that makes backups, then restores random times into other directories and compares what is there with
 * a ledger of everything that was written. Each restored server uses a copy of the store as it is now.
 */
export async function runDrill(options: DrillOptions): Promise<void> {
  const { directory, findings, say } = options;
  const random = createRandom(options.seed);
  const backups = join(directory, 'backups');
  const source = join(directory, 'source');
  await mkdir(source);
  const ledger: Ledger = { processes: [], files: [] };
  const subProjectId = await writeUnderBackup({ ...options, random, backups, source, ledger });
  // Before the first write there is nothing to compare.
  const firstWrite = Math.min(...ledger.processes.map(({ askedAt }) => askedAt));
  const earliest = Math.max(firstWrite + 1000, Date.parse(await earliestTime(backups, source)));
  const latest = Math.max(...ledger.processes.flatMap(({ updates }) => updates.map(({ askedAt }) => askedAt)));
  if (latest - earliest < (options.seconds * 1000) / 4) throw new Error('the first backup took most of the drill');
  for (let n = 1; n <= options.restores; n += 1) {
    const at = random.between(earliest, latest);
    const target = join(directory, `restored-${n}`);
    await mkdir(target);
    const began = Date.now();
    await restore(backups, target, new Date(at));
    const ms = Date.now() - began;
    // A restored database meets the store as it is, not as it was.
    await cp(join(source, 'data', 'object-store'), join(target, 'data', 'object-store'), { recursive: true });
    await cp(join(source, 'data', 'object-store.json'), join(target, 'data', 'object-store.json'));
    const server = await createServerProcess('server', target, undefined);
    await server.child.start();
    try {
      const api = await signedIn(server.url, random, findings);
      const { processes, updates, files } = await compare({ api, findings, subProjectId, at }, ledger);
      say(
        `restored ${new Date(at).toISOString()} in ${ms} ms: ${processes} processes, ${updates} updates, ${files} files`,
      );
    } finally {
      await server.child.close();
    }
  }
}

interface WritingOptions extends DrillOptions {
  readonly random: Random;
  readonly backups: string;
  readonly source: string;
  readonly ledger: Ledger;
}

async function writeUnderBackup(options: WritingOptions): Promise<string> {
  const { random, backups, source, ledger, findings, say } = options;
  const server = await createServerProcess('server', source, undefined, {
    MILLRACE_BACKUP_TO: backups,
    MILLRACE_BACKUP_LOG_SECONDS: '1',
  });
  await server.child.start();
  try {
    const api = await signedIn(server.url, random, findings);
    const files = diagrams('http://127.0.0.1:1');
    const members = { document: document(Object.keys(files)), files };
    const { subProjectId } = await api.untilAnswered('POST', '/v1/process/projects/deploySubProject', members, {
      idempotencyKey: 'deploy',
    });
    await untilBackup(backups, source);
    const until = Date.now() + options.seconds * 1000;
    await Promise.all(
      Array.from({ length: WRITERS }, (_, n) =>
        write(n, { api, random: random.fork(), subProjectId: String(subProjectId), ledger, until }),
      ),
    );
    const ended = Date.now();
    await untilCovered(backups, ended);
    const updates = ledger.processes.reduce((sum, one) => sum + one.updates.length, 0);
    say(`written: ${ledger.processes.length} processes, ${updates} updates, ${ledger.files.length} files`);
    if (ledger.files.length === 0 || updates === 0)
      findings.add('there was something to compare', 'no files or updates');
    return String(subProjectId);
  } finally {
    await server.child.close();
  }
}

async function signedIn(url: string, random: Random, findings: Findings): Promise<Api> {
  const unexpected = (what: string) => findings.add('no answer is a 500', what);
  const api = new Api({ urls: [url], random: random.fork(), unexpected });
  await api.signIn(credentials.clientId, credentials.clientSecret);
  return api;
}

async function millrace(args: readonly string[], directory: string): Promise<string> {
  const { stdout } = await run(process.execPath, [program, ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      MILLRACE_DATA_DIR: join(directory, 'data'),
    },
  });
  return stdout;
}

async function listed(backups: string, directory: string): Promise<readonly { readonly stopTs: string }[]> {
  const answer: { readonly backups: readonly { readonly stopTs: string }[] } = JSON.parse(
    await millrace(['--json', 'backup', '--list', '--to', backups], directory),
  );
  return answer.backups;
}

async function earliestTime(backups: string, directory: string): Promise<string> {
  const [first] = await listed(backups, directory);
  if (first === undefined) throw new Error('the server has made no backup');
  return first.stopTs;
}

async function untilBackup(backups: string, directory: string): Promise<void> {
  const until = Date.now() + COVERED_WITHIN_MS;
  while ((await listed(backups, directory)).length === 0) {
    if (Date.now() > until) throw new Error('the server makes no backup');
    await sleep(500);
  }
}

async function untilCovered(backups: string, at: number): Promise<void> {
  const until = Date.now() + COVERED_WITHIN_MS;
  for (;;) {
    const text = await readFile(join(backups, 'wal', 'covered.json'), 'utf8').catch(() => '{}');
    const { coveredTs }: { readonly coveredTs?: string } = JSON.parse(text);
    if (coveredTs !== undefined && Date.parse(coveredTs) > at) return;
    if (Date.now() > until) throw new Error(`the backups reach to ${coveredTs} only`);
    await sleep(200);
  }
}

const restore = (backups: string, directory: string, at: Date): Promise<string> =>
  millrace(['--json', 'restore', '--from', backups, '--at', at.toISOString()], directory);
