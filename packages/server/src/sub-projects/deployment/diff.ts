import { isDeepStrictEqual } from 'node:util';
import type { ResolvedCalendar } from '@millrace/engine';
import type { StoredConfiguration } from '../records/stored-configuration.js';

const LONGEST_SHOWN = 80;

/**
 * What a deployment changes, one line per change for people: `field amount: minimum 0 -> 10`, `role MANAGER added`,
 * `workflow manager-approval: diagram changed`.
 *
 * @param before undefined for the first deployment
 * @returns nothing when the two mean the same
 */
export function diffConfigurations(before: StoredConfiguration | undefined, after: StoredConfiguration): string[] {
  const from = before === undefined ? undefined : comparable(before);
  const to = comparable(after);
  return [
    ...diffMembers('sub-project', from?.settings, to.settings),
    ...to.lists.flatMap(({ noun, entries }, index) =>
      diffLists(noun, from?.lists[index]?.entries ?? new Map(), entries),
    ),
    ...diffMembers('storage', from?.storage, to.storage),
  ];
}

type Entry = Readonly<Record<string, unknown>>;

/** A configuration as entries by key, each with the members that are compared and shown. */
function comparable({
  document,
  members,
  groups = [],
  workflows,
  decisions = [],
  scenarios = [],
  connectionUsers = {},
  calendars = [],
}: StoredConfiguration) {
  const definitions = new Map(workflows.map((workflow) => [workflow.key, workflow.definitionId]));
  const decisionEntries = new Map(decisions.map((entry) => [entry.key, entry]));
  const resolved = new Map(calendars.map((calendar) => [calendar.key, calendar]));
  const { states, priorities } = document;
  const lists: { readonly noun: string; readonly entries: ReadonlyMap<string, Entry> }[] = [
    { noun: 'stage', entries: byKey(document.stages, ({ key, ...stage }) => [key, stage]) },
    { noun: 'state', entries: byKey(states.values, (state) => [state, { tone: states.tones?.[state] }]) },
    { noun: 'transition', entries: byKey(transitionsOf(states.transitions), (text) => [text, {}]) },
    { noun: 'priority', entries: byKey(priorities.values, (priority) => [priority, {}]) },
    { noun: 'field', entries: byKey(document.fields, ({ name, schema }) => [name, schema]) },
    { noun: 'role', entries: byKey(document.roles, ({ name, files, ...role }) => [name, { ...role, ...flat(files) }]) },
    { noun: 'member', entries: membersByName(document.members, members, groups) },
    {
      noun: 'workflow',
      entries: byKey(document.workflows, ({ key, process: processId, ...workflow }) => [
        key,
        { ...workflow, process: processId ?? undefined, diagram: definitions.get(key) },
      ]),
    },
    {
      noun: 'decisions',
      entries: byKey(document.decisions ?? [], ({ key, tests, ...entry }) => [
        key,
        {
          ...entry,
          'file of tests': tests,
          'DMN file': decisionEntries.get(key)?.definitionId,
          tests: decisionEntries.get(key)?.testsFingerprint,
        },
      ]),
    },
    { noun: 'scenarios', entries: byKey(scenarios, ({ file, fingerprint }) => [file, { tests: fingerprint }]) },
    {
      noun: 'event subscription',
      entries: byKey(document.events ?? [], ({ key, ...event }) => [
        key,
        { ...event, user: connectionUsers[event.owner] },
      ]),
    },
    {
      noun: 'hook',
      entries: byKey(document.hooks ?? [], ({ key, ...hook }) => [key, { ...hook, user: connectionUsers[hook.actAs] }]),
    },
    { noun: 'clock', entries: byKey(document.slas ?? [], ({ key, ...sla }) => [key, sla]) },
    {
      noun: 'calendar',
      entries: byKey(document.calendars ?? [], ({ key, ...calendar }) => [
        key,
        { ...calendar, ...resolvedMembers(resolved.get(key)) },
      ]),
    },
  ];
  return {
    lists,
    settings: {
      name: document.name,
      description: document.description,
      'initial state': states.initial,
      'default priority': priorities.default,
      'business key': document.businessKey,
    },
    storage: {
      ...document.storage,
      'private addresses': document.http.allowPrivateAddresses,
    },
  };
}

/** What a deployment finds out about a calendar: the same document may give other holidays with later data. */
const resolvedMembers = (calendar: ResolvedCalendar | undefined): Entry =>
  calendar === undefined
    ? {}
    : {
        from: calendar.from,
        until: calendar.until,
        'closed dates': calendar.exceptions.map(({ date }) => date),
        'changes of the clock': calendar.offsets,
      };

/** People and groups are stored apart, each in the order of the document. */
function membersByName(
  named: StoredConfiguration['document']['members'],
  members: StoredConfiguration['members'],
  groups: NonNullable<StoredConfiguration['groups']>,
): ReadonlyMap<string, Entry> {
  const users = members.values();
  const groupIds = groups.values();
  return byKey(named, (member) =>
    'group' in member
      ? [`group ${member.group}`, { roles: member.roles, group: groupIds.next().value?.groupId }]
      : [member.user, { roles: member.roles, user: users.next().value?.userId }],
  );
}

const byKey = <T>(items: readonly T[], entry: (item: T, index: number) => readonly [string, Entry]) =>
  new Map(items.map(entry));

const flat = (files: Entry): Entry =>
  Object.fromEntries(Object.entries(files).map(([right, value]) => [`files.${right}`, value]));

function transitionsOf(transitions: StoredConfiguration['document']['states']['transitions']): string[] {
  const pairs = transitions ?? [{ from: ['*'], to: ['*'] }];
  return pairs.flatMap(({ from, to }) => from.flatMap((start) => to.map((end) => `${start} to ${end}`)));
}

function diffLists(noun: string, from: ReadonlyMap<string, Entry>, to: ReadonlyMap<string, Entry>): string[] {
  const lines = [...from.keys()].filter((key) => !to.has(key)).map((key) => `${noun} ${key} removed`);
  for (const [key, entry] of to) {
    const before = from.get(key);
    if (before === undefined) lines.push(`${noun} ${key} added`);
    else lines.push(...diffMembers(`${noun} ${key}`, before, entry));
  }
  const kept = [...from.keys()].filter((key) => to.has(key));
  const now = [...to.keys()].filter((key) => from.has(key));
  // Transitions mean the same in any order.
  if (noun !== 'transition' && !isDeepStrictEqual(kept, now)) lines.push(`${noun}: order changed`);
  return lines;
}

function diffMembers(what: string, from: Entry | undefined, to: Entry): string[] {
  if (from === undefined) return [];
  const names = new Set([...Object.keys(from), ...Object.keys(to)]);
  return [...names].flatMap((name) => {
    if (isDeepStrictEqual(from[name], to[name])) return [];
    // The path of a URL may be a secret.
    if (name === 'diagram' || name === 'DMN file' || name === 'url') return [`${what}: ${name} changed`];
    if (name === 'tests') return from[name] === undefined || to[name] === undefined ? [] : [`${what}: tests changed`];
    if (name === 'user' || name === 'group') return [`${what}: is another ${name} now`];
    return [`${what}: ${name} ${show(from[name])} -> ${show(to[name])}`];
  });
}

function show(value: unknown): string {
  if (value === undefined || value === null) return 'not set';
  const text = Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.join(', ') : json(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text || 'nothing';
}

const json = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
