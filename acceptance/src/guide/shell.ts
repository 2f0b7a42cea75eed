import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ShellStep {
  /** Bash commands, as the page prints them. */
  readonly commands: string;
  /** Whether a command may fail, because the page shows an error. */
  readonly mayFail: boolean;
}

export interface ShellRun {
  /** What each step that was begun printed, on standard output and standard error together. */
  readonly outputs: readonly string[];
  /** Index of the step that failed or did not end in time. */
  readonly failed?: number;
}

/**
 * Runs steps one after another in one bash, as somebody does who pastes them, and stops at the first that fails. Answers of
 * the service with an error status count as failures (`--fail-with-body` of curl).
 *
 * @param directory where the commands run
 * @param timeoutMs for all of them
 */
export async function runInShell(
  steps: readonly ShellStep[],
  directory: string,
  environment: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<ShellRun> {
  const work = await mkdtemp(join(tmpdir(), 'millrace-guide-steps-'));
  try {
    await writeFile(join(work, '.curlrc'), 'fail-with-body\n');
    for (const [index, { commands }] of steps.entries()) await writeFile(join(work, `${index}.sh`), commands);
    const script = steps.map(({ mayFail }, index) => {
      const source = `printf '\\n${separator}\\n'; . '${work}/${index}.sh' </dev/null`;
      return mayFail ? `set +e; ${source}; set -e` : source;
    });
    await writeFile(join(work, 'all.sh'), ['set -euo pipefail', ...script].join('\n'));
    // Through a pipe: commands such as `tee /dev/stderr` would cut a file, and cannot open the socket that Node makes.
    const all = `set -o pipefail; bash '${work}/all.sh' 2>&1 | cat >'${work}/output'`;
    const ended = await run(all, directory, { ...environment, CURL_HOME: work }, timeoutMs);
    const outputs = (await readFile(join(work, 'output'), 'utf8')).split(`\n${separator}\n`).slice(1);
    return ended ? { outputs } : { outputs, failed: Math.max(0, outputs.length - 1) };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const separator = '=== next block ===';

function run(script: string, cwd: string, env: Readonly<Record<string, string>>, timeoutMs: number): Promise<boolean> {
  const child = spawn('bash', ['-c', script], { cwd, env, stdio: 'ignore', detached: true });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), timeoutMs);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}
