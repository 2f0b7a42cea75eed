import type { ExecutableModel } from '@millrace/engine';
import type { Api } from './api.js';
import type { Findings } from './findings.js';
import type { Acknowledged } from './load.js';
import type { ReadRun } from './read.js';
import type { Recorder } from './recorder.js';
import type { Step } from './walk.js';

/** What the checks look at, and where they note what is wrong. */
export interface Checked {
  readonly api: Api;
  readonly findings: Findings;
  readonly subProjectId: string;
  /** Kinds of runs by workflow id. */
  readonly kinds: ReadonlyMap<string, string>;
  readonly models: ReadonlyMap<string, ExecutableModel>;
  readonly acknowledged: Acknowledged;
  readonly recorder: Recorder;
}

/** What is known of one run when everything has come to rest. */
export interface RestingRun extends ReadRun {
  readonly kind: string;
  readonly mark: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly steps: readonly Step[];
}
