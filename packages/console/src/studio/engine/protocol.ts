import type { DeployReport } from '@millrace/engine';

/** Asks the worker to check a BPMN file. */
export interface EngineRequest {
  readonly id: number;
  readonly bpmn: string;
}

export interface EngineAnswer {
  readonly id: number;
  readonly report: DeployReport;
}
