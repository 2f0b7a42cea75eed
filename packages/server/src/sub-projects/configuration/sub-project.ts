import type { Tone } from '@millrace/contract';
import type { WorkingCalendar } from '@millrace/engine';
import type { NameSet, Role } from '../../access/role.js';
import type { FieldDefinition } from '../fields/field-definition.js';
import type { DecisionEntry, SecretUse, WorkflowEntry } from '../records/stored-configuration.js';
import type { SlaRule } from './sla-rule.js';

export interface Stage {
  readonly key: string;
  readonly name: string;
  readonly default: boolean;
}

/** The current configuration of a sub-project with its members, frozen and compiled; immutable per `versionId`. */
export interface SubProject {
  readonly id: string;
  readonly name: string;
  /** Id of the deployed version, and after it the number of changes of the members, if any. Only to be compared. */
  readonly versionId: string;
  readonly version: number;
  readonly stages: ReadonlyMap<string, Stage>;
  readonly defaultStage: string | undefined;
  readonly initialState: string;
  readonly states: ReadonlySet<string>;
  /** Whether a process may go from one state to another; staying is always allowed. */
  readonly allowsTransition: (from: string, to: string) => boolean;
  /** Colours of states in the console; a state without one is grey. */
  readonly tones: ReadonlyMap<string, Tone>;
  readonly priorities: readonly string[];
  readonly defaultPriority: string;
  readonly fields: ReadonlyMap<string, FieldDefinition>;
  /** The unique field that stands for the id (D75). */
  readonly businessKey: string | undefined;
  readonly roles: ReadonlyMap<string, Role>;
  /** Role names by user id, from every source, in the order of the document's roles. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  readonly workflows: readonly WorkflowEntry[];
  /** DMN files, in the order of the document. */
  readonly decisions: readonly DecisionEntry[];
  /** The DMN file that has a decision, by the id of the decision. */
  readonly decisionFiles: ReadonlyMap<string, DecisionEntry>;
  readonly storage: {
    readonly legalHold: boolean;
    readonly plugins: NameSet;
    readonly maximumFileSize: number | undefined;
    /** Bytes of all its files and open uploads; undefined: no limit. */
    readonly quota: number | undefined;
    /** Days that a deleted file can be recovered; undefined: as the server has it. */
    readonly retentionDays: number | undefined;
    /** Who has to pass a closed file before it can be downloaded; undefined: nobody. */
    readonly scan: { readonly url: string; readonly timeoutMs: number } | undefined;
  };
  /** Elements of its diagrams that name secrets. */
  readonly secretUses: readonly SecretUse[];
  /** Working time by the keys of the calendars. */
  readonly calendars: ReadonlyMap<string, WorkingCalendar>;
  /** Clocks on processes and tasks, in the order of the document. */
  readonly slas: readonly SlaRule[];
  /** The members of processes that the clocks read, as keys of filters. */
  readonly slaMembers: ReadonlySet<string>;
  /** Fingerprint of the clocks and of their calendars; empty without clocks. */
  readonly slaRules: string;
  readonly http: { readonly allowPrivateAddresses: readonly string[] };
}
