import { jsonPointer } from '../kernel/json-pointer.js';
import {
  FIELD_PREFIX,
  type Filter,
  type FilterKey,
  type FilterKeys,
  type FilterOperator,
  type FilterScalar,
  filterOperators,
  operatorsOf,
} from './filter.js';
import { FilterError } from './filter-error.js';
import { isProblem, readScalar } from './filter-value.js';

/** Bounds of one filter, so that no request makes a statement of unbounded size. */
export const filterLimits = Object.freeze({ depth: 10, conditions: 200, values: 1000, textLength: 65_536 });

/**
 * Reads a filter (D5). Several keys of an object, and several operators of a key, must all hold; `and` and `or` take
 * arrays of filters. `{}` and `and: []` match everything, `or: []` matches nothing.
 *
 * @param json the parsed JSON
 * @param keys what may be filtered by
 * @param at JSON pointer of the filter, for messages
 * @throws FilterError for an unknown key or field, an operator or value that does not fit, or a filter beyond
 * {@link filterLimits}
 */
export function parseFilter(json: unknown, keys: FilterKeys, at = ''): Filter {
  return new Parser(keys).filter(json, at, 1);
}

/**
 * Reads the JSON text of a `filters` parameter into an object.
 *
 * @throws FilterError when it is no JSON object or longer than {@link filterLimits} allows
 */
export function parseFilterText(text: string, at = '/filters'): Readonly<Record<string, unknown>> {
  if (text.length > filterLimits.textLength) {
    throw new FilterError('malformed', at, `The filters are longer than ${filterLimits.textLength} characters.`);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new FilterError('malformed', at, 'The filters are not well-formed JSON. Send one JSON object, URL-encoded.');
  }
  if (!isObject(json)) throw new FilterError('malformed', at, 'The filters must be one JSON object.');
  return json;
}

class Parser {
  readonly #keys: FilterKeys;
  #conditions = 0;
  #values = 0;

  constructor(keys: FilterKeys) {
    this.#keys = keys;
  }

  filter(json: unknown, at: string, depth: number): Filter {
    if (!isObject(json)) throw new FilterError('malformed', at, 'A filter must be a JSON object.');
    if (depth > filterLimits.depth) {
      throw new FilterError('malformed', at, `Filters may be nested ${filterLimits.depth} levels deep.`);
    }
    return all(Object.entries(json).flatMap(([name, value]) => this.#member(name, value, at, depth)));
  }

  #member(name: string, value: unknown, parent: string, depth: number): readonly Filter[] {
    const at = parent + jsonPointer(name);
    if (name === 'and' || name === 'or') {
      if (!Array.isArray(value)) {
        throw new FilterError('malformed', at, `"${name}" must be an array of filter objects.`);
      }
      const filters = value.map((one: unknown, index) => this.filter(one, at + jsonPointer(index), depth + 1));
      return [{ kind: name, filters }];
    }
    return this.#key(name, this.#find(name, at), value, at);
  }

  #find(name: string, at: string): FilterKey {
    const key = this.#keys.get(name);
    if (key !== undefined) return key;
    throw unknownKey('filter', name, this.#keys, at);
  }

  #key(name: string, key: FilterKey, value: unknown, at: string): readonly Filter[] {
    if (Array.isArray(value)) return [this.#condition(name, key, 'in', value, at)];
    if (!isObject(value)) return [this.#condition(name, key, 'eq', value, at)];
    const operators = Object.entries(value);
    if (operators.length === 0) {
      throw new FilterError('malformed', at, `Name at least one operator: ${operatorsOf[key.type].join(', ')}.`);
    }
    return operators.map(([operator, operand]) => {
      const place = at + jsonPointer(operator);
      return this.#condition(name, key, readOperator(operator, key, name, place), operand, place);
    });
  }

  #condition(name: string, key: FilterKey, operator: FilterOperator, operand: unknown, at: string): Filter {
    this.#conditions += 1;
    if (this.#conditions > filterLimits.conditions) {
      throw new FilterError('malformed', at, `A filter may have ${filterLimits.conditions} conditions.`);
    }
    return { kind: 'condition', key: name, operator, value: this.#operand(key, operator, operand, at) };
  }

  #operand(key: FilterKey, operator: FilterOperator, operand: unknown, at: string) {
    switch (operator) {
      case 'exists':
        if (typeof operand === 'boolean') return operand;
        throw new FilterError('malformed', at, '"exists" must be true or false.');
      case 'in':
      case 'nin':
        return this.#list(key, operator, operand, at);
      case 'contains':
      case 'startsWith':
      case 'icontains':
      case 'istartsWith':
      case 'ieq':
        if (typeof operand !== 'string') throw new FilterError('malformed', at, `"${operator}" must be a string.`);
        return this.#scalar(key, operand, at);
      case 'eq':
      case 'ne':
        return this.#scalar(key, operand, at);
      default:
        if (operand === null || typeof operand === 'boolean') {
          throw new FilterError('malformed', at, `"${operator}" needs something that has an order, not ${operand}.`);
        }
        return this.#scalar(key, operand, at);
    }
  }

  #list(key: FilterKey, operator: FilterOperator, operand: unknown, at: string): readonly FilterScalar[] {
    if (!Array.isArray(operand)) throw new FilterError('malformed', at, `"${operator}" must be an array of values.`);
    return operand.map((one: unknown, index) => this.#scalar(key, one, at + jsonPointer(index)));
  }

  #scalar(key: FilterKey, value: unknown, at: string): FilterScalar {
    this.#values += 1;
    if (this.#values > filterLimits.values) {
      throw new FilterError('malformed', at, `A filter may hold ${filterLimits.values} values.`);
    }
    const read = readScalar(key.type, value);
    if (isProblem(read)) throw new FilterError('malformed', at, `The value ${read.problem}.`);
    return read.value;
  }
}

function readOperator(operator: string, key: FilterKey, name: string, at: string): FilterOperator {
  const known = filterOperators.find((one) => one === operator);
  const usable = operatorsOf[key.type];
  if (known !== undefined && usable.includes(known)) return known;
  const problem =
    known === undefined
      ? `Unknown operator "${operator.slice(0, 100)}".`
      : `"${operator}" does not apply to "${name}".`;
  throw new FilterError('malformed', at, `${problem} Use one of ${usable.join(', ')}.`);
}

/** The error of a key that is not there; names the ones that are, up to a readable number. */
export function unknownKey(what: 'filter' | 'sort' | 'count', name: string, keys: FilterKeys, at: string): FilterError {
  const isField = name.startsWith(FIELD_PREFIX);
  const known = [...keys.keys()].filter((key) => key.startsWith(FIELD_PREFIX) === isField);
  const listed = known.slice(0, 30).join(', ') + (known.length > 30 ? ', …' : '');
  const shown = name.slice(0, 100);
  const right = known.length === 0 ? 'There is none.' : `Use one of ${listed}.`;
  return isField
    ? new FilterError('unknown-field', at, `There is no field "${shown.slice(FIELD_PREFIX.length)}". ${right}`)
    : new FilterError('unknown-key', at, `There is no ${what} key "${shown}". ${right}`);
}

const all = (filters: readonly Filter[]): Filter => {
  const [single] = filters;
  return filters.length === 1 && single !== undefined ? single : { kind: 'and', filters };
};

const isObject = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
