import { wordsOf } from '../words/words-of.js';
import { roles, type Who } from './search-fixture.js';

/** A process as the oracle knows it. */
export interface KnownProcess {
  readonly id: string;
  readonly stageKey: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A file or task of processes, or a comment with its text. */
export interface KnownName {
  readonly id: string;
  readonly source: 'file' | 'task' | 'comment';
  readonly name: string;
  readonly processIds: readonly string[];
}

const searched = ['supplier', 'number', 'notes'];
const begins = (text: string, word: string): boolean => wordsOf(text).some((one) => one.word.startsWith(word));
const rolesOf = (who: Who): readonly (keyof typeof roles)[] =>
  who === 'BOTH' ? ['REVIEWER', 'ASSIGNEE'] : who === 'STRANGER' || who === 'ADMIN' ? [] : [who];

interface Rights {
  readonly filter?: object;
  readonly stages?: readonly string[];
  readonly read?: true | readonly string[];
  readonly files?: { readonly read: boolean };
  readonly comment?: string;
}

function covers(role: Rights, process: KnownProcess, userId: string): boolean {
  if (role.stages !== undefined && !role.stages.includes(process.stageKey)) return false;
  return role.filter === undefined || process.fields.assignee === userId;
}

/** The searched fields that somebody reads on a process, as the document says in so many words. */
export function readableFields(who: Who, userId: string, process: KnownProcess): readonly string[] {
  if (who === 'ADMIN') return searched;
  const covering = rolesOf(who)
    .map((name): Rights => roles[name])
    .filter((role) => covers(role, process, userId));
  return searched.filter((field) => covering.some(({ read }) => read === true || read?.includes(field)));
}

/** Everything that a search finds, the newest first. */
export function expectedHits(
  data: { readonly processes: readonly KnownProcess[]; readonly names: readonly KnownName[] },
  who: Who,
  userId: string,
  query: string,
  sources: readonly string[],
): readonly string[] {
  const words = wordsOf(query).map(({ word }) => word);
  if (words.length === 0) return [];
  const allowed = (source: KnownName['source']) => (role: Rights) =>
    source === 'file'
      ? role.files?.read === true
      : role.read !== undefined && !(source === 'comment' && role.comment === 'none');
  const processes = data.processes.filter((process) => {
    const fields = readableFields(who, userId, process);
    return words.every((word) => fields.some((field) => begins(process.fields[field] ?? '', word)));
  });
  const names = data.names.filter(({ source, name, processIds }) => {
    if (!words.every((word) => begins(name, word))) return false;
    if (who === 'ADMIN') return true;
    const holders = rolesOf(who)
      .map((one): Rights => roles[one])
      .filter(allowed(source));
    const own = data.processes.filter(({ id }) => processIds.includes(id));
    return holders.length > 0 && own.some((process) => holders.some((role) => covers(role, process, userId)));
  });
  return [...(sources.includes('process') ? processes : []), ...names.filter(({ source }) => sources.includes(source))]
    .map(({ id }) => id)
    .sort()
    .reverse();
}
