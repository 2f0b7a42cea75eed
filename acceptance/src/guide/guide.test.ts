import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statusesOf } from '../support/error-status.js';
import { signInDemo } from '../support/http.js';
import { operations } from '../support/open-api.js';
import { createHome, type Home, type ServerProcess, startServerProcess } from '../support/server-process.js';
import { refusedExamples } from './example-requests.js';
import { type Block, blocksOf, type Plan, planOf, type Step } from './page.js';
import { runInShell } from './shell.js';
import { outputProblem, showsProblem } from './shown-output.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const index = await readFile(join(root, 'docs/guide/README.md'), 'utf8');
const onDisk = (await readdir(join(root, 'docs/guide'))).filter((name) => name.endsWith('.md'));
const inReadingOrder = [...index.matchAll(/\]\(([a-z-]+\.md)\)/g)].map(([, name = '']) => name);
const pages = [
  'README.md',
  ...[...new Set([...inReadingOrder, ...onDisk])].map((name) => `docs/guide/${name}`),
  'examples/one-story/README.md',
];

const printedAddress = 'http://127.0.0.1:8080';
const pageTimeoutMs = 50_000;

let home: Home;
let server: ServerProcess;
let desk: string;

beforeAll(async () => {
  [home, desk] = await Promise.all([createHome({}, { after: 'demo' }), mkdtemp(join(tmpdir(), 'millrace-guide-'))]);
  server = await startServerProcess(home, ['demo']);
  await mkdir(join(desk, 'bin'));
  await mkdir(join(desk, 'data'));
  for (const name of ['examples', 'docs', 'packages', 'node_modules'])
    await symlink(join(root, name), join(desk, name));
  const millrace = join(desk, 'bin/millrace');
  await writeFile(millrace, `#!/bin/sh\nexec '${process.execPath}' '${root}packages/cli/bin/millrace.js' "$@"\n`);
  await chmod(millrace, 0o755);
  const credentials = {
    client_id: home.environment.MILLRACE_ADMIN_CLIENT_ID,
    client_secret: home.environment.MILLRACE_ADMIN_CLIENT_SECRET,
  };
  await writeFile(join(desk, 'data/admin-credentials.json'), JSON.stringify(credentials));
});
afterAll(async () => {
  await server?.stop();
  await home?.remove();
  await rm(desk, { recursive: true, force: true });
});

const tools = ['bash', 'curl', 'jq', 'python3'] as const;
const missingTools = tools.filter((tool) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).status !== 0);
/** Where the commands must be run, a missing tool is a failure; elsewhere their pages are skipped. */
const mustRun = process.env.MILLRACE_TEST_GUIDE === 'all';

const commandsIn = (steps: readonly Step[]) => steps.flatMap((step) => (step.kind === 'run' ? [step] : []));
const textOf = ({ text }: Block) => text.replaceAll(printedAddress, server.url);

/** Runs the commands of a page in their order; files are there when the commands after them begin. */
async function problemsOf({ steps }: Plan): Promise<string | undefined> {
  let saved = '';
  const runs = commandsIn(steps);
  const shellSteps = steps.flatMap((step) => {
    if (step.kind === 'save') {
      saved += `mkdir -p "$(dirname '${step.name}')"\ncat >'${step.name}' <<'END OF FILE'\n${textOf(step.block)}END OF FILE\n`;
      return [];
    }
    const commands = `${saved}${textOf(step.block)}`;
    saved = '';
    return [{ commands, mayFail: showsProblem(step.block, step.shown) }];
  });
  const environment = { PATH: `${join(desk, 'bin')}:${process.env.PATH}`, HOME: desk, MILLRACE_URL: server.url };
  const { outputs, failed } = await runInShell(shellSteps, desk, environment, pageTimeoutMs);
  for (const [at, { block, shown }] of runs.entries()) {
    const output = outputs[at] ?? '';
    if (at === failed) return `line ${block.line}: a command failed:\n\n${textOf(block)}\nIt printed:\n${output}`;
    const problem = outputProblem(block, shown, output);
    if (problem !== undefined) return `${problem}\n\nThe commands of line ${block.line} printed:\n${output}`;
  }
  return undefined;
}

describe('the guide', () => {
  test('its index leads to every page', () => {
    expect(onDisk.filter((name) => name !== 'README.md' && !inReadingOrder.includes(name))).toEqual([]);
    expect(inReadingOrder.filter((name) => !onDisk.includes(name))).toEqual([]);
  });

  test.runIf(mustRun)('the tools that its commands use are here', () => expect(missingTools).toEqual([]));
});

describe('docs/guide/coming-from-the-interface.md', () => {
  test('[D8] [D9] its table has every error with its statuses', async () => {
    const page = await readFile(join(root, 'docs/guide/coming-from-the-interface.md'), 'utf8');
    const shown = [...page.matchAll(/^\| (\d{4}) \| (\d{3}) \|/gm)].map(([, id, status]) => [
      Number(id),
      Number(status),
    ]);
    const reference = await readFile(join(root, 'docs/reference.md'), 'utf8');
    const ids = [...reference.matchAll(/^\| (\d{4}) \| ERROR_/gm)].map(([, id]) => Number(id));
    expect(ids.length).toBeGreaterThan(30);
    expect(shown).toEqual(
      ids.flatMap((id) =>
        statusesOf(id)
          .toSorted((a, b) => a - b)
          .map((status) => [id, status]),
      ),
    );
  });
});

describe.each(pages)('%s', async (page) => {
  const plan = planOf(blocksOf(await readFile(join(root, page), 'utf8')));
  const script = commandsIn(plan.steps)
    .map(({ block }) => block.text)
    .join('\n');
  const missing = missingTools.filter((tool) => tool === 'bash' || new RegExp(`\\b${tool}\\b`).test(script));

  test('every block is run, compared, or says why not', () => expect(plan.unaccounted.join('\n')).toBe(''));

  test('the tests that run its other blocks are there and name it', async () => {
    for (const { block, test: path } of plan.delegated) {
      const source = await readFile(join(root, path), 'utf8').catch(() => '');
      expect(source, `line ${block.line}: ${path} does not name the page`).toContain(basename(page));
    }
  });

  test.runIf(script !== '' && missing.length === 0)(
    'its commands work against the demo, and print what it shows',
    async () => {
      expect((await problemsOf(plan)) ?? '').toBe('');
    },
  );
});

// Last: it changes what the pages show.
describe('docs/openapi.json', () => {
  test('its example requests are understood by the demo', async () => {
    expect(operations.filter(({ example }) => Object.keys(example).length > 0).length).toBeGreaterThan(50);
    expect(await refusedExamples(await signInDemo(server.url, 'owner'))).toEqual([]);
  });
});
