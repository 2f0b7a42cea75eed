// BUILD COMMAND DIRECTORY…: builds, runs the command, and does both again whenever a file in a directory changes. A build
// that fails leaves the running command as it is. Ctrl+C ends the command and then this. `npm run dev` starts it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';

/** An editor may write several files at once, or one in several steps. */
const SETTLE_MS = 100;

const [build, command, ...directories] = process.argv.slice(2);
const say = (text) => process.stderr.write(`--- ${text}\n`);

// Each in a process group of its own: a terminal sends Ctrl+C to its whole group, and the server takes a second signal as
// the wish to end without finishing its requests.
const start = ([program, ...args]) => spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
const isRunning = (child) => child !== undefined && child.exitCode === null && child.signalCode === null;

let running;
let building;
let isStopping = false;

async function stop(child) {
  if (!isRunning(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function rebuild() {
  building = start(build.split(' '));
  const [code] = await once(building, 'exit');
  if (isStopping) return;
  if (code !== 0) {
    say('The build failed; what runs is from before. Waiting for a change.');
    return;
  }
  await stop(running);
  if (isStopping) return;
  running = start(command.split(' '));
  const current = running;
  current.once('error', fail);
  current.once('exit', (ended) => {
    if (!isStopping && current === running && ended !== 0) say(`It ended with ${ended}. Waiting for a change.`);
  });
}

function fail(error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
  end();
}

let work = rebuild().catch(fail);
let timer;
const watchers = directories.map((directory) =>
  watch(directory, { recursive: true }, (_, name) => {
    if (name?.endsWith('.test.ts')) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(rebuild).catch(fail);
    }, SETTLE_MS);
  }),
);

function end() {
  if (isStopping) return;
  isStopping = true;
  clearTimeout(timer);
  for (const watcher of watchers) watcher.close();
  Promise.all([stop(building), stop(running)]).then(
    () => process.exit(),
    (error) => {
      say(String(error));
      process.exit(1);
    },
  );
}
process.on('SIGINT', end);
process.on('SIGTERM', end);
