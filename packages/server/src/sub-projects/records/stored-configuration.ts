import type { ResolvedCalendar } from '@millrace/engine';
import type { DecisionSummary } from '../document/decisions/compile-dmn.js';
import type { NormalDocument } from '../document/model/normal-document.js';

/** A workflow of a version. */
export interface WorkflowEntry {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly stageKeys: readonly string[];
  /** Immutable definition that new runs start with (D25). */
  readonly definitionId: string;
}

/** A DMN file of a version. */
export interface DecisionEntry {
  readonly key: string;
  readonly name: string;
  /** Immutable definition that `latest` calls and requests without a version evaluate. */
  readonly definitionId: string;
  /** Number of the definition among those of its key, from 1. */
  readonly number: number;
  readonly decisions: readonly DecisionSummary[];
  /** Of the file of tests; absent without one. */
  readonly testsFingerprint?: string;
}

/** An element of a diagram that names a secret. */
export interface SecretUse {
  readonly name: string;
  readonly file: string;
  readonly elementId: string;
}

/** What a version holds: everything that does not depend on the moment it is read at. */
export interface StoredConfiguration {
  readonly document: NormalDocument;
  readonly members: readonly { readonly userId: string; readonly roles: readonly string[] }[];
  /** Absent when the document names none, as in the versions that were stored before there were any. */
  readonly groups?: readonly { readonly groupId: string; readonly roles: readonly string[] }[];
  readonly workflows: readonly WorkflowEntry[];
  /** Absent when there are none, as in the versions that were stored before there were any. */
  readonly decisions?: readonly DecisionEntry[];
  /** Files of scenarios. Absent as `decisions`. */
  readonly scenarios?: readonly { readonly file: string; readonly fingerprint: string }[];
  /** Ids of the users that its event subscriptions and hooks name, by the name. Absent as `decisions`. */
  readonly connectionUsers?: Readonly<Record<string, string>>;
  /** Absent as `decisions`. */
  readonly secretUses?: readonly SecretUse[];
  /** Calendars as they were resolved at the deployment, so that every server has the same. Absent as `decisions`. */
  readonly calendars?: readonly ResolvedCalendar[];
}
