import type { Command } from 'commander';
import { CommandError } from '../terminal/exit-codes.js';
import { collect } from './paging.js';
import { parseObject } from './values.js';

/** Options that select processes, of `process list`, `process export` and `process bulk-update`. */
export interface FilterOptions {
  readonly state?: readonly string[];
  readonly priority?: readonly string[];
  readonly stage?: readonly string[];
  readonly where?: readonly string[];
  readonly filter?: string;
}

/** Adds these options to a command. */
export const withFilters = (command: Command): Command =>
  command
    .option('--state <state>', 'only these states; may be given several times', collect)
    .option('--priority <priority>', 'only these priorities; may be given several times', collect)
    .option('--stage <key>', 'only these stages; may be given several times', collect)
    .option(
      '--where <condition>',
      'field=value, or != > >= < <= ~ (contains) ^= (starts with), ~~ ^^= == without case; may be repeated',
      collect,
    )
    .option('--filter <json>', 'filter as JSON, as in the filters of getProcess');

const ownKeys = new Set(['id', 'state', 'priority', 'stageKey', 'createdTs', 'updatedTs', 'createdBy', 'businessKey']);

// The longer signs are first, so that "<=" is not read as "<".
const signs: readonly (readonly [sign: string, operator: string])[] = [
  ['^^=', 'istartsWith'],
  ['==', 'ieq'],
  ['~~', 'icontains'],
  ['!=', 'ne'],
  ['>=', 'gte'],
  ['<=', 'lte'],
  ['^=', 'startsWith'],
  ['=', 'eq'],
  ['>', 'gt'],
  ['<', 'lt'],
  ['~', 'contains'],
];

const textOperators = new Set(['contains', 'startsWith', 'icontains', 'istartsWith', 'ieq']);

/** The filters of getProcess (D5) that the options ask for; all of them must hold. */
export function processFilters(subProjectId: string, options: FilterOptions): Record<string, unknown> {
  const conditions = [
    ...(options.where ?? []).map(condition),
    ...(options.filter === undefined ? [] : [parseObject(options.filter, '--filter')]),
  ];
  return {
    subProjectId_id: subProjectId,
    ...(options.state ? { state: options.state } : {}),
    ...(options.priority ? { priority: options.priority } : {}),
    ...(options.stage ? { stageKey: options.stage } : {}),
    ...(conditions.length > 0 ? { and: conditions } : {}),
  };
}

/** `amount>=1000` as a filter. Numbers, true and false are compared as such unless they are quoted: `number="007"`. */
function condition(text: string): Record<string, unknown> {
  const match = /^([\p{L}_][\p{L}\p{N}_.-]*)\s*(\^\^=|==|~~|!=|>=|<=|\^=|=|>|<|~)\s*([\s\S]*)$/u.exec(text);
  const [, name, sign, value] = match ?? [];
  const operator = signs.find(([known]) => known === sign)?.[1];
  if (name === undefined || value === undefined || operator === undefined) {
    throw new CommandError(
      `"${text}" is not a condition. Write field=value, or one of != > >= < <= ~ ^= ~~ ^^= == instead of =.`,
    );
  }
  const key = ownKeys.has(name) || name.startsWith('fields.') ? name : `fields.${name}`;
  return { [key]: { [operator]: textOperators.has(operator) ? unquoted(value) : scalar(value) } };
}

function scalar(text: string): string | number | boolean {
  if (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  return unquoted(text);
}

const unquoted = (text: string): string => /^"([\s\S]*)"$/.exec(text)?.[1] ?? text;
