import type { Tone } from '@millrace/contract';
import type { FieldSchema } from '../../fields/field-definition.js';
import type {
  CalendarDocument,
  ConfigurationDocument,
  DecisionDocument,
  EventSubscriptionDocument,
  InboundHookDocument,
  MemberDocument,
  RoleDocument,
  SlaDocument,
} from './document.js';

/**
 * A document with every default written out, so that two documents that mean the same are equal. It is stored as JSON:
 * lists keep the order of the document, which `jsonb` would not keep for the members of an object.
 */
export interface NormalDocument {
  readonly name: string;
  readonly description: string;
  readonly stages: readonly { readonly key: string; readonly name: string; readonly default: boolean }[];
  readonly states: {
    readonly initial: string;
    readonly values: readonly string[];
    /** Null: every state may follow every other. */
    readonly transitions: readonly { readonly from: readonly string[]; readonly to: readonly string[] }[] | null;
    /** Absent when not declared, as in the versions that were stored before there were any. */
    readonly tones?: Readonly<Record<string, Tone>>;
  };
  readonly priorities: { readonly values: readonly string[]; readonly default: string };
  readonly fields: readonly { readonly name: string; readonly schema: FieldSchema }[];
  /** Absent when not declared. */
  readonly businessKey?: string;
  readonly roles: readonly NormalRole[];
  readonly members: readonly NormalMember[];
  readonly workflows: readonly NormalWorkflow[];
  /** Absent when there are none, as in the versions that were stored before there were any. */
  readonly decisions?: readonly NormalDecisions[];
  /** Names of files. Absent when not declared, as in the versions that were stored before there were any. */
  readonly scenarios?: readonly string[];
  /** Absent when not declared, as in the versions that were stored before there were any. */
  readonly events?: readonly EventSubscriptionDocument[];
  /** As {@link events}. */
  readonly hooks?: readonly InboundHookDocument[];
  /** As {@link events}. */
  readonly calendars?: readonly CalendarDocument[];
  /** As {@link events}. */
  readonly slas?: readonly SlaDocument[];
  readonly storage: {
    readonly legalHold: boolean;
    /** Null: all. */
    readonly plugins: readonly string[] | null;
    readonly maximumFileSize: number | null;
    /** Absent when not declared, as in the versions that were stored before there was one. */
    readonly quota?: number;
    /** As {@link quota}. */
    readonly retentionDays?: number;
    /** As {@link quota}. */
    readonly scan?: { readonly url: string; readonly timeoutSeconds?: number };
  };
  readonly http: { readonly allowPrivateAddresses: readonly string[] };
}

/** A person or a group with its roles. */
export type NormalMember =
  | { readonly user: string; readonly roles: readonly string[] }
  | { readonly group: string; readonly roles: readonly string[] };

/** `true`: all, `false`: none, otherwise exactly these. */
export type NormalGrant = boolean | readonly string[];

export interface NormalRole {
  readonly name: string;
  readonly assignable: boolean;
  /** Null: all. */
  readonly stages: readonly string[] | null;
  readonly filter: Readonly<Record<string, unknown>> | null;
  readonly read: NormalGrant;
  readonly create: NormalGrant;
  readonly update: NormalGrant;
  /** Absent when not granted, as in the versions that were stored before there was one. */
  readonly delete?: true;
  readonly call: NormalGrant;
  readonly work: NormalGrant;
  readonly operate: boolean;
  readonly users: boolean;
  readonly audit: boolean;
  /** Absent when not declared, as in the versions that were stored before there was one. */
  readonly subscribe?: NormalGrant;
  /** As {@link subscribe}. True: the roles that grant no more than this one. */
  readonly members?: NormalGrant;
  /** Absent when not declared, as in the versions that were stored before there was one. */
  readonly secrets?: boolean;
  /** As {@link secrets}. */
  readonly hooks?: boolean;
  /** As {@link secrets}. */
  readonly design?: boolean;
  /** As {@link secrets}: write. */
  readonly comment?: 'none' | 'read' | 'write';
  readonly files: { readonly read: boolean; readonly create: boolean; readonly delete: boolean };
}

export interface NormalWorkflow {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly stages: readonly string[];
  readonly file: string;
  /** Null: the only executable process of the file. */
  readonly process: string | null;
}

/** A DMN file of the document. */
export interface NormalDecisions {
  readonly key: string;
  /** Null: as in the file. */
  readonly name: string | null;
  readonly file: string;
  readonly tests: string | null;
  /** Percentage of the rules that the tests have to apply. */
  readonly coverage: number;
  readonly strict: boolean;
}

const defaultPriorities = { values: ['LOW', 'MEDIUM', 'HIGH'], default: 'MEDIUM' } as const;

/** Writes the defaults of a valid document out. */
export function normalDocument(document: ConfigurationDocument): NormalDocument {
  const values = document.states?.values ?? ['INIT'];
  const priorities = document.priorities ?? defaultPriorities;
  return {
    name: document.name,
    description: document.description ?? '',
    stages: document.stages.map(({ key, name, default: isDefault }) => ({
      key,
      name: name ?? key,
      default: isDefault ?? false,
    })),
    states: {
      initial: document.states?.initial ?? 'INIT',
      values,
      transitions:
        document.states?.transitions?.map(({ from, to }) => ({ from: listOf(from), to: listOf(to) })) ?? null,
      ...declared(document.states, ['tones']),
    },
    priorities: { values: priorities.values, default: priorities.default ?? priorities.values[0] ?? '' },
    fields: Object.entries(document.fields ?? {}).map(([name, schema]) => ({ name, schema })),
    ...declared(document, ['businessKey']),
    roles: (document.roles ?? []).map(normalRole),
    members: (document.members ?? []).map(normalMember),
    workflows: (document.workflows ?? []).map((workflow) => ({
      key: workflow.key,
      name: workflow.name,
      description: workflow.description ?? '',
      stages: workflow.stages,
      file: workflow.file,
      process: workflow.process ?? null,
    })),
    ...(document.decisions === undefined || document.decisions.length === 0
      ? {}
      : { decisions: document.decisions.map(normalDecisions) }),
    ...declared(document, ['scenarios', 'events', 'hooks', 'calendars', 'slas']),
    storage: {
      legalHold: document.storage?.legalHold ?? false,
      plugins: document.storage?.plugins ?? null,
      maximumFileSize: document.storage?.maximumFileSize ?? null,
      ...declared(document.storage, ['quota', 'retentionDays', 'scan']),
    },
    http: { allowPrivateAddresses: document.http?.allowPrivateAddresses ?? [] },
  };
}

/** One of the two is there: `member-rules.ts`. */
const normalMember = ({ user, group, roles }: MemberDocument): NormalMember =>
  group === undefined ? { user: user ?? '', roles } : { group, roles };

const normalDecisions = (decisions: DecisionDocument): NormalDecisions => ({
  key: decisions.key,
  name: decisions.name ?? null,
  file: decisions.file,
  tests: decisions.tests ?? null,
  coverage: decisions.coverage ?? 0,
  strict: decisions.strict ?? false,
});

function normalRole(role: RoleDocument): NormalRole {
  const read = role.read ?? false;
  return {
    name: role.name,
    assignable: role.assignable ?? false,
    stages: role.stages ?? null,
    filter: role.filter ?? null,
    read,
    create: role.create ?? false,
    update: role.update ?? false,
    ...(role.delete === true ? { delete: true } : {}),
    call: role.call ?? false,
    work: role.work ?? false,
    operate: role.operate ?? false,
    users: role.users ?? read !== false,
    audit: role.audit ?? false,
    ...declared(role, ['subscribe', 'members', 'secrets', 'hooks', 'design', 'comment']),
    files: {
      read: role.files?.read ?? false,
      create: role.files?.create ?? false,
      delete: role.files?.delete ?? false,
    },
  };
}

/** The members that are there. */
function declared<T extends object, Name extends keyof T>(given: T | undefined, names: readonly Name[]) {
  const present = names.flatMap((name) => (given?.[name] === undefined ? [] : [[name, given[name]]]));
  return Object.fromEntries(present) as { readonly [Key in Name]?: NonNullable<T[Key]> };
}

const listOf = (oneOrMore: string | readonly string[]): readonly string[] =>
  typeof oneOrMore === 'string' ? [oneOrMore] : oneOrMore;
