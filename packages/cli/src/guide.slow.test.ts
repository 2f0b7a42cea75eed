import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtMain, type DemoServer, startDemoServer } from './testing/demo-server.js';
import { guide, operationRows, root } from './testing/guide.js';

/** Blocks of the guide in their order: commands, and output that the commands before it promise. */
const blocks = [...guide.matchAll(/(?<!^<!-- not run: .*-->\n)^```(sh|text)\n([\s\S]*?)^```$/gm)].map(
  ([, kind = '', text = '']) => ({ kind, text }),
);
const scripts = blocks.filter(({ kind }) => kind === 'sh').map(({ text }) => text);

const separator = '=== end of block ===';

/** Of jq, what the guide uses: `jq -r .a.b[0].c` on each line or on the whole. */
const jq = `#!/usr/bin/env node
const text = require('node:fs').readFileSync(0, 'utf8');
const steps = process.argv[3].match(/[A-Za-z]+|\\d+/g);
let values;
try { values = [JSON.parse(text)]; } catch { values = text.trim().split('\\n').map((line) => JSON.parse(line)); }
for (const value of values) console.log(steps.reduce((at, step) => at[step], value));
`;

let server: DemoServer;
let home: string;

beforeAll(async () => {
  [server, home] = await Promise.all([startDemoServer(), mkdtemp(join(tmpdir(), 'millrace-guide-'))]);
  await mkdir(join(home, 'bin'));
  await mkdir(join(home, 'data'));
  await symlink(join(root, 'examples'), join(home, 'examples'));
  await writeFile(join(home, 'bin/jq'), jq);
  await writeFile(join(home, 'bin/millrace'), `#!/bin/sh\nexec '${process.execPath}' '${builtMain}' "$@"\n`);
  await Promise.all(['jq', 'millrace'].map((name) => chmod(join(home, 'bin', name), 0o755)));
  const { MILLRACE_CLIENT_ID: client_id, MILLRACE_CLIENT_SECRET: client_secret } = server.administrator;
  await writeFile(join(home, 'data/admin-credentials.json'), JSON.stringify({ client_id, client_secret }));
});
afterAll(async () => {
  await server?.stop();
  await rm(home, { recursive: true, force: true });
});

/**
 * Operations whose commands need what the demo does not have: a failed job or run, a second version of a diagram, a scanner, a
 * receiver of webhooks, an identity provider; and streams, which the metrics of requests leave out.
 */
const testedElsewhere = {
  activateElements: 'acceptance/src/operators.test.ts',
  castVote: 'votes.test.ts',
  createDelegation: 'votes.test.ts',
  createEventSubscription: 'receivers.test.ts',
  createIdentityProvider: 'receivers.test.ts',
  deleteEventSubscription: 'receivers.test.ts',
  deleteIdentityProvider: 'receivers.test.ts',
  endDelegation: 'votes.test.ts',
  explainApproval: 'votes.test.ts',
  bulkOperateRuns: 'operators.test.ts',
  extendJobLease: 'packages/client/src/jobs/worker.test.ts',
  failJob: 'worker.test.ts',
  getApprovalStatus: 'votes.test.ts',
  getDelegations: 'votes.test.ts',
  getEvidence: 'votes.test.ts',
  getDeliveries: 'receivers.test.ts',
  getEventSubscriptions: 'receivers.test.ts',
  getIdentityProviders: 'receivers.test.ts',
  migrateRun: 'operators.test.ts',
  planMigration: 'operators.test.ts',
  replayEvents: 'receivers.test.ts',
  resolveQuarantine: 'everyday.test.ts',
  retryDeliveries: 'receivers.test.ts',
  retryIncident: 'configuration.test.ts',
  revealSubscriptionSecret: 'receivers.test.ts',
  rotateSubscriptionSecret: 'receivers.test.ts',
  skipDelivery: 'receivers.test.ts',
  streamEvents: 'everyday.test.ts',
  testEventSubscription: 'receivers.test.ts',
  throwJobError: 'worker.test.ts',
  updateEventSubscription: 'receivers.test.ts',
  updateIdentityProvider: 'receivers.test.ts',
};

describe('docs/guide/cli.md', () => {
  test('every command it prints works against the demo, and says what it promises', { timeout: 300_000 }, async () => {
    const script = ['set -euo pipefail', ...scripts.flatMap((text) => [text, `echo '${separator}'`])].join('\n');
    const { stdout } = await promisify(execFile)(
      'bash',
      ['-c', script.replaceAll('http://127.0.0.1:8080', server.url)],
      {
        cwd: home,
        env: { PATH: `${join(home, 'bin')}:${process.env.PATH}`, HOME: home },
      },
    );
    const outputs = stdout.split(`${separator}\n`);
    expect(outputs).toHaveLength(scripts.length + 1);
    let ran = 0;
    for (const { kind, text } of blocks) {
      if (kind === 'sh') ran += 1;
      else expect(outputs[ran - 1]?.split('\n')).toEqual(expect.arrayContaining(text.trimEnd().split('\n')));
    }
    expect(await readFile(join(home, 'copy.bpmn'), 'utf8')).toBe(
      await readFile(join(root, 'examples/invoice-approvals/manager-approval.bpmn'), 'utf8'),
    );
  });

  test('every operation with a command has been answered to one of those it prints', async () => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const answered = new Set(
      [...metrics.matchAll(/_request_duration_seconds_count\{operation="(\w+)",status="2\d\d"\} [1-9]/g)].map(
        ([, operation]) => operation,
      ),
    );
    const unanswered = [...operationRows]
      .filter(([operation, cell]) => !cell.startsWith('none: ') && !answered.has(operation))
      .map(([operation]) => operation);
    expect(unanswered.sort()).toEqual(Object.keys(testedElsewhere).sort());
  });
});
