import { hostname } from 'node:os';
import { MillraceError, type Worker } from '@millrace/client';
import type { Command } from 'commander';
import { wholeNumber } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession, type Session } from '../../session/session.js';
import { CommandError, exitCodeOf, exitCodes } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { errorText } from '../../terminal/print-error.js';
import { oneLine } from '../../terminal/text.js';
import { execHandler, type HandledJob } from '../../worker/exec-handler.js';
import { handlerEnvironment, secretMask } from '../../worker/handler-environment.js';
import { killHandlers } from '../../worker/handler-process.js';

interface WorkerCommandOptions {
  readonly exec: string;
  readonly name: string;
  readonly concurrency: number;
  readonly lease: number;
  readonly timeout: number;
  readonly maxOutput: number;
  readonly grace: number;
  readonly count?: number;
}

const KILL_AFTER_MS = 5000;
/** Time to give the jobs of ended handlers back: the service may be unavailable. */
const GIVE_BACK_MS = 5000;
/** Failures of a request that the same request meets again: wrong credentials, a missing right, an unknown sub-project. */
const permanent: ReadonlySet<number> = new Set([
  exitCodes.unauthenticated,
  exitCodes.notAllowed,
  exitCodes.notFound,
  exitCodes.invalid,
]);

/** `worker` */
export function addWorker(program: Command, io: Io): void {
  program
    .command('worker')
    .helpGroup('Work:')
    .description('work on the jobs of a type: run a command for each of them')
    .argument('<type>', 'type of the jobs: the task definition of the service task')
    .requiredOption('--exec <command>', 'command to run for each job, by /bin/sh. It reads the job as JSON')
    .option('--concurrency <number>', 'jobs to work on at the same time', wholeNumber(1, 1000), 1)
    .option('--timeout <seconds>', 'time for one job, then the command is ended', wholeNumber(1, 86_400), 300)
    .option('--lease <seconds>', 'lease of a job; extended while its command runs', wholeNumber(1, 3600), 60)
    .option('--max-output <bytes>', 'largest standard output of the command', wholeNumber(1, 104_857_600), 1_048_576)
    .option('--grace <seconds>', 'time for running commands after SIGTERM or Ctrl+C', wholeNumber(0, 86_400), 30)
    .option('--count <number>', 'end after so many jobs', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--name <name>', 'name of the worker, shown to operators', hostname())
    .addHelpText(
      'after',
      examples(
        "millrace worker book-trip --exec './handler.py'",
        "millrace worker book-trip --exec 'java -jar handler.jar' --concurrency 4 --timeout 30",
      ),
    )
    .action(async (type: string, options: WorkerCommandOptions, command: Command) => {
      await work(await openSession(io, command), type, options);
    });
}

async function work(session: Session, type: string, options: WorkerCommandOptions): Promise<void> {
  const { io, client, settings, output } = session;
  const subProjectId = await session.subProjectId();
  const mask = secretMask(io.env, [settings.clientSecret]);
  const log = (line: string) => io.err(`${line}\n`);
  const abandon = new AbortController();
  let left = options.count ?? Number.POSITIVE_INFINITY;
  let failure: CommandError | undefined;
  let worker: Worker | undefined;

  const stop = () => void worker?.stop();
  const accept = () => {
    left -= 1;
    if (left <= 0) stop();
    return left >= 0 && failure === undefined;
  };
  const jobHandler = execHandler({
    handler: {
      command: options.exec,
      env: handlerEnvironment(io.env),
      maxOutput: options.maxOutput,
      timeoutMs: options.timeout * 1000,
      killAfterMs: KILL_AFTER_MS,
    },
    mask,
    abandon: abandon.signal,
    accept,
    log,
    handled: (job) => void io.out(output.isJson ? `${JSON.stringify(job)}\n` : `${lineOf(job)}\n`),
    onNotRunnable(error) {
      failure = new CommandError(`The command "${options.exec}" cannot be run: ${error.message}`, exitCodes.usage);
      stop();
    },
  });
  worker = client.worker(type, jobHandler, {
    subProjectId,
    worker: options.name,
    concurrency: Math.min(options.concurrency, left),
    leaseMs: options.lease * 1000,
    endsWith: (error) => error instanceof MillraceError && permanent.has(exitCodeOf(error)),
    log: { info: () => undefined, warn: (message, details) => warn(log, mask, message, details) },
  });

  let grace: NodeJS.Timeout | undefined;
  const endHandlers = () => {
    clearTimeout(grace);
    if (abandon.signal.aborted) {
      killHandlers();
      return void worker.stop({ graceMs: 0 });
    }
    abandon.abort();
    log('Ending the running commands. A third signal does not wait for them.');
    void worker.stop({ graceMs: KILL_AFTER_MS + GIVE_BACK_MS });
  };
  io.onStop(() => {
    if (grace === undefined) {
      log('Stopping: waits for running commands. A second signal ends them.');
      grace = setTimeout(endHandlers, options.grace * 1000);
      stop();
    } else endHandlers();
  });
  // The jobs that run are done and reported: their work is not lost with the line that tells of it.
  io.onOutputClosed(() => {
    failure = new CommandError(
      'Standard output was closed. The worker has finished its jobs and ends.',
      exitCodes.usage,
    );
    stop();
  });
  log(`Working on jobs of type ${type}. Ctrl+C stops.`);
  try {
    await worker.done;
  } finally {
    clearTimeout(grace);
  }
  if (failure !== undefined) throw failure;
}

/** Failures of handlers are in the line of their job. */
function warn(log: (line: string) => void, mask: (text: string) => string, message: string, details: object): void {
  if (message === 'A job handler failed') return;
  const job = 'jobKey' in details ? ` (job ${details.jobKey})` : '';
  const error = 'error' in details ? `: ${errorText(details.error)}` : '';
  log(mask(oneLine(`warning: ${message}${job}${error}`).trim()));
}

/** `0198…  failed  1.2 s  The handler ended with 1: KeyError: 'amount'` */
function lineOf({ jobKey, outcome, message, durationMs }: HandledJob): string {
  const words = { completed: 'completed', bpmnError: 'BPMN error', failed: 'failed', givenBack: 'given back' };
  const seconds = `${(durationMs / 1000).toFixed(1)} s`;
  return [jobKey, words[outcome], seconds, ...(message === undefined ? [] : [oneLine(message)])].join('  ');
}
