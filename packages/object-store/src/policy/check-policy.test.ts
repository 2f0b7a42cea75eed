import { describe, expect, it } from 'vitest';
import { checkPolicy } from './check-policy.js';
import { parsePostPolicy } from './post-policy.js';

const now = Date.parse('2026-01-01T00:00:00Z');

function encode(document: unknown): string {
  return Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)).toString('base64');
}

function check(conditions: unknown, fields: Record<string, string>): unknown {
  const policy = parsePostPolicy(encode({ expiration: '2026-01-01T00:00:01Z', conditions }));
  return checkPolicy(policy, new Map(Object.entries(fields)), now);
}

function denied(reason: string): object {
  return expect.objectContaining({
    code: 'AccessDenied',
    status: 403,
    message: `Invalid according to Policy: ${reason}`,
  });
}

describe('[POST policy] conditions', () => {
  const accepted: [string, unknown[], Record<string, string>][] = [
    ['a simple condition', [{ acl: 'private' }], { acl: 'private' }],
    ['eq', [['eq', '$acl', 'private']], { acl: 'private' }],
    ['starts-with', [['starts-with', '$key', 'user/']], { key: 'user/a' }],
    ['starts-with of anything', [['starts-with', '$key', '']], { key: 'x' }],
    ['names and operators in any case', [['StArTs-WiTh', '$KeY', 'a'], { AcL: 'p' }], { key: 'ab', acl: 'p' }],
    ['a dollar in the value is no escape', [['starts-with', '$key', '\\$foo']], { key: '\\$foo.txt' }],
    [
      'a list of content types',
      [['starts-with', '$Content-Type', 'image/']],
      { 'content-type': 'image/png, image/gif' },
    ],
    [
      'several conditions on one field',
      [
        ['starts-with', '$key', 'a'],
        ['starts-with', '$key', 'ab'],
      ],
      { key: 'abc' },
    ],
    [
      'uncovered fields that need no condition',
      [],
      {
        ...{ policy: 'x', file: 'x', 'x-amz-signature': 'x', 'x-ignore-this': 'x' },
        ...{ awsaccesskeyid: 'x', signature: 'x', 'x-amz-checksum-sha256': 'x' },
      },
    ],
  ];
  it.each(accepted)('accepts %s', (_name, conditions, fields) => {
    expect(check(conditions, fields)).toBeUndefined();
  });

  const refused: [string, unknown[], Record<string, string>, string][] = [
    ['another value', [{ acl: 'private' }], { acl: 'public-read' }, 'Policy Condition failed: ["eq","$acl","private"]'],
    [
      'a value in another case',
      [['eq', '$acl', 'private']],
      { acl: 'Private' },
      'Policy Condition failed: ["eq","$acl","private"]',
    ],
    [
      'another prefix',
      [['starts-with', '$key', 'a']],
      { key: 'ba' },
      'Policy Condition failed: ["starts-with","$key","a"]',
    ],
    ['an absent field', [['starts-with', '$key', '']], {}, 'Policy Condition failed: ["starts-with","$key",""]'],
    [
      'one other content type in a list',
      [['starts-with', '$Content-Type', 'image/']],
      { 'content-type': 'image/png,text/html' },
      'Policy Condition failed: ["starts-with","$Content-Type","image/"]',
    ],
    ['a field without a condition', [{ acl: 'private' }], { acl: 'private', key: 'x' }, 'Extra input fields: key'],
    ['Content-MD5 without a condition', [], { 'content-md5': 'x' }, 'Extra input fields: content-md5'],
  ];
  it.each(refused)('refuses %s', (_name, conditions, fields, reason) => {
    expect(() => check(conditions, fields)).toThrow(denied(reason));
  });

  it('refuses from its expiration on', () => {
    const policy = parsePostPolicy(encode({ expiration: '2026-01-01T00:00:00.000Z', conditions: [] }));
    expect(() => checkPolicy(policy, new Map(), now)).toThrow(denied('Policy expired.'));
    expect(checkPolicy(policy, new Map(), now - 1)).toBeUndefined();
  });

  it('intersects length ranges', () => {
    expect(check([['content-length-range', 5, 10]], {})).toEqual({ min: 5, max: 10 });
    expect(check([['content-length-range', '5', '10']], {})).toEqual({ min: 5, max: 10 });
    expect(
      check(
        [
          ['content-length-range', 0, 10],
          ['content-length-range', 4, 20],
        ],
        {},
      ),
    ).toEqual({ min: 4, max: 10 });
  });
});

describe('[POST policy] a malformed document is 400 InvalidPolicyDocument', () => {
  const expiration = '2026-01-01T00:00:01Z';
  const documents: [string, unknown][] = [
    ['not JSON', '{"expiration":'],
    ['a list', []],
    ['no expiration', { conditions: [] }],
    ['EXPIRATION', { EXPIRATION: expiration, conditions: [] }],
    ['a date without T', { expiration: '2026-01-01 00:00:01+00:00', conditions: [] }],
    ['a date with an offset', { expiration: '2026-01-01T00:00:01+00:00', conditions: [] }],
    ['an impossible date', { expiration: '2026-13-01T00:00:01Z', conditions: [] }],
    ['no conditions', { expiration }],
    ['CONDITIONS', { expiration, CONDITIONS: [] }],
    ['conditions that are no list', { expiration, conditions: {} }],
    ['another member', { expiration, conditions: [], Statement: [] }],
    ['an empty condition', { expiration, conditions: [{}] }],
    ['a condition with two properties', { expiration, conditions: [{ acl: 'a', key: 'b' }] }],
    ['a value that is no string', { expiration, conditions: [{ acl: 1 }] }],
    ['an unknown operator', { expiration, conditions: [['ends-with', '$key', 'a']] }],
    ['a field without $', { expiration, conditions: [['eq', 'key', 'a']] }],
    ['an empty list', { expiration, conditions: [[]] }],
    ['a range with one bound', { expiration, conditions: [['content-length-range', 0]] }],
    ['a negative bound', { expiration, conditions: [['content-length-range', -1, 0]] }],
    ['a fractional bound', { expiration, conditions: [['content-length-range', 0, 1.5]] }],
    ['bounds the wrong way round', { expiration, conditions: [['content-length-range', 2, 1]] }],
    ['a condition that is a string', { expiration, conditions: ['x'] }],
  ];
  it.each(documents)('%s', (_name, document) => {
    expect(() => parsePostPolicy(encode(document))).toThrow(
      expect.objectContaining({ code: 'InvalidPolicyDocument', status: 400 }),
    );
  });

  it('text that is not base64', () => {
    expect(() => parsePostPolicy('{}')).toThrow(expect.objectContaining({ code: 'InvalidPolicyDocument' }));
  });
});
