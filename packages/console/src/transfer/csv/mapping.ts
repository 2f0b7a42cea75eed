import type { AnswerOf } from '../../api/call.js';
import type { CsvTable } from './csv.js';

/** What a column can become. */
export interface Target {
  /** As importProcesses names it: `priority`, `stageKey`, `fields.<name>`. */
  readonly key: string;
  readonly label: string;
  readonly isRequired: boolean;
}

/** The targets that the person may set in a new process. */
export function targetsOf(
  { fields, priorities, stages }: Pick<AnswerOf<'getSubProjectSchema'>, 'fields' | 'priorities' | 'stages'>,
  words: { readonly priority: string; readonly stage: string },
): readonly Target[] {
  return [
    ...fields
      .filter(({ create }) => create)
      .map(({ name, schema, required }) => {
        const { title, default: standard }: { readonly title?: unknown; readonly default?: unknown } = schema;
        return {
          key: `fields.${name}`,
          label: typeof title === 'string' ? title : name,
          isRequired: required && standard === undefined,
        };
      }),
    ...(priorities.create ? [{ key: 'priority', label: words.priority, isRequired: false }] : []),
    ...(stages.create ? [{ key: 'stageKey', label: words.stage, isRequired: false }] : []),
  ];
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** The target of each column whose name says it; '' is left out. No target is taken twice. */
export function guessMapping(columns: readonly string[], targets: readonly Target[]): readonly string[] {
  const taken = new Set<string>();
  return columns.map((column) => {
    const found = targets.find(
      ({ key, label }) =>
        !taken.has(key) && [key, key.replace(/^fields\./, ''), label].some((name) => plain(name) === plain(column)),
    );
    if (found === undefined) return '';
    taken.add(found.key);
    return found.key;
  });
}

/** The columns that are imported, under the names that importProcesses takes. */
export function mapped({ columns, rows }: CsvTable, mapping: readonly string[]): CsvTable {
  const kept = columns.flatMap((_, index) => (mapping[index] === '' ? [] : [index]));
  return {
    columns: kept.map((index) => mapping[index] ?? ''),
    rows: rows.map((row) => kept.map((index) => row[index] ?? '')),
  };
}
