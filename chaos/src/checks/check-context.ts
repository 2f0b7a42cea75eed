import type { ExecutableModel } from '@millrace/engine';
import type { EventFollower } from '../load/follow-events.js';
import type { Acknowledged } from '../load/load.js';
import type { Receivers } from '../load/receivers.js';
import type { Recorder } from '../load/recorder.js';
import type { Api } from '../support/api.js';
import type { Findings } from '../support/findings.js';
import type { ReadRun } from './read.js';
import type { Step } from './walk.js';

/** What the checks read, and where they record findings. */
export interface CheckContext {
  readonly api: Api;
  readonly findings: Findings;
  readonly subProjectId: string;
  /** Kinds of runs by workflow id. */
  readonly kinds: ReadonlyMap<string, string>;
  readonly models: ReadonlyMap<string, ExecutableModel>;
  readonly acknowledged: Acknowledged;
  readonly recorder: Recorder;
  /** Has read the event stream since the first change. */
  readonly follower: EventFollower;
  /** Have received webhooks of all events. */
  readonly receivers: Receivers;
}

/** What is known of a run after the load and the faults have ended. */
export interface FinalRun extends ReadRun {
  readonly kind: string;
  readonly mark: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly steps: readonly Step[];
}
