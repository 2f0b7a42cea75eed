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

function markdownOf({ machine, seconds, connections, workers, results }) {
  const sections = results.map(({ size, built, figures }) =>
    [
      `## ${whole(size)} processes`,
      '',
      '| | requests/s | p50 ms | p99 ms | driver alone/s | share of the driver |',
      '| --- | ---: | ---: | ---: | ---: | ---: |',
      ...figures.map(
        ({ name, http, driver }) =>
          `| ${name} | ${whole(http.perSecond)} | ${ms(http.p50)} | ${ms(http.p99)} | ${whole(driver.perSecond)} | ${(
            http.perSecond / driver.perSecond
          ).toFixed(2)} |`,
      ),
      '',
      `Processes with their indexes ${whole(built.bytes.processes / 2 ** 20)} MiB, counters ${whole(
        built.bytes.counters / 2 ** 20,
      )} MiB.${
        built.loaded === 0
          ? ''
          : ` Loaded in ${whole(built.loadSeconds)} s, counted in ${ms(built.countSeconds)} s, fields indexed and counted in ${whole(built.indexSeconds)} s.`
      }`,
      '',
    ].join('\n'),
  );
  return [
    '# Benchmark',
    '',
    `${machine.cores} cores (${machine.model}), Node ${machine.node}; PostgreSQL, the server (${workers} process) and the load ` +
      `generator share them. ${connections} connections, ${seconds} s each. "Driver alone" runs the same statements with ` +
      'node-postgres on 10 connections, without HTTP. Written by `npm run bench`.',
    '',
    ...sections,
    ...growth(results),
  ].join('\n');
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
        return same === undefined ? '' : (same.http.perSecond / http.perSecond).toFixed(2);
      });
      return `| ${name} | ${shares.join(' | ')} |`;
    }),
    '',
  ];
}
