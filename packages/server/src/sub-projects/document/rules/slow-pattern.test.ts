import { expect, it } from 'vitest';
import { isSlowPattern } from './slow-pattern.js';

it.each(['^(a+)+$', '(a*)*', '([a-z]+)*', '(\\w+\\d?)+', '((a+)b?)*', '(?:x{2,})+', '(?<n>a+){3,}', '(a{1,20}){1,20}'])(
  'refuses %s',
  (pattern) => expect(isSlowPattern(pattern)).toBe(true),
);

it.each([
  '^[A-Z]{2}[0-9]{6}$',
  '^[A-Z]+(-[A-Z0-9]+)*$',
  '^\\d{4}-\\d{2}-\\d{2}$',
  '^(\\d{3}-){2}\\d{4}$',
  '^(?:EUR|USD) \\d+(,\\d{3})*$',
  '^[^@\\s]+@[^@\\s]+$',
  '^\\(a+\\)+$',
  '[(a+)]+',
  '(a+)?',
  '^\\p{Lu}+$',
])('accepts %s', (pattern) => expect(isSlowPattern(pattern)).toBe(false));
