import type { ReactNode } from 'react';
import { calendarDay } from '../../messages/instants.js';
import { useLocale } from '../../messages/locale.js';
import { Priority } from '../../ui/badge/priority.js';
import { StateWord } from '../../ui/badge/run-state.js';
import { Person } from '../../ui/people/avatar.js';
import { Amount } from '../../ui/text/amount.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import { useList } from '../model/list-context.js';
import { choiceLabel, humanize, type ListKey, type Process, valueIn } from '../model/schema.js';
import { type Clocks, ClocksCell } from './clocks-cell.js';

/** A state of the sub-project, in the tone that its document gives it. */
export function State({ state }: { state: string }) {
  const { schema } = useList();
  const tone = schema.states.values.find(({ key }) => key === state)?.tone ?? null;
  const isFirst = state === schema.states.initial;
  return <StateWord tone={tone ?? (isFirst ? 'accent' : 'plain')}>{humanize(state)}</StateWord>;
}

/** The value of a key in a process, as its kind is shown. */
export function Cell({ of, process }: { of: ListKey; process: Process }) {
  const { fields } = process;
  const unit = of.unit === undefined ? undefined : (fields as Readonly<Record<string, unknown>>)[of.unit];
  return <Value of={of} value={valueIn(process, of.key)} unit={typeof unit === 'string' ? unit : undefined} />;
}

export function Value({ of, value, unit }: { of: ListKey; value: unknown; unit?: string | undefined }): ReactNode {
  const m = messages.use();
  const locale = useLocale();
  const { schema, nameOf } = useList();
  if (value === undefined || value === null || value === '') {
    return <span className="t3">{of.kind === 'user' ? m.nobody : '–'}</span>;
  }
  switch (of.kind) {
    case 'state':
      return <State state={String(value)} />;
    case 'priority':
      return <Priority rank={schema.priorities.values.indexOf(String(value)) + 1}>{humanize(String(value))}</Priority>;
    case 'stage':
      return schema.stages.values.find(({ key }) => key === value)?.name ?? String(value);
    case 'number':
      return typeof value === 'number' ? (
        <Amount value={value} {...(unit === undefined ? {} : { currency: unit })} />
      ) : (
        String(value)
      );
    case 'boolean':
      return value === true ? m.yes : m.no;
    case 'date':
      return (
        <span className="num">
          {/^\d{4}-\d\d-\d\d$/.test(String(value)) ? calendarDay(String(value), locale) : String(value)}
        </span>
      );
    case 'instant':
      return Number.isNaN(Date.parse(String(value))) ? String(value) : <When at={String(value)} />;
    case 'user':
      return <Person name={nameOf(String(value)) ?? m.unknownPerson} />;
    case 'choice':
      return choiceLabel(String(value));
    case 'clocks':
      return <ClocksCell clocks={value as Clocks} />;
    case 'file':
      return <span className="t3">1</span>;
    default:
      return Array.isArray(value)
        ? value.map(String).join(', ')
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value);
  }
}
