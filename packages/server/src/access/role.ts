import type { Grant } from '@millrace/contract';
import type { Filter } from '../filters/filter.js';

/** What a role may do (D12), compiled once per deployed version. A set is "all" or the names in it. */
export interface Role {
  readonly name: string;
  readonly assignable: boolean;
  readonly stages: NameSet;
  readonly filter: Filter | undefined;
  /** Undefined: may not. */
  readonly read: NameSet | undefined;
  readonly create: NameSet | undefined;
  readonly update: NameSet | undefined;
  readonly delete: boolean;
  readonly call: NameSet | undefined;
  readonly work: NameSet | undefined;
  readonly operate: boolean;
  readonly users: boolean;
  readonly audit: boolean;
  /** On processes that it reads. */
  readonly comments: { readonly read: boolean; readonly write: boolean };
  /** Set, delete and list secrets. */
  readonly secrets: boolean;
  /** Create, change and delete inbound hooks that act as oneself. */
  readonly hooks: boolean;
  /** Read and deploy the configuration, but for what decides access and connections. */
  readonly design: boolean;
  /** Types of events; its names may be patterns, which `has` understands. */
  readonly subscribe: NameSet | undefined;
  /** Roles that its holders may give; `ownRoles`: those that grant no more than this one. Undefined: may not. */
  readonly members: NameSet | 'ownRoles' | undefined;
  readonly files: { readonly read: boolean; readonly create: boolean; readonly delete: boolean };
}

/** A set of names of fields, stages, workflows or job types. */
export interface NameSet {
  readonly all: boolean;
  /** The names in the order they were given; empty when `all`. */
  readonly names: readonly string[];
  has(name: string): boolean;
}

/** What at least one of the patterns covers. */
export const covered = (patterns: readonly string[], covers: (pattern: string, name: string) => boolean): NameSet =>
  Object.freeze({
    all: false,
    names: Object.freeze([...patterns]),
    has: (name: string) => patterns.some((pattern) => covers(pattern, name)),
  });

/** The set that has every name. */
export const everything: NameSet = Object.freeze({ all: true, names: Object.freeze([]), has: () => true });

/** Exactly the given names. */
export const only = (names: Iterable<string>): NameSet => {
  const set = new Set(names);
  return Object.freeze({ all: false, names: Object.freeze([...set]), has: (name: string) => set.has(name) });
};

/** The names that at least one of the sets has; an absent set has none. */
export function unionOf(sets: readonly (NameSet | undefined)[]): NameSet {
  const given = sets.filter((set) => set !== undefined);
  return given.some((set) => set.all) ? everything : only(given.flatMap((set) => set.names));
}

/** A set as answers show it: its names, or `*` for all. */
export const namesOf = ({ all, names }: NameSet): string[] => (all ? ['*'] : [...names]);

/** Grants as answers show them. */
export const grantsView = (grants: ReadonlyMap<Grant, NameSet>): Record<string, string[]> =>
  Object.fromEntries([...grants].map(([grant, names]) => [grant, namesOf(names)]));
