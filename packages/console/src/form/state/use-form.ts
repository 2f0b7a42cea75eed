import { useMemo, useRef, useState } from 'react';
import { type Locale, useLocale } from '../../messages/locale.js';
import { messages } from '../messages/index.gen.js';
import { faultsOf } from '../schema/check.js';
import { type Entered, type EnteredValue, enteredFrom, type JsonObject, objectOf } from '../schema/entered.js';
import type { FormField } from '../schema/form-field.js';
import { errorsByField, type PointedError } from '../schema/server-errors.js';
import { faultText } from './fault-text.js';

/** What is filled in, and what is wrong with it. */
export interface Form {
  readonly fields: readonly FormField[];
  readonly entered: Entered;
  /** Sentences by pointer. */
  readonly errors: Readonly<Record<string, string>>;
  /** Give it to the element around the controls: the first field with an error is found in it. */
  readonly ref: { current: HTMLElement | null };
  enter(pointer: string, value: EnteredValue | undefined): void;
  /** The value as JSON, or undefined: something is wrong, which is shown now, and the first such field has the focus. */
  submit(): JsonObject | undefined;
  /** The value as far as it can be read, without checks. */
  value(): JsonObject;
  /** Shows what the server says. @returns what it says about no field */
  showErrors(errors: readonly PointedError[], at: string): readonly PointedError[];
}

export interface FormStart {
  /** What the fields show first: what was entered before and not sent, else the value, else the defaults. */
  readonly entered?: Entered;
  readonly value?: JsonObject;
  onEnter?(entered: Entered): void;
}

/** The state of a form. Give the component a key: another schema is another form. */
export function useForm(fields: readonly FormField[], start: FormStart = {}): Form {
  const m = messages.use();
  const locale: Locale = useLocale();
  const ref = useRef<HTMLElement | null>(null);
  const first = useMemo(
    () => start.entered ?? enteredFrom(fields, start.value ?? {}, locale),
    [fields, start.entered, start.value, locale],
  );
  const [typed, setTyped] = useState<Entered | undefined>();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const entered = typed ?? first;
  const show = (found: Readonly<Record<string, string>>) => {
    setErrors(found);
    if (Object.keys(found).length > 0) queueMicrotask(() => requestAnimationFrame(() => focusFirst(ref.current)));
  };
  return {
    fields,
    entered,
    errors,
    ref,
    enter(pointer, value) {
      const { [pointer]: _, ...others } = entered;
      const next = value === undefined ? others : { ...others, [pointer]: value };
      setTyped(next);
      start.onEnter?.(next);
      if (errors[pointer] !== undefined) setErrors(({ [pointer]: _gone, ...rest }) => rest);
    },
    submit() {
      const faults = faultsOf(fields, entered, locale);
      show(Object.fromEntries(faults.toReversed().map((fault) => [fault.pointer, faultText(fault, m, locale)])));
      return faults.length === 0 ? objectOf(fields, entered, locale) : undefined;
    },
    value: () => objectOf(fields, entered, locale) ?? {},
    showErrors(found, at) {
      const { byField, others } = errorsByField(found, fields, at);
      show(byField);
      return others;
    },
  };
}

function focusFirst(element: HTMLElement | null): void {
  element?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
