import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const beside = (path) => fileURLToPath(new URL(path, import.meta.url));

/** What the command line asks for; `--quick` is a run of seconds on tiny sizes that shows that everything works. */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: 'string' },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      connections: { type: 'string' },
      workers: { type: 'string', default: '1' },
      jobs: { type: 'string' },
      only: { type: 'string' },
      label: { type: 'string' },
      quick: { type: 'boolean', default: false },
      fill: { type: 'boolean', default: false },
      'data-dir': { type: 'string', default: beside('../data') },
      out: { type: 'string', default: beside('../results') },
    },
  });
  const { quick } = values;
  const fairness = values.only === 'fairness';
  const events = values.only === 'events';
  const fields = values.only === 'fields';
  const search = values.only === 'search';
  const defaultSizes = quick
    ? '1000,3000'
    : search
      ? '1000000'
      : fairness || events
        ? '10000'
        : '10000,100000,1000000,10000000';
  const sizes = (values.sizes ?? defaultSizes).split(',').map(Number);
  if (sizes.some((size) => !Number.isInteger(size) || size < 1000 || size > 20_000_000)) {
    throw new Error('--sizes takes numbers of processes from 1,000 to 20,000,000, separated by commas');
  }
  const workers = within(values.workers, 1, 6, '--workers');
  // Every size has a server, and the embedded PostgreSQL takes a hundred connections.
  if (sizes.length * workers * 14 > 80) throw new Error(`--workers ${workers} takes fewer --sizes at a time`);
  return {
    sizes,
    seconds: within(
      values.seconds ?? (quick ? '0.1' : fairness ? '5' : events ? '3' : fields || search ? '2' : '0.7'),
      0.05,
      60,
      '--seconds',
    ),
    rounds: within(values.rounds ?? (quick ? '1' : '3'), 1, 50, '--rounds'),
    connections: within(values.connections ?? (quick || search ? '4' : '32'), 1, 256, '--connections'),
    workers,
    jobs: within(values.jobs ?? (quick ? '40' : '1000'), 0, 100_000, '--jobs'),
    only: values.only,
    label: values.label ?? (quick ? 'A smoke run; its numbers mean nothing.' : undefined),
    fill: values.fill,
    fairness,
    events,
    fields,
    search,
    dataDirectory: values['data-dir'],
    out: values.out,
  };
}

function within(text, least, most, name) {
  const number = Number(text);
  if (!(number >= least && number <= most)) throw new Error(`${name} takes a number from ${least} to ${most}`);
  return number;
}
