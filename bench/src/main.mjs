import { cpus, loadavg } from 'node:os';
import { openBed } from './bed.mjs';
import { startDatabase } from './database.mjs';
import { measureBeds } from './measure-beds.mjs';
import { measureEvents, tableOfEvents } from './measure-events.mjs';
import { measureFairness, tableOf } from './measure-fairness.mjs';
import { measureFields, tableOfFields } from './measure-fields.mjs';
import { measureJobs } from './measure-jobs.mjs';
import { measureSearch, tableOfSearch } from './measure-search.mjs';
import { readOptions } from './options.mjs';
import { prepare } from './prepare.mjs';
import { writeReport } from './report.mjs';

const options = readOptions(process.argv.slice(2));
const { sizes, seconds, rounds, connections, workers, only, jobs, dataDirectory, out, label } = options;
const say = (text) => process.stderr.write(`${text}\n`);
const serverDirectory = `${dataDirectory}/server`;
const begun = new Date();
const loadBefore = loadavg()[0];

const database = await startDatabase(dataDirectory);
const filled = [];
const beds = [];
try {
  for (const size of options.fields || options.search ? [] : sizes) {
    say(`${size} processes`);
    filled.push({ size, ...(await prepare({ database, serverDirectory, size, say })) });
  }
  if (options.fairness) await measureTheOther();
  else if (options.events) await measureTheLog();
  else if (options.fields) await measureTheFields();
  else if (options.search) await measureTheSearch();
  else if (!options.fill) await measureAll();
} finally {
  await closeBeds();
  await database.stop();
}

async function measureAll() {
  for (const one of filled) beds.push(await openBed({ ...one, serverDirectory, workers, connections, say }));
  const figures = await measureBeds(beds, { seconds, rounds, connections, only, say });
  const results = beds.map(({ size, built }, index) => ({ size, built, figures: figures[index] }));
  const [first] = beds;
  await closeBeds();
  const ofJobs =
    jobs === 0 || first === undefined
      ? []
      : await measureJobs({ ...first, serverDirectory, connections, jobs, rounds, say });
  const machine = { cores: cpus().length, model: cpus()[0]?.model ?? 'unknown', node: process.version };
  const report = { label, begun, loadBefore, machine, seconds, rounds, connections, workers, results, jobs: ofJobs };
  process.stdout.write(await writeReport(out, report));
}

/** `--only fairness`: what one user's requests cost another user. */
async function measureTheOther() {
  const [first] = filled;
  process.stdout.write(tableOf(await measureFairness({ ...first, serverDirectory, seconds, say })));
}

/** `--only fields`: what indexed fields cost a change of a process. */
async function measureTheFields() {
  const work = { database, serverDirectory, connections, seconds, rounds, say };
  process.stdout.write(tableOfFields(await measureFields(work)));
}

/** `--only search`: how long searches take, also of a role with a row filter. */
async function measureTheSearch() {
  const work = { database, serverDirectory, sizes, connections, seconds, rounds, say };
  process.stdout.write(tableOfSearch(await measureSearch(work)));
}

/** `--only events`: what events cost writers, and how fast they arrive. */
async function measureTheLog() {
  const [first] = filled;
  process.stdout.write(
    tableOfEvents(await measureEvents({ ...first, serverDirectory, connections, seconds, rounds, say })),
  );
}

async function closeBeds() {
  for (const bed of beds.splice(0)) await bed.close();
}
