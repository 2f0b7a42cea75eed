import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { builtMain } from './testing/demo-server.js';
import { type JobService, startJobService } from './testing/job-service.js';
import { type MemoryIoOptions, run } from './testing/memory-io.js';

// Handlers are real processes; the service is a double that records reports.

let folder: string;
let service: JobService;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-worker-'));
  service = await startJobService();
});
afterEach(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const bound = { timeout: 30_000 };
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 10 });
const file = (name: string) => join(folder, name);

function work(handler: string, args: readonly string[] = [], options: MemoryIoOptions = {}) {
  return run(['worker', 'book-trip', '--exec', handler, ...args], {
    home: folder,
    ...options,
    env: { PATH: process.env.PATH ?? '', ...service.env, ...options.env },
  });
}

/** Works on one job and returns what was reported about it, and what was printed. */
async function report(handler: string, args: readonly string[] = [], options: MemoryIoOptions = {}) {
  service.open.push('7');
  const outcome = await work(handler, ['--count', '1', ...args], options);
  expect(service.reports).toHaveLength(1);
  return { ...outcome, ...service.reports[0] };
}

/** Where nothing reaps orphans, as in some containers, killed processes stay as zombies. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
}

describe('a handler', bound, () => {
  test('reads the job on standard input, without the token of the lease, and prints the variables', async () => {
    const outcome = await report(`cat > ${file('job')}; printf '{"booking": "R-1"}'`);
    expect(outcome).toMatchObject({
      code: 0,
      operation: 'completeJob',
      body: { jobKey: '7', token: 'fence-7', variables: { booking: 'R-1' } },
      out: expect.stringMatching(/^7 {2}completed {2}\d+\.\d s\n$/),
    });
    const job = JSON.parse(await readFile(file('job'), 'utf8'));
    expect(job).toMatchObject({ key: '7', variables: { travellers: 2 }, idempotencyKey: 'r-7', retries: 3 });
    expect(job).not.toHaveProperty('token');
  });

  test('may print nothing, and may leave its input unread', async () => {
    expect(await report('true')).toMatchObject({ operation: 'completeJob', body: { jobKey: '7' } });
  });

  test('has the environment of the worker without its settings', async () => {
    await report(`env > ${file('env')}`, [], { env: { LEDGER_URL: 'https://ledger.example.com' } });
    const environment = await readFile(file('env'), 'utf8');
    expect(environment).toContain('LEDGER_URL=https://ledger.example.com');
    expect(environment).not.toContain('MILLRACE_');
  });

  test.each([
    [
      'any other exit code is a failed attempt',
      'echo "no connection" >&2; exit 3',
      'failJob',
      {
        errorMessage: 'The handler ended with 3: no connection',
      },
    ],
    ['75 tries again later and does not count the attempt', 'exit 75', 'failJob', { retries: 3, retryBackOff: 30_000 }],
    [
      '75 with the time of the next attempt',
      `echo '{"retryAfterMs": 1500, "message": "busy"}'; exit 75`,
      'failJob',
      {
        retries: 3,
        retryBackOff: 1500,
        errorMessage: 'busy',
      },
    ],
    [
      '80 is a BPMN error',
      `echo '{"errorCode": "TOO_MANY", "message": "By phone", "variables": {"limit": 9}}'; exit 80`,
      'throwJobError',
      {
        errorCode: 'TOO_MANY',
        errorMessage: 'By phone',
        variables: { limit: 9 },
      },
    ],
    [
      '80 without an error code is a failed attempt',
      'exit 80',
      'failJob',
      {
        errorMessage: expect.stringContaining('did not print {"errorCode"'),
      },
    ],
    [
      '81 gives up: an incident at once',
      `echo '{"message": "no such trip"}'; exit 81`,
      'failJob',
      {
        retries: 0,
        errorMessage: 'no such trip',
      },
    ],
    [
      'a result that is no JSON object is a failed attempt',
      'echo booked',
      'failJob',
      {
        errorMessage: 'The standard output of the handler is not a JSON object',
      },
    ],
    [
      'a handler that a signal ended has failed',
      'kill -9 $$',
      'failJob',
      {
        errorMessage: 'The handler was ended by a signal',
      },
    ],
  ])('%s', async (_name, handler, operation, body) => {
    const outcome = await report(handler);
    expect(outcome).toMatchObject({ code: 0, operation, body });
    if (operation === 'failJob' && !('retries' in body)) expect(outcome.body).not.toHaveProperty('retries');
  });

  test('what it prints to standard error is logged without secrets, and its last line is the message', async () => {
    const handler =
      'echo "begin" >&2; echo "$LEDGER_PASSWORD at https://me:hunter22@ledger Bearer abcdef123" >&2; exit 1';
    const outcome = await report(handler, [], { env: { LEDGER_PASSWORD: 'open-sesame' } });
    const masked = '*** at https://me:***@ledger Bearer ***';
    expect(outcome.err).toContain(`job 7 | begin\njob 7 | ${masked}\n`);
    expect(outcome.body?.errorMessage).toBe(`The handler ended with 1: ${masked}`);
    expect(JSON.stringify(outcome)).not.toMatch(/open-sesame|hunter22|abcdef123/);
  });

  test('no line of a secret with several lines is logged, nor the beginning of one where a long line is cut', async () => {
    const key = '-----BEGIN KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0BAQEF\n-----END KEY-----';
    const handler = 'echo "$LEDGER_PRIVATE_KEY" >&2; printf "%4090s%s\\n" x "$LEDGER_PASSWORD" >&2';
    const outcome = await report(handler, [], { env: { LEDGER_PRIVATE_KEY: key, LEDGER_PASSWORD: 'open-sesame' } });
    expect(outcome.err).toContain('job 7 | ***\n'.repeat(4));
    expect(outcome.err).toContain('x***\n');
    expect(outcome.err).not.toMatch(/MIIE|kqhk|open-s/);
  });

  test('a message that it prints has no secrets either', async () => {
    const handler = 'printf \'{"message": "%s"}\' "$LEDGER_PASSWORD"; exit 81';
    const outcome = await report(handler, [], { env: { LEDGER_PASSWORD: 'open-sesame' } });
    expect(outcome.body?.errorMessage).toBe('***');
  });

  test('that prints too much is ended, and keeps no memory', async () => {
    const outcome = await report('yes', ['--max-output', '100000']);
    expect(outcome).toMatchObject({
      operation: 'failJob',
      body: { errorMessage: 'The handler printed more than 100000 bytes' },
    });
  });

  test('that takes too long is ended with all its processes', async () => {
    const handler = `sleep 600 & echo $! > ${file('background')}; sleep 600`;
    const outcome = await report(handler, ['--timeout', '1']);
    expect(outcome).toMatchObject({ operation: 'failJob', body: { errorMessage: 'The handler took longer than 1 s' } });
    const background = Number(await readFile(file('background'), 'utf8'));
    await eventually(() => expect(isAlive(background)).toBe(false));
  });

  test('leaves no process behind when it ends by itself', async () => {
    const handler = `sleep 600 & echo $! > ${file('background')}; echo '{"done": true}'`;
    expect(await report(handler)).toMatchObject({ operation: 'completeJob', body: { variables: { done: true } } });
    const background = Number(await readFile(file('background'), 'utf8'));
    await eventually(() => expect(isAlive(background)).toBe(false));
  });
});

describe('the lease', bound, () => {
  test('is extended while the handler runs', async () => {
    service.open.push('7');
    const done = work(`while [ ! -e ${file('go')} ]; do sleep 0.05; done`, ['--count', '1', '--lease', '1']);
    await eventually(() => expect(service.sent('extendJobLease').length).toBeGreaterThan(1));
    await writeFile(file('go'), '');
    expect(await done).toMatchObject({ code: 0 });
    expect(service.sent('completeJob')).toHaveLength(1);
  });

  test('is lost: the handler is ended and nothing is reported', async () => {
    service.refusals.set('extendJobLease', { status: 409, id: 1009, code: 'ERROR_CONFLICT' });
    service.open.push('7');
    const outcome = await work('sleep 600', ['--count', '1', '--lease', '1']);
    expect(outcome).toMatchObject({
      code: 0,
      out: expect.stringContaining('given back'),
      err: expect.stringContaining('its lease was lost'),
    });
    expect(service.reports.map(({ operation }) => operation)).toEqual(['extendJobLease']);
  });
});

describe('the worker', bound, () => {
  test('runs as many handlers at the same time as it is told to', async () => {
    service.open.push('1', '2');
    // Each waits for the other one.
    const handler = `key=$(sed 's/.*"key":"\\([0-9]*\\)".*/\\1/'); touch ${folder}/$key; while [ ! -e ${folder}/1 ] || [ ! -e ${folder}/2 ]; do sleep 0.05; done`;
    expect(await work(handler, ['--count', '2', '--concurrency', '2'])).toMatchObject({ code: 0 });
    expect(service.sent('completeJob')).toHaveLength(2);
  });

  test('tells as JSON what became of each job', async () => {
    service.open.push('1', '2');
    const { out } = await work('exit 4', ['--count', '2', '--json']);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { jobKey: '1', type: 'book-trip', runId: 'r', outcome: 'failed', message: 'The handler ended with 4' },
      { jobKey: '2' },
    ]);
  });

  test('when it is told to stop, it waits for running handlers and takes no more jobs', async () => {
    const stops = new EventTarget();
    service.open.push('1', '2');
    const done = work(`touch ${file('begun')}; while [ ! -e ${file('go')} ]; do sleep 0.05; done`, [], { stops });
    await eventually(() => expect(existsSync(file('begun'))).toBe(true));
    stops.dispatchEvent(new Event('stop'));
    await writeFile(file('go'), '');
    expect(await done).toMatchObject({ code: 0, err: expect.stringContaining('Stopping') });
    expect(service.sent('completeJob')).toHaveLength(1);
    expect(service.open).toEqual(['2']);
  });

  test('ends handlers when the grace is over, and gives their jobs back without counting the attempt', async () => {
    const stops = new EventTarget();
    service.open.push('1');
    const done = work(`touch ${file('begun')}; sleep 600`, ['--grace', '0'], { stops });
    await eventually(() => expect(existsSync(file('begun'))).toBe(true));
    stops.dispatchEvent(new Event('stop'));
    expect(await done).toMatchObject({ code: 0 });
    expect(service.reports).toMatchObject([{ operation: 'failJob', body: { retries: 3, retryBackOff: 0 } }]);
  });

  test('ends at the third signal while the service is down', async () => {
    const stops = new EventTarget();
    service.open.push('1');
    service.refusals.set('failJob', { status: 503, id: 1, code: 'ERROR_UNAVAILABLE' });
    const done = work(`touch ${file('begun')}; sleep 600`, [], { stops });
    await eventually(() => expect(existsSync(file('begun'))).toBe(true));
    stops.dispatchEvent(new Event('stop'));
    stops.dispatchEvent(new Event('stop'));
    await eventually(() => expect(service.sent('failJob')).not.toEqual([]));
    stops.dispatchEvent(new Event('stop'));
    expect(await done).toMatchObject({ code: 0 });
  });

  test('a command that cannot be run uses up no attempts: the job is given back and the worker ends', async () => {
    service.open.push('1', '2');
    const outcome = await work('./no-such-handler');
    expect(outcome).toMatchObject({ code: 2, err: expect.stringContaining('"./no-such-handler" cannot be run') });
    expect(service.reports).toMatchObject([{ operation: 'failJob', body: { retries: 3, retryBackOff: 0 } }]);
  });

  test('ends when its roles do not allow it', async () => {
    service.refusals.set('activateJobs', { status: 403, id: 1209, code: 'ERROR_NOT_ALLOWED_TO_CALL_METHOD' });
    expect(await work('true')).toMatchObject({ code: 4, err: expect.stringContaining('error 1209') });
  });

  test.each(['SIGTERM', 'SIGHUP'] as const)(
    'the built command stops at %s after its handlers, and ends them at the second one',
    async (signal) => {
      service.open.push('1');
      const child = spawn(
        process.execPath,
        [builtMain, 'worker', 'book-trip', '--exec', `touch ${file('begun')}; sleep 600`],
        { env: { PATH: process.env.PATH ?? '', HOME: folder, ...service.env }, stdio: ['ignore', 'pipe', 'pipe'] },
      );
      onTestFinished(() => void child.kill('SIGKILL'));
      let log = '';
      child.stderr.on('data', (chunk: Buffer) => {
        log += chunk.toString();
      });
      const ended = Promise.all([once(child, 'exit'), text(child.stdout)]);
      await eventually(() => expect(existsSync(file('begun'))).toBe(true));
      child.kill(signal);
      await eventually(() => expect(log).toContain('Stopping'));
      expect(service.reports).toEqual([]);
      child.kill(signal);
      const [[code], out] = await ended;
      expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('1  given back') });
      expect(service.reports).toMatchObject([{ operation: 'failJob', body: { retries: 3 } }]);
    },
  );

  const spawnWorker = (handler: string) => {
    const child = spawn(process.execPath, [builtMain, 'worker', 'book-trip', '--exec', handler], {
      env: { PATH: process.env.PATH ?? '', HOME: folder, ...service.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };

  test('reports its job also when nobody reads its output any more, and ends with an error', async () => {
    service.open.push('1');
    const child = spawnWorker(`until [ -e ${file('go')} ]; do sleep 0.01; done; echo '{"booking": "R-1"}'`);
    child.stdout.destroy();
    const ended = Promise.all([once(child, 'exit'), text(child.stderr)]);
    await writeFile(file('go'), '');
    const [[code], log] = await ended;
    expect({ code, log }).toEqual({ code: 2, log: expect.stringContaining('Standard output was closed') });
    expect(service.reports).toMatchObject([{ operation: 'completeJob', body: { variables: { booking: 'R-1' } } }]);
  });

  test('leaves no handler behind that ignores SIGTERM, when it is told to end at once', async () => {
    service.open.push('1');
    const child = spawnWorker(
      `trap '' TERM; echo $$ > ${file('pid.part')}; mv ${file('pid.part')} ${file('pid')}; sleep 600`,
    );
    const ended = once(child, 'exit');
    await eventually(() => expect(existsSync(file('pid'))).toBe(true));
    const handler = Number(await readFile(file('pid'), 'utf8'));
    let log = '';
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
    child.kill('SIGTERM');
    await eventually(() => expect(log).toContain('Stopping'));
    child.kill('SIGTERM');
    await eventually(() => expect(log).toContain('Ending'));
    expect(isAlive(handler)).toBe(true);
    child.kill('SIGTERM');
    await ended;
    await eventually(() => expect(isAlive(handler)).toBe(false));
  });
});
