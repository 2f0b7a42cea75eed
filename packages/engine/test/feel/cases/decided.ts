import type { FeelCase } from '../printed.js';

/** Cases in which engines of DMN differ, or a text of DMN leaves a choice, with the reason for the value here. */
export const decided: readonly { readonly because: string; readonly cases: readonly FeelCase[] }[] = [
  {
    because: 'a text that is not a duration of one kind is no duration',
    cases: [
      ['duration("P1Y2M3D")', 'null'],
      ['duration("P1W")', 'null'],
      ['duration("P-1Y")', 'null'],
      ['duration("+P1D")', 'null'],
    ],
  },
  {
    because: 'a local time is neither equal to one with a zone nor before or after it',
    cases: [
      ['time("10:00:00") = time("10:00:00Z")', 'false'],
      ['date and time("2021-01-01T10:00:00") = date and time("2021-01-01T10:00:00Z")', 'false'],
      ['date and time("2018-12-08T00:00:00") < date and time("2018-12-08T10:00:00Z")', 'null'],
    ],
  },
  {
    because: 'times with zones are compared as instants',
    cases: [
      ['time("10:00:00+01:00") = time("09:00:00Z")', 'true'],
      ['time("10:00:00+01:00") < time("09:30:00Z")', 'true'],
      ['time("10:10:10+10:00") - time("10:10:11@Australia/Melbourne")', 'duration -PT1S'],
    ],
  },
  {
    because: 'a list of one element is not its element, and a list is in a list that equals it',
    cases: [
      ['[1] = 1', 'null'],
      ['[1,2] in [1,2]', 'true'],
      ['1 in ([2,3,1])', 'true'],
      ['[1..3] in [[1..3]]', 'true'],
    ],
  },
  {
    because: 'a condition that is null is not satisfied, and null has no elements',
    cases: [
      ['every x in [true,null] satisfies x', 'false'],
      ['some x in [null] satisfies x', 'false'],
      ['every i in null satisfies true', 'null'],
      ['for i in 1..null return i', 'null'],
    ],
  },
  {
    because: 'numbers have 15 digits and print without zeros at the end or an exponent',
    cases: [
      ['string(1e21)', '"1000000000000000000000"'],
      ['string(0.0000001)', '"0.0000001"'],
      ['string(1.10)', '"1.1"'],
      ['10 ** 400', 'null'],
    ],
  },
  {
    because: 'lists and contexts print as they are written',
    cases: [
      ['string([1,"a",null,{a: "x"}])', JSON.stringify('[1, "a", null, {a: "x"}]')],
      ['string({a: "x", b: [1]})', JSON.stringify('{a: "x", b: [1]}')],
      ['string([1..3])', '"[1..3]"'],
    ],
  },
  {
    because: 'what matches in linear time refers to no earlier match',
    cases: [
      ['matches("aa","(a)\\\\1")', 'null'],
      ['matches("ab","a(?=b)")', 'null'],
    ],
  },
  {
    because: 'arguments are converted as DMN 10.3.2.9.4 says',
    cases: [
      ['(function(a:number) a)([1])', '1'],
      ['(function(a:list<number>) a)(1)', '[1]'],
      ['(function(a:date and time) a)(@"2021-01-01")', 'date and time 2021-01-01T00:00:00Z'],
    ],
  },
  {
    because: 'Camunda 8 has more functions and forms',
    cases: [
      ['get value({a:{b:1}},["a","b"])', '1'],
      ['is defined(null)', 'false'],
      ['is defined({a: 1}.b)', 'false'],
      ['is defined(0)', 'true'],
      ['get or else(null, 1)', '1'],
      ['get or else(2, 1)', '2'],
      ['is empty([])', 'true'],
      ['is empty([1])', 'false'],
      ['is blank(" \\t")', 'true'],
      ['is blank("a")', 'false'],
      ['trim("  hello  ")', '"hello"'],
      ['to base64("FEEL")', '"RkVFTA=="'],
      ['to base64("é🐎")', '"w6nwn5CO"'],
      ['extract("references are 1234, 1256, 1378", "12[0-9]*")', '["1234", "1256"]'],
      ['string join(["a","b"], ", ", "[", "]")', '"[a, b]"'],
      ['duplicate values([1,2,3,2,1])', '[2, 1]'],
      ['partition([1,2,3,4,5], 2)', '[[1, 2], [3, 4], [5]]'],
      ['partition([], 2)', '[]'],
      ['partition([1], 0)', 'null'],
      ['last day of month(date("2022-02-05"))', 'date 2022-02-28'],
      ['last day of month(date and time("2024-02-05T10:00:00"))', 'date 2024-02-29'],
      ['from json("{\\"a\\": [1, null]}").a', '[1, null]'],
      ['from json("{")', 'null'],
      ['to json({a: 1, b: [true, null]})', JSON.stringify('{"a":1,"b":[true,null]}')],
      ['fromAi(1, "a number", "number")', '1'],
      ['assert(1, true)', '1'],
      ['cycle(3, duration("PT1H"))', '"R3/PT1H"'],
      ['cycle(duration("P1D"))', '"R/P1D"'],
      [
        'date and time(@"2020-07-31T14:27:30@Europe/Berlin", "America/Los_Angeles")',
        'date and time 2020-07-31T05:27:30@America/Los_Angeles',
      ],
      ['date and time(@"2020-07-31T14:27:30@Europe/Berlin", "Z")', 'date and time 2020-07-31T12:27:30Z'],
      ['1 in (=1)', 'true'],
      ['2 in (=1, !=1)', 'true'],
    ],
  },
];
