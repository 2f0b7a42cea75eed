import { parseWorkingDuration, WorkingCalendar } from '@millrace/engine';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDocumentValidator } from '../validate-document.js';
import { zoneOffsets } from './zone-offsets.js';

// The years that a calendar covers depend on the day of its deployment.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-06-01T00:00:00Z') }));
afterAll(() => void vi.useRealTimers());

const validate = createDocumentValidator();
const office = { key: 'office', zone: 'Europe/Berlin', week: { 'MON-FRI': ['09:00-12:00', '13:00-17:00'] } };
const documentOf = (...calendars: object[]) => ({ name: 'Office', stages: [{ key: 'a', default: true }], calendars });

/** What the validator says of one calendar, without the path of the calendar. */
async function problemsOf(calendar: object, ...others: object[]): Promise<readonly string[]> {
  const { errors } = await validate(documentOf(calendar, ...others), {});
  return errors.map(({ path, message }) => `${path.replace('/calendars/', '')} ${message}`);
}

async function resolved(calendar: object): Promise<WorkingCalendar> {
  const { valid, errors } = await validate(documentOf(calendar), {});
  expect(errors).toEqual([]);
  const [only] = valid?.calendars ?? [];
  if (only === undefined) throw new Error('no calendar was resolved');
  return new WorkingCalendar(only);
}

const closedDates = (calendar: WorkingCalendar, year: string) =>
  calendar.resolved.exceptions.filter(({ date }) => date.startsWith(year)).map(({ date, name }) => `${date} ${name}`);

describe('[D169] calendars', () => {
  test('the hours of the week, the holidays of a region and dates', async () => {
    const calendar = await resolved({
      ...office,
      name: 'Munich',
      holidays: [
        { country: 'DE', region: 'BY' },
        { date: '2027-12-24', name: 'Closed' },
      ],
      exceptions: [
        { date: '2027-12-31', open: ['09:00-12:00'], name: 'Half a day' },
        { date: '2027-05-01', open: ['10:00-12:00'] },
      ],
    });
    expect(closedDates(calendar, '2027')).toContain('2027-01-06 Heilige Drei Könige');
    expect(closedDates(calendar, '2027')).toContain('2027-12-24 Closed');
    const local = (text: string) => calendar.instantOfLocal(Date.parse(`${text}Z`));
    const add = (from: string, duration: string) => {
      const at = calendar.add(local(from), parseWorkingDuration(duration));
      return new Date(at + calendar.offsetAt(at) * 1000).toISOString().slice(0, 16);
    };
    expect(add('2027-01-05T16:00', 'PT2H')).toBe('2027-01-07T10:00');
    expect(add('2027-12-23T16:00', 'PT2H')).toBe('2027-12-27T10:00');
    expect(add('2027-12-30T16:00', 'PT5H')).toBe('2028-01-03T10:00');
    expect(add('2027-04-30T16:00', 'PT2H')).toBe('2027-05-01T11:00');
  });

  test('a holiday that begins in the afternoon leaves the morning open', async () => {
    // On Christmas Eve shops of Brandenburg close at 14 o'clock: an observance that begins then.
    const calendar = await resolved({ ...office, holidays: [{ country: 'DE', types: ['bank', 'public'] }] });
    const eve = calendar.resolved.exceptions.find(({ date }) => date === '2027-12-24');
    expect(eve?.open).toEqual([
      [540, 720],
      [780, 840],
    ]);
  });

  test('days may go on over Sunday, and nights are written on both days', async () => {
    const night = { ...office, week: { 'SUN-THU': ['22:00-24:00'], 'MON-FRI': ['00:00-06:00'] } };
    expect(await problemsOf(night)).toEqual([
      '0/week/MON-FRI MON is in "SUN-THU" already; name each day once',
      ...['TUE', 'WED', 'THU'].map((day) => `0/week/MON-FRI ${day} is in "SUN-THU" already; name each day once`),
    ]);
    const shifts = await resolved({
      ...office,
      week: { SUN: ['22:00-24:00'], 'MON-THU': ['00:00-06:00', '22:00-24:00'], FRI: ['00:00-06:00'] },
    });
    const at = Date.parse('2027-03-08T22:00:00Z');
    expect(shifts.closing(at)).toBe(Date.parse('2027-03-09T05:00:00Z'));
  });

  test.each([
    [{ zone: 'Europe/Brlin' }, '0/zone there is no time zone "Europe/Brlin"; write an IANA name such as Europe/Berlin'],
    [{ zone: '+02:00' }, '0/zone there is no time zone "+02:00"; write an IANA name such as Europe/Berlin'],
    [{ week: { MO: ['09:00-17:00'] } }, '0/week/MO "MO" is no day; write MON, or MON-FRI'],
    [
      { week: { MON: ['9-17'] } },
      '0/week/MON "9-17" is no time of day; write for example 09:00-12:30, and 24:00 for the end of the day',
    ],
    [
      { week: { MON: ['24:00-24:30'] } },
      '0/week/MON "24:00-24:30" is no time of day; write for example 09:00-12:30, and 24:00 for the end of the day',
    ],
    [
      { week: { MON: ['22:00-06:00'] } },
      '0/week/MON "22:00-06:00" ends before it begins; write 22:00-24:00, and the rest on the next day',
    ],
    [
      { week: { MON: ['09:00-12:00', '11:00-13:00'] } },
      '0/week/MON "11:00-13:00" begins before the hours before it end; put them in order',
    ],
    [
      { week: { MON: [] } },
      '0/week the calendar is never open; give hours for at least one day, such as MON-FRI: [09:00-17:00]',
    ],
    [{ holidays: [{ name: 'x' }] }, '0/holidays/0 give either "date" or "country"'],
    [{ holidays: [{ date: '2027-02-30' }] }, '0/holidays/0/date "2027-02-30" is no date; write for example 2026-12-24'],
    [{ holidays: [{ date: '2027-02-03', region: 'BY' }] }, '0/holidays/0 "region" and "types" belong to a country'],
    [{ holidays: [{ country: 'XX' }] }, '0/holidays/0/country no holidays are known of "XX"; did you mean "AX"?'],
    [
      { holidays: [{ country: 'DE', region: 'BAY' }] },
      '0/holidays/0/region no holidays are known of "BAY" in DE; write one of BB, BE, BW, BY, HB, HE, HH, MV, NI, NW, RP, SH, SL, SN, ST, TH',
    ],
    [
      {
        exceptions: [
          { date: '2027-01-01', open: [] },
          { date: '2027-01-01', open: [] },
        ],
      },
      '0/exceptions/1/date the date is in /exceptions/0 of the calendar already',
    ],
  ])('%j is refused', async (wrong, problem) => {
    expect(await problemsOf({ ...office, ...wrong })).toEqual([problem]);
  });

  test('keys are unique', async () => {
    expect(await problemsOf(office, office)).toEqual(['1/key the key "office" is taken by /calendars/0']);
  });

  test('a timer with a calendar that the document does not declare is refused', async () => {
    const bpmn = (calendar: string) => `<?xml version="1.0"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:millrace="urn:millrace:bpmn:1" targetNamespace="t">
  <bpmn:process id="wait" isExecutable="true">
    <bpmn:startEvent id="s"/><bpmn:sequenceFlow id="f" sourceRef="s" targetRef="t"/>
    <bpmn:intermediateCatchEvent id="t">
      <bpmn:timerEventDefinition millrace:calendar="${calendar}"><bpmn:timeDuration>PT2H</bpmn:timeDuration></bpmn:timerEventDefinition>
    </bpmn:intermediateCatchEvent>
    <bpmn:sequenceFlow id="g" sourceRef="t" targetRef="e"/><bpmn:endEvent id="e"/>
  </bpmn:process>
</bpmn:definitions>`;
    const workflows = [{ key: 'wait', name: 'Wait', stages: ['a'], file: 'wait.bpmn' }];
    const check = async (calendar: string) =>
      (await validate({ ...documentOf(office), workflows }, { 'wait.bpmn': bpmn(calendar) })).errors;
    expect(await check('ofice')).toMatchObject([
      { path: 'wait.bpmn#t', message: 'the document has no calendar "ofice"; did you mean "office"?' },
    ]);
    expect(await check('office')).toEqual([]);
  });

  test('the offsets of a zone with half an hour of daylight saving time', () => {
    const at = (text: string) => Date.parse(text) / 1000;
    expect(zoneOffsets('Australia/Lord_Howe', at('2026-01-01T00:00:00Z'), at('2027-01-01T00:00:00Z'))).toEqual([
      [at('2026-01-01T00:00:00Z'), 11 * 3600],
      [at('2026-04-04T15:00:00Z'), 10.5 * 3600],
      [at('2026-10-03T15:30:00Z'), 11 * 3600],
    ]);
    expect(zoneOffsets('Asia/Kolkata', at('2026-01-01T00:00:00Z'), at('2027-01-01T00:00:00Z'))).toHaveLength(1);
  });

  test('a hundred calendars of different regions resolve in bounded time', async () => {
    const regions = ['BB', 'BE', 'BW', 'BY', 'HB', 'HE', 'HH', 'MV', 'NI', 'NW', 'RP', 'SH', 'SL', 'SN', 'ST', 'TH'];
    const many = Array.from({ length: 100 }, (_, index) => ({
      ...office,
      key: `c${index}`,
      holidays: [{ country: 'DE', region: regions[index % regions.length] }],
    }));
    const { valid } = await validate(documentOf(...many), {});
    expect(JSON.stringify(valid?.calendars).length).toBeLessThan(2_000_000);
    const countries = [
      'AT',
      'CH',
      'FR',
      'GB',
      'IT',
      'ES',
      'PL',
      'CZ',
      'NL',
      'BE',
      'DK',
      'SE',
      'NO',
      'FI',
      'IE',
      'PT',
      'US',
      'CA',
      'MX',
      'BR',
      'AR',
      'CL',
      'CO',
      'PE',
      'JP',
      'KR',
      'CN',
      'AU',
      'NZ',
      'ZA',
      'EG',
      'MA',
      'KE',
      'NG',
      'GR',
      'BG',
      'RO',
      'HU',
      'HR',
      'SI',
      'SK',
      'EE',
      'LV',
      'LT',
      'UA',
      'GE',
      'MT',
      'CY',
      'LU',
      'IS',
      'LI',
    ];
    const [problem] = await problemsOf({ ...office, holidays: countries.map((country) => ({ country })) });
    expect(problem).toBe('0/holidays/50 a document may name at most 50 countries and regions; give dates instead');
  });
});
