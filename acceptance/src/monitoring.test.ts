import { readFile } from 'node:fs/promises';
import { expect, inject, test } from 'vitest';

const file = (name: string) => readFile(new URL(`../../deploy/monitoring/${name}`, import.meta.url), 'utf8');

/** Metrics in queries: ours, and those of Node.js and of the process. */
const metricsIn = (text: string): ReadonlySet<string> =>
  new Set(
    text.match(/\b(?:millrace|nodejs|process)_[a-z0-9_]+/g)?.map((name) => name.replace(/_(?:bucket|count|sum)$/, '')),
  );

async function exposed(): Promise<ReadonlyMap<string, string>> {
  const text = await (await fetch(`${inject('demoUrl')}/metrics`)).text();
  return new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));
}

interface Dashboard {
  readonly panels: readonly { readonly id: number; readonly targets?: readonly { readonly expr: string }[] }[];
}

test('every metric of the alerting rules and of the dashboard is one that a server exposes', async () => {
  const names = await exposed();
  const { panels } = JSON.parse(await file('dashboard.json')) as Dashboard;
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(queries.length).toBeGreaterThan(20);
  for (const text of [await file('alerts.yaml'), ...queries]) {
    for (const name of metricsIn(text)) expect([name, names.has(name)]).toEqual([name, true]);
  }
  const ids = panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every alert has a test', async () => {
  const [rules, tests] = [await file('alerts.yaml'), await file('alerts.test.yaml')];
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  expect(alerts.length).toBeGreaterThan(10);
  for (const alert of alerts) expect(tests).toContain(`alertname: ${alert}`);
});

test('our metrics follow the conventions of Prometheus: units, _total for counters only, HELP', async () => {
  const text = await (await fetch(`${inject('demoUrl')}/metrics`)).text();
  const own = [...(await exposed())].filter(([name]) => name.startsWith('millrace_'));
  expect(own.length).toBeGreaterThan(15);
  for (const [name, type] of own) {
    expect(text).toMatch(new RegExp(`^# HELP ${name} \\S`, 'm'));
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    expect(name).not.toMatch(/_(?:ms|milliseconds|minutes|kb|mb)\b/);
    if (type === 'histogram') expect(name).toMatch(/_(?:seconds|bytes)$/);
  }
  const samples = text.split('\n').filter((line) => line.startsWith('millrace_installation_up '));
  expect(samples, 'figures of the installation are shown once').toHaveLength(1);
});
