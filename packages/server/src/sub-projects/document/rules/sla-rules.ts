import { ExpressionError, parseWorkingDuration } from '@millrace/engine';
import { FilterError } from '../../../filters/filter-error.js';
import { parseFilter } from '../../../filters/parse-filter.js';
import { slaFilterKeys } from '../../configuration/compile-slas.js';
import { compileFields } from '../../fields/compile-field.js';
import { didYouMean } from '../findings/did-you-mean.js';
import type { Report } from '../findings/finding.js';
import type { ConfigurationDocument, SlaDocument } from '../model/document.js';
import { reservedUpdates } from '../model/reserved-names.js';
import { forEachRepeated, type Rule } from './rule.js';

const SHARE = /^([1-9]\d{0,2})%$/;

/** Clocks have distinct keys, conditions that can be read, budgets that are durations, and name what exists. */
export const slaRules: Rule = (document, { error }) => {
  const slas = document.slas ?? [];
  forEachRepeated(
    slas,
    ({ key }) => key,
    (index, first) => error(['slas', index, 'key'], `the key "${slas[index]?.key}" is taken by /slas/${first}`),
  );
  if (slas.length === 0) return;
  const fields = compileFields(Object.entries(document.fields ?? {}).map(([name, schema]) => ({ name, schema })));
  const keys = slaFilterKeys(fields.values());
  slas.forEach((sla, index) => {
    const say: Report = (at, message) => error(['slas', index, ...at], message);
    const filter = (at: readonly (string | number)[], value: unknown) => {
      try {
        if (value !== undefined) parseFilter(value, keys);
      } catch (problem) {
        if (!(problem instanceof FilterError)) throw problem;
        say(at, problem.message);
      }
    };
    for (const member of ['start', 'pause', 'resume', 'stop'] as const) filter([member], sla[member]);
    sla.budget.forEach(({ when, time }, place) => {
      filter(['budget', place, 'when'], when);
      checkDuration(time, ['budget', place, 'time'], say);
    });
    checkParts(document, sla, say);
    checkRungs(document, sla, say);
  });
};

function checkDuration(text: string, at: readonly (string | number)[], say: Report): void {
  try {
    const { months, weeks, days, milliseconds } = parseWorkingDuration(text);
    const parts = [months, weeks, days, milliseconds];
    if (parts.some((part) => part < 0) || parts.every((part) => part === 0)) say(at, 'must be longer than zero');
  } catch (problem) {
    if (!(problem instanceof ExpressionError)) throw problem;
    say(at, problem.message);
  }
}

function checkParts({ calendars = [] }: ConfigurationDocument, sla: SlaDocument, say: Report): void {
  const known = calendars.map(({ key }) => key);
  if (sla.calendar !== undefined && !known.includes(sla.calendar)) {
    say(['calendar'], `there is no calendar "${sla.calendar}"${didYouMean(sla.calendar, known)}`);
  }
  if (sla.on !== 'task') {
    if (sla.stop === undefined) say([], 'a clock on processes needs "stop"');
    if (sla.elements !== undefined) say(['elements'], 'only a clock with "on: task" has elements');
  }
  if (sla.resume !== undefined && sla.pause === undefined) say(['resume'], 'without "pause" the clock is never paused');
}

function checkRungs(document: ConfigurationDocument, { on, at: rungs = [] }: SlaDocument, say: Report): void {
  const workflows = (document.workflows ?? []).map(({ key }) => key);
  const roles = (document.roles ?? []).map(({ name }) => name);
  const fields = Object.keys(document.fields ?? {});
  const settable = [...fields, ...reservedUpdates];
  forEachRepeated(
    rungs,
    ({ reached }) => reached,
    (index, first) => say(['at', index, 'reached'], `/at/${first} of the clock is at the same time; write both there`),
  );
  rungs.forEach((rung, index) => {
    const { reached, notify, set, assign, message, run } = rung;
    const share = Number(SHARE.exec(reached)?.[1] ?? 0);
    if (reached.startsWith('+')) checkDuration(reached.slice(1), ['at', index, 'reached'], say);
    else if (share < 1 || share > 100)
      say(
        ['at', index, 'reached'],
        `"${reached}" is neither a share such as 80% nor a time after the budget such as +P1D`,
      );
    const named = [
      { at: ['notify', 'roles'], names: notify?.roles ?? [], known: roles, noun: 'role' },
      { at: ['notify', 'fields'], names: notify?.fields ?? [], known: fields, noun: 'field' },
      { at: ['set'], names: Object.keys(set ?? {}), known: settable, noun: 'field' },
      { at: ['assign', 'roles'], names: assign?.roles ?? [], known: roles, noun: 'role' },
      { at: ['assign', 'fields'], names: assign?.fields ?? [], known: fields, noun: 'field' },
      {
        at: ['message', 'field'],
        names: message?.field === undefined ? [] : [message.field],
        known: fields,
        noun: 'field',
      },
      { at: ['run'], names: run === undefined ? [] : [run], known: workflows, noun: 'workflow' },
    ];
    if (on !== 'task') {
      const ofTasks = [
        { at: ['notify', 'deciders'], value: notify?.deciders },
        { at: ['assign'], value: assign },
        { at: ['decide'], value: rung.decide },
      ];
      for (const { at, value } of ofTasks) {
        if (value !== undefined) say(['at', index, ...at], 'only a clock with "on: task" can do this');
      }
    }
    if (assign !== undefined && namesNobody(assign)) say(['at', index, 'assign'], 'names nobody');
    for (const { at, names, known, noun } of named) {
      for (const name of names) {
        if (!known.includes(name)) say(['at', index, ...at], `there is no ${noun} "${name}"${didYouMean(name, known)}`);
      }
    }
  });
}

const namesNobody = ({ roles = [], fields = [], substitute = false, next = false }: Assign): boolean =>
  roles.length + fields.length === 0 && !substitute && !next;

type Assign = NonNullable<NonNullable<SlaDocument['at']>[number]['assign']>;
