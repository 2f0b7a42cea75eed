import { calendarDay, figure } from '../../messages/instants.js';
import { useLocale } from '../../messages/locale.js';
import { messages } from '../messages/index.gen.js';
import type { Condition } from '../model/conditions.js';
import { type ListContext, useList } from '../model/list-context.js';
import { choiceLabel, humanize, type ListKey } from '../model/schema.js';

type Words = ReturnType<typeof messages.use>;

/** The parts of a condition as a chip shows them. */
export interface ConditionParts {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

function valueText(value: unknown, of: ListKey | undefined, list: ListContext, m: Words, locale: 'en' | 'de'): string {
  if (Array.isArray(value)) return value.map((one) => valueText(one, of, list, m, locale)).join(', ');
  if (value === null) return m.noCondition;
  if (typeof value === 'number') return figure(value, locale);
  if (typeof value === 'boolean') return value ? m.yes : m.no;
  const text = String(value);
  switch (of?.kind) {
    case 'state':
    case 'priority':
      return humanize(text);
    case 'choice':
      return choiceLabel(text);
    case 'stage':
      return list.schema.stages.values.find(({ key }) => key === text)?.name ?? text;
    case 'user':
      return list.nameOf(text) ?? m.unknownPerson;
    case 'date':
    case 'instant':
      return Number.isNaN(Date.parse(text)) ? text : calendarDay(localDay(text), locale);
    default:
      return text;
  }
}

/** The calendar day of an instant in the zone of the device; a day stays itself. */
export function localDay(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  const date = new Date(text);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Conditions in words. */
export function useConditionParts(): (condition: Condition) => ConditionParts {
  const m = messages.use();
  const locale = useLocale();
  const list = useList();
  return ({ key, operator, value }) => {
    const of = list.keys.get(key);
    const label = of?.label ?? key;
    if (operator === 'exists') {
      return { label, operator: value === true ? m.operator({ operator }) : m.noCondition, value: '' };
    }
    const isTime = of?.kind === 'date' || of?.kind === 'instant';
    return {
      label,
      operator: isTime ? m.operatorDate({ operator }) : m.operator({ operator }),
      value: valueText(value, of, list, m, locale),
    };
  };
}

export function useConditionText(): (condition: Condition) => string {
  const parts = useConditionParts();
  return (condition) => {
    const { label, operator, value } = parts(condition);
    return `${label} ${operator} ${value}`.trim();
  };
}
