import type { WorkingCalendar } from '@millrace/engine';
import type { Filter } from '../../filters/filter.js';

/** A point of the budget at which something is to happen. */
export interface Rung {
  /** As the document writes it: `80%` or `+P1D`. */
  readonly name: string;
  /** Of the budget; 100 for a rung after it. */
  readonly percent: number;
  /** After the breach, as an ISO 8601 duration. */
  readonly after: string | null;
  readonly notify: {
    readonly roles: readonly string[];
    readonly fields: readonly string[];
    /** Of a clock on tasks: those who can decide the task. */
    readonly deciders: boolean;
  };
  /** New values of the process; null: none. */
  readonly set: Readonly<Record<string, unknown>> | null;
  /** What a worker does once for it, each in a transaction of its own. */
  readonly actions: readonly RungAction[];
}

/** Something that a rung has done to a task or a workflow. */
export type RungAction =
  | {
      readonly kind: 'assign';
      readonly roles: readonly string[];
      /** Fields that name users. */
      readonly fields: readonly string[];
      readonly substitute: boolean;
      /** The groups that the approval matrix names as the next level. */
      readonly next: boolean;
    }
  | { readonly kind: 'reject' }
  | {
      readonly kind: 'message';
      readonly name: string;
      /** The field whose value is the correlation key; null: the id of the process. */
      readonly field: string | null;
    }
  | { readonly kind: 'run'; readonly workflow: string };

/** A clock that the document declares, ready to judge processes. */
export interface SlaRule {
  readonly key: string;
  readonly name: string;
  readonly on: 'process' | 'task';
  /** Ids of the elements whose tasks count; null: all. */
  readonly elements: readonly string[] | null;
  readonly start: Filter;
  readonly pause: Filter | null;
  readonly resume: Filter | null;
  /** Null: a clock of a task stops with it. */
  readonly stop: Filter | null;
  /** The first whose condition holds counts. */
  readonly budgets: readonly { readonly when: Filter | null; readonly time: string }[];
  /** Null: all time counts. */
  readonly calendar: WorkingCalendar | null;
  readonly rungs: readonly Rung[];
  /** Names of the fields that its conditions read. */
  readonly fields: readonly string[];
}
