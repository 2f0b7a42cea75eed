import { figure } from '../../messages/instants.js';
import type { Locale } from '../../messages/locale.js';
import type { FormMessages } from '../messages/index.gen.js';
import type { Fault } from '../schema/check.js';

/** A fault as a sentence. */
export function faultText({ kind, limit = 0 }: Fault, m: FormMessages, locale: Locale): string {
  const shown = { limit: figure(limit, locale) };
  const texts: Readonly<Record<Fault['kind'], () => string>> = {
    missing: () => m.faultMissing,
    number: () => m.faultNumber,
    integer: () => m.faultInteger,
    time: () => m.faultTime,
    json: () => m.faultJson,
    least: () => m.faultLeast(shown),
    most: () => m.faultMost(shown),
    above: () => m.faultAbove(shown),
    below: () => m.faultBelow(shown),
    short: () => m.faultShort({ limit }),
    long: () => m.faultLong({ limit }),
    pattern: () => m.faultPattern,
    few: () => m.faultFew({ limit }),
    many: () => m.faultMany({ limit }),
  };
  return texts[kind]();
}
