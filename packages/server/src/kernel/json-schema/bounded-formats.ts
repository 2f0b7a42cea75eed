import type { Format } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { Meter } from './ajv-keywords.js';
import { LONGEST_MATCHED } from './linear-pattern.js';

/** Formats whose texts may be long; their checks are linear. */
const unlimited: ReadonlySet<string> = new Set(['byte', 'binary', 'password']);

/**
 * The formats of ajv-formats, for texts of at most 5,000 characters; longer texts have none of these formats. Their
 * expressions come with the library and were measured: all are linear but `url`, which is quadratic.
 */
export function boundedFormats(meter: Meter): ReadonlyMap<string, Format> {
  return new Map(Object.entries(fullFormats).map(([name, format]) => [name, bounded(name, format, meter)]));
}

function bounded(name: string, format: Format, meter: Meter): Format {
  const test = testOf(format);
  if (test === undefined || unlimited.has(name)) return format;
  const cost = ({ length }: string) => (name === 'url' ? length + (length * length) / 20 : length);
  return (text: string) => {
    if (text.length > LONGEST_MATCHED) return false;
    meter.budget?.charge(cost(text));
    return test(text);
  };
}

/** Undefined for a format of numbers, or one that every text has. */
function testOf(format: Format): ((text: string) => boolean) | undefined {
  const test = typeof format === 'object' && 'validate' in format ? format.validate : format;
  if (typeof format === 'object' && 'type' in format && format.type === 'number') return undefined;
  if (test instanceof RegExp) return (text) => test.test(text);
  return typeof test === 'function' ? (text) => Boolean(Reflect.apply(test, undefined, [text])) : undefined;
}
