import { type ChildProcess, spawn } from 'node:child_process';

/** How a handler is run. All times are in milliseconds. */
export interface HandlerCommand {
  /** Run by `/bin/sh -c` in the directory of the worker. */
  readonly command: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Largest standard output in bytes. */
  readonly maxOutput: number;
  readonly timeoutMs: number;
  /** Time between SIGTERM and SIGKILL. */
  readonly killAfterMs: number;
}

/** Why the worker ended a handler. */
export type EndedFor = 'timeout' | 'output' | 'stop';

/** How a handler ended. */
export interface HandlerEnd {
  /** Undefined when a signal ended it. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  /** Undefined when it ended by itself. */
  readonly endedFor: EndedFor | undefined;
}

/** Longest wait for output of a process that has left the process group of the handler and keeps its pipes open. */
const LEFT_PIPES_MS = 1000;
const MAX_LINE_LENGTH = 65_536;

/** Handlers in sessions of their own outlive the worker, unless it ends them. */
const running = new Set<ChildProcess>();
process.once('exit', killHandlers);

/**
 * Runs a handler in a process group of its own: writes `input` to its standard input, hands on each line of its standard
 * error and reads its standard output. When it takes too long, prints too much or `signal` aborts, the whole group gets SIGTERM and later
 * SIGKILL. Processes of the group that outlive the handler are killed too.
 *
 * @throws Error of the operating system when the shell cannot be started
 */
export function runHandler(
  { command, env, maxOutput, timeoutMs, killAfterMs }: HandlerCommand,
  input: string,
  onErrorLine: (line: string) => void,
  signal: AbortSignal,
): Promise<HandlerEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', command], { env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
    running.add(child);
    const chunks: Buffer[] = [];
    let size = 0;
    let endedFor: EndedFor | undefined;
    const timers: NodeJS.Timeout[] = [];

    const end = (reason: EndedFor) => {
      if (endedFor !== undefined) return;
      endedFor = reason;
      signalGroup(child, 'SIGTERM');
      timers.push(setTimeout(() => signalGroup(child, 'SIGKILL'), killAfterMs));
    };
    const onAbort = () => end('stop');
    timers.push(setTimeout(() => end('timeout'), timeoutMs));
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();

    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxOutput) return end('output');
      chunks.push(chunk);
    });
    readLines(child, onErrorLine);
    // A handler may end without reading its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);

    child.once('error', (error) => {
      running.delete(child);
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      reject(error);
    });
    child.once('exit', () => {
      // After SIGTERM the other processes of the group may still clean up, until SIGKILL.
      if (endedFor === undefined) signalGroup(child, 'SIGKILL');
      const bound = endedFor === undefined ? LEFT_PIPES_MS : killAfterMs + LEFT_PIPES_MS;
      timers.push(
        setTimeout(() => {
          child.stdout.destroy();
          child.stderr.destroy();
        }, bound),
      );
    });
    child.once('close', (code) => {
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      signalGroup(child, 'SIGKILL');
      running.delete(child);
      resolve({ exitCode: code ?? undefined, stdout: Buffer.concat(chunks).toString(), endedFor });
    });
  });
}

/** Kills all handlers that run, with their process groups. */
export function killHandlers(): void {
  for (const child of running) signalGroup(child, 'SIGKILL');
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: no process of the group is left.
  }
}

/** Lines of standard error. A longer line than MAX_LINE_LENGTH is cut, so that a handler cannot fill the memory with one. */
function readLines({ stderr }: ChildProcess, onLine: (line: string) => void): void {
  let line = '';
  stderr?.setEncoding('utf8');
  stderr?.on('data', (text: string) => {
    const [first = '', ...others] = text.split('\n');
    line = (line + first).slice(0, MAX_LINE_LENGTH);
    for (const next of others) {
      onLine(line);
      line = next.slice(0, MAX_LINE_LENGTH);
    }
  });
  stderr?.once('close', () => {
    if (line !== '') onLine(line);
  });
}
