import { mkdir, writeFile } from 'node:fs/promises';
import { chartOf } from './chart.mjs';

/** Writes report.json, report.md and chart.svg, and returns the text. */
export async function writeReport(directory, report) {
  const text = markdownOf(report);
  await mkdir(directory, { recursive: true });
  await writeFile(`${directory}/report.json`, `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(`${directory}/report.md`, text);
  await writeFile(`${directory}/chart.svg`, chartOf(report));
  return text;
}

const whole = (value) => Math.round(value).toLocaleString('en');
const ms = (value) => value.toFixed(1);
const share = (part, all) => (part / all).toFixed(2);

function markdownOf(report) {
  return [
    '# Benchmark',
    '',
    ...methodOf(report),
    '',
    ...report.results.flatMap(sectionOf),
    ...growth(report.results),
    ...jobsOf(report.jobs),
  ].join('\n');
}

function methodOf({ label, begun, loadBefore, machine, seconds, rounds, connections, workers }) {
  return [
    ...(label === undefined ? [] : [`**${label}**`, '']),
    `${begun.toISOString().slice(0, 16)}Z, ${machine.cores} cores (${machine.model}), Node ${machine.node}, load of the ` +
      `machine before it began ${loadBefore.toFixed(1)}. PostgreSQL, the server (${workers} ` +
      `${workers === 1 ? 'process' : 'processes'}) and the load generator share the cores. ${rounds} rounds of ${seconds} s ` +
      `for each kind of request, in which the sizes follow each other, and of each size HTTP (${connections} connections) and ` +
      'driver (node-postgres on 10 connections, repeating the statements that the server sends, without HTTP). Rates are ' +
      'medians of the rounds, "lowest to highest" is their spread. Every answer of a list was compared with what ' +
      'PostgreSQL counts and sorts itself. "statements" counts what a request sends to PostgreSQL, with begin and commit. Written by `npm run bench`.',
  ];
}

const figureRow = ({ name, statements, http, driver }) =>
  `| ${name} | ${statements} | ${whole(http.perSecond)} | ${whole(http.least)} to ${whole(http.most)} | ${ms(http.p50)} | ${ms(http.p99)} ` +
  `| ${whole(driver.perSecond)} | ${share(http.perSecond, driver.perSecond)} |`;

function sectionOf({ size, built, figures }) {
  const { bytes } = built;
  return [
    `## ${whole(size)} processes`,
    '',
    '| | statements | requests/s | lowest to highest | p50 ms | p99 ms | driver alone/s | share of the driver |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...figures.map(figureRow),
    '',
    `Processes with their indexes ${whole(bytes.processes / 2 ** 20)} MiB, counters ${whole(bytes.counters / 2 ** 20)} MiB. ` +
      `When it was filled, rows took ${ms(built.rowSeconds)} s, the indexes of lists ${ms(built.indexSeconds)} s, counting ` +
      `${ms(built.countSeconds)} s, indexing and counting fields ${ms(built.fieldSeconds)} s.`,
    '',
  ];
}

function growth(results) {
  const [first] = results;
  if (results.length < 2 || first === undefined) return [];
  const rest = results.slice(1);
  return [
    `## Growth: requests/s, as a share of those at ${whole(first.size)}`,
    '',
    `| | ${rest.map(({ size }) => whole(size)).join(' | ')} |`,
    `| --- | ${rest.map(() => '---:').join(' | ')} |`,
    ...first.figures.map(({ name, http }) => {
      const shares = rest.map(({ figures }) => {
        const same = figures.find((figure) => figure.name === name);
        return same === undefined ? '' : share(same.http.perSecond, http.perSecond);
      });
      return `| ${name} | ${shares.join(' | ')} |`;
    }),
    '',
  ];
}

function jobsOf(figures) {
  if (figures.length === 0) return [];
  return [
    '## Jobs',
    '',
    'Jobs completed a second, from a backlog of runs that wait for one each. The driver leases and completes them with the same ' +
      'statements and calls no service.',
    '',
    '| | jobs/s | lowest to highest | driver alone/s | share of the driver |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...figures.map(
      ({ name, http, driver }) =>
        `| ${name} | ${whole(http.perSecond)} | ${whole(http.least)} to ${whole(http.most)} | ${whole(driver.perSecond)} ` +
        `| ${share(http.perSecond, driver.perSecond)} |`,
    ),
    '',
  ];
}
