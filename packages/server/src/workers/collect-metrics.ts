import type { ChildProcess } from 'node:child_process';
import type { MetricValues } from '../http/monitoring/metrics.js';
import type { ToPrimary, ToWorker } from './messages.js';

/** A process that takes longer is left out; Prometheus itself gives up after 10 s. */
const WITHIN_MS = 2000;

let lastId = 0;

/** The metrics of the processes that answer in time. */
export async function collectMetrics(children: readonly ChildProcess[]): Promise<readonly MetricValues[]> {
  const answers = await Promise.all(children.map(ask));
  return answers.filter((metrics) => metrics !== undefined);
}

function ask(child: ChildProcess): Promise<MetricValues | undefined> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    const done = (metrics: MetricValues | undefined) => {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', giveUp);
      resolve(metrics);
    };
    const onMessage = (message: ToPrimary) => {
      if (message.kind === 'measured' && message.id === id) done(message.metrics);
    };
    const giveUp = () => done(undefined);
    const timer = setTimeout(giveUp, WITHIN_MS);
    child.on('message', onMessage);
    child.once('exit', giveUp);
    child.send({ kind: 'measure', id } satisfies ToWorker, (error) => {
      if (error !== null) giveUp();
    });
  });
}
