import { compileFeel, ExpressionSyntaxError } from '@millrace/engine';
import type { Access } from '../../access/authorize.js';
import { eventPatterns } from '../../events/reading/event-patterns.js';
import { type FilterErrorIds, parsing } from '../../filters/filter-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import { readProcessFilter } from '../../processes/records/visibility/matching-processes.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { SubscriptionSettings } from '../records/subscriptions.js';

/** The settings of a request: what is absent stays as it was. */
export interface GivenSettings {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly filter?: object | undefined;
  readonly condition?: string | null | undefined;
  readonly format?: SubscriptionSettings['format'] | undefined;
  readonly payload?: SubscriptionSettings['payload'] | undefined;
  readonly ordering?: SubscriptionSettings['ordering'] | undefined;
  readonly ratePerSecond?: number | null | undefined;
  readonly maxInFlight?: number | undefined;
}

export const defaultSettings: SubscriptionSettings = Object.freeze({
  name: '',
  url: '',
  types: ['*'],
  filter: {},
  condition: null,
  format: 'standard',
  payload: 'thin',
  ordering: 'process',
  ratePerSecond: null,
  maxInFlight: 10,
});

const filterErrorIds: FilterErrorIds = {
  'unknown-key': errorIds.invalidValue,
  'unknown-field': errorIds.unknownField,
  malformed: errorIds.invalidValue,
};

/**
 * Checks settings, and writes the absent ones out.
 *
 * @param access of the owner: its filter may name the fields that it sees
 * @throws CatalogueError 1231 for a field of the filter, 1232 for other values
 */
export function readSettings(
  subProject: SubProject,
  access: Access,
  given: GivenSettings,
  before: SubscriptionSettings = defaultSettings,
): SubscriptionSettings {
  const url = given.url === undefined ? before.url : readUrl(given.url).href;
  const name = given.name?.trim() ?? before.name;
  const filter = (given.filter as SubscriptionSettings['filter'] | undefined) ?? before.filter;
  const condition = given.condition === undefined ? before.condition : given.condition;
  parsing(filterErrorIds, () => readProcessFilter(subProject, access, filter, '/filter'));
  if (condition !== null) compileCondition(condition);
  return {
    name: name === '' ? new URL(url).host : name,
    url,
    types: eventPatterns(given.types) ?? before.types,
    filter,
    condition,
    format: given.format ?? before.format,
    payload: given.payload ?? before.payload,
    ordering: given.ordering ?? before.ordering,
    ratePerSecond: given.ratePerSecond === undefined ? before.ratePerSecond : given.ratePerSecond,
    maxInFlight: given.maxInFlight ?? before.maxInFlight,
  };
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    const detail = 'The URL of the receiver must be an http or https address.';
    throw invalidValue(detail, [{ pointer: '/url', detail }]);
  }
  url.hash = '';
  return url;
}

function compileCondition(text: string): void {
  try {
    compileFeel(text);
  } catch (error) {
    if (!(error instanceof ExpressionSyntaxError)) throw error;
    const detail = `The condition is not valid FEEL: ${error.message}`;
    throw invalidValue(detail, [{ pointer: '/condition', detail }]);
  }
}
