import type { DeployReport } from '@millrace/engine';
import type { EngineAnswer, EngineRequest } from './protocol.js';
import { startWorker } from './start-worker.js';

/** The engine in its worker. */
export interface Engine {
  /** What it finds in a BPMN file. A question that is asked before the last one was answered takes its place. */
  check(bpmn: string): void;
  stop(): void;
}

/** @param onError the worker could not be started */
export function startEngine(onReport: (report: DeployReport) => void, onError: (error: Error) => void): Engine {
  const worker = startWorker();
  let last = 0;
  let isBusy = false;
  let next: string | undefined;
  const send = (bpmn: string) => {
    isBusy = true;
    last += 1;
    worker.postMessage({ id: last, bpmn } satisfies EngineRequest);
  };
  worker.onmessage = ({ data: { report } }: MessageEvent<EngineAnswer>) => {
    isBusy = false;
    const waiting = next;
    next = undefined;
    if (waiting === undefined) onReport(report);
    else send(waiting);
  };
  worker.onerror = ({ message }) => onError(new Error(message || 'The engine could not be started.'));
  return {
    check(bpmn) {
      if (isBusy) next = bpmn;
      else send(bpmn);
    },
    stop: () => worker.terminate(),
  };
}
