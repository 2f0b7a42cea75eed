import { expect, test } from 'vitest';
import type { OpenHours, ResolvedCalendar } from './resolved-calendar.js';
import { WorkingCalendar } from './working-calendar.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Days that one calendar covers: a change of the clock in the middle. */
const DAYS = 30;
const CALENDARS = 16;
const CASES = 1_000_000 / CALENDARS;
const zones: readonly (readonly [zone: string, day: string])[] = [
  ['Australia/Lord_Howe', '2026-04-04'],
  ['Australia/Lord_Howe', '2026-10-03'],
  ['America/St_Johns', '2026-03-08'],
  ['America/St_Johns', '2026-11-01'],
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['Asia/Kolkata', '2026-05-01'],
  ['Pacific/Apia', '2026-05-01'],
];

/** Numbers that are the same in every run (Park and Miller). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

function randomHours(random: (below: number) => number): OpenHours {
  const points = Array.from({ length: random(3) * 2 }, () => random(1441));
  const sorted = [...new Set(points)].sort((a, b) => a - b);
  return Array.from({ length: Math.floor(sorted.length / 2) }, (_, index) => [
    sorted[index * 2] as number,
    sorted[index * 2 + 1] as number,
  ]);
}

/** What the clock of a zone shows, as minutes since 1970-01-01T00:00 on it: asked of the machine minute by minute. */
function clockOf(zone: string): (instant: number) => number {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return (instant) => {
    const [month = 1, day = 1, year = 1970, hour = 0, minute = 0] = clock.format(instant).split(/\D+/).map(Number);
    return Date.UTC(year, month - 1, day, hour, minute) / MINUTE;
  };
}

test('[EV-17] equals a count of minutes, in zones with odd changes of the clock', { timeout: 240_000 }, () => {
  let checked = 0;
  for (let nth = 0; nth < CALENDARS; nth += 1) {
    const random = randomFrom(nth + 1);
    const [zone, middle] = zones[nth % zones.length] as readonly [string, string];
    const clock = clockOf(zone);
    const from = new Date(Date.parse(middle) - (DAYS / 2) * DAY).toISOString().slice(0, 10);
    const until = new Date(Date.parse(middle) + (DAYS / 2) * DAY).toISOString().slice(0, 10);
    const begin = Date.parse(from) - 2 * DAY;
    const minutes = (DAYS + 4) * 1440;
    const shown = Array.from({ length: minutes }, (_, index) => clock(begin + index * MINUTE));
    const offsets: [number, number][] = [];
    shown.forEach((local, index) => {
      const offset = local * 60 - (begin + index * MINUTE) / 1000;
      if (offsets.at(-1)?.[1] !== offset) offsets.push([(begin + index * MINUTE) / 1000, offset]);
    });
    const week = Array.from({ length: 7 }, () => randomHours(random));
    week[random(5)] = [[480, 1020]];
    const exceptions = Array.from({ length: 4 }, () => ({
      date: new Date(Date.parse(from) + random(DAYS) * DAY).toISOString().slice(0, 10),
      open: randomHours(random),
      name: '',
    }));
    const data: ResolvedCalendar = { key: 'c', name: 'c', zone, from, until, offsets, week, exceptions };
    const calendar = new WorkingCalendar(data);
    const openOn = new Map(exceptions.map(({ date, open }) => [date, open]));
    const isOpen = shown.map((local) => {
      const date = new Date(local * MINUTE).toISOString().slice(0, 10);
      if (date < from || date >= until) return false;
      const weekday = (new Date(local * MINUTE).getUTCDay() + 6) % 7;
      const time = ((local % 1440) + 1440) % 1440;
      return (openOn.get(date) ?? week[weekday] ?? []).some(([start, end]) => start <= time && time < end);
    });
    const first = shown.findIndex((local) => local * MINUTE >= Date.parse(from));
    const last = shown.findIndex((local) => local * MINUTE >= Date.parse(until));
    const wrong: string[] = [];
    for (let count = 0; count < CASES; count += 1) {
      const start = first + random(last - first);
      // Mostly short, so that a million of them take seconds.
      const end = Math.min(last, start + random(count % 100 === 0 ? last - start + 1 : 4000));
      let worked = 0;
      for (let at = start; at < end; at += 1) if (isOpen[at]) worked += 1;
      const instant = (index: number) => begin + index * MINUTE;
      const between = calendar.between(instant(start), instant(end));
      if (between !== worked * MINUTE) wrong.push(`between ${start} ${end}: ${between / MINUTE}, not ${worked}`);
      if (calendar.isOpen(instant(start)) !== isOpen[start]) wrong.push(`open ${start}`);
      if (worked > 0) {
        let due = start;
        for (let left = worked; left > 0; due += 1) if (isOpen[due]) left -= 1;
        const added = calendar.add(instant(start), { months: 0, weeks: 0, days: 0, milliseconds: worked * MINUTE });
        if (added !== instant(due)) wrong.push(`add ${start} ${worked}: ${(added - begin) / MINUTE}, not ${due}`);
        let back = end;
        for (let left = worked; left > 0; ) {
          back -= 1;
          if (isOpen[back]) left -= 1;
        }
        const less = calendar.add(instant(end), { months: 0, weeks: 0, days: 0, milliseconds: -worked * MINUTE });
        if (less !== instant(back)) wrong.push(`subtract ${end} ${worked}: ${(less - begin) / MINUTE}, not ${back}`);
      }
      checked += 1;
      if (wrong.length > 5) break;
    }
    expect(wrong, `${zone} ${JSON.stringify(data)}`).toEqual([]);
  }
  expect(checked).toBe(1_000_000);
});

test('[EV-17] working days: in order, open, and on the working day that was counted', () => {
  const random = randomFrom(7);
  const offsets: [number, number][] = [
    [0, -12_600],
    [Date.parse('2026-03-08T05:30:00Z') / 1000, -9000],
    [Date.parse('2026-11-01T04:30:00Z') / 1000, -12_600],
  ];
  for (let nth = 0; nth < 40; nth += 1) {
    const week = Array.from({ length: 7 }, () => randomHours(random));
    week[random(5)] = [[480, 1020]];
    const base = { key: 'c', name: 'c', zone: 'America/St_Johns', from: '2026-01-01', until: '2027-01-01' };
    const calendar = new WorkingCalendar({ ...base, offsets, week, exceptions: [] });
    const dateOf = (at: number) => new Date(at + calendar.offsetAt(at) * 1000).toISOString().slice(0, 10);
    const isWorkingDay = (day: number) => (week[(new Date(day).getUTCDay() + 6) % 7] ?? []).length > 0;
    const at = Array.from({ length: 500 }, () => Date.parse('2026-01-20') + random(250 * 1440) * MINUTE);
    const days = random(9) + 1;
    const due = at
      .sort((a, b) => a - b)
      .map((from) => calendar.add(from, { months: 0, weeks: 0, days, milliseconds: 0 }));
    expect(due).toEqual([...due].sort((a, b) => a - b));
    at.forEach((from, index) => {
      let day = Date.parse(dateOf(calendar.opening(from)));
      for (let left = days; left > 0; ) {
        day += DAY;
        if (isWorkingDay(day)) left -= 1;
      }
      // A day may be open until midnight, which is shown as the next day.
      expect(dateOf((due[index] as number) - 1 * Number(!calendar.isOpen(due[index] as number)))).toBe(
        new Date(day).toISOString().slice(0, 10),
      );
    });
  }
});
