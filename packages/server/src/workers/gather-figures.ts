import type { ChildProcess } from 'node:child_process';
import type { Figures } from '../http/metrics.js';
import type { ToPrimary, ToWorker } from './messages.js';

/** A process that is this slow is left out; Prometheus itself gives up after 10 s. */
const WITHIN_MS = 2000;

let lastId = 0;

/** The figures of all the processes that answer in time. */
export async function gatherFigures(children: readonly ChildProcess[]): Promise<readonly Figures[]> {
  const answers = await Promise.all(children.map(ask));
  return answers.filter((figures) => figures !== undefined);
}

function ask(child: ChildProcess): Promise<Figures | undefined> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    const done = (figures: Figures | undefined) => {
      clearTimeout(timer);
      child.off('message', hear);
      child.off('exit', gone);
      resolve(figures);
    };
    const hear = (message: ToPrimary) => {
      if (message.kind === 'measured' && message.id === id) done(message.figures);
    };
    const gone = () => done(undefined);
    const timer = setTimeout(gone, WITHIN_MS);
    child.on('message', hear);
    child.once('exit', gone);
    child.send({ kind: 'measure', id } satisfies ToWorker, (error) => {
      if (error !== null) gone();
    });
  });
}
