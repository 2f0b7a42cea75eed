import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { type CredentialsSource, credentialsFrom } from './credentials.js';

const JSON_TYPE = 'application/json; charset=utf-8';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const basic = (id: string, secret: string, encode: (text: string) => string = encodeURIComponent): string =>
  `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}`;

const source = (over: Partial<CredentialsSource>): CredentialsSource => ({
  contentType: JSON_TYPE,
  body: undefined,
  authorization: undefined,
  ...over,
});

const grant = { grant_type: 'client_credentials' };
const both = { client_id: 'id', client_secret: 'secret' };
const expected = { clientId: 'id', clientSecret: 'secret', scope: undefined };

describe('[D10] accepted', () => {
  test.each<[string, Partial<CredentialsSource>]>([
    ['the JSON body of the interface', { body: both }],
    ['JSON with a grant type', { body: { ...both, ...grant } }],
    ['JSON with members that mean nothing here', { body: { ...both, audience: 7 } }],
    ['a form', { contentType: FORM_TYPE, body: { ...both, ...grant } }],
    ['Basic with a form', { contentType: FORM_TYPE, body: grant, authorization: basic('id', 'secret') }],
    ['Basic with JSON', { body: grant, authorization: basic('id', 'secret') }],
    [
      'Basic beside the same client_id in the form',
      { contentType: FORM_TYPE, body: { ...grant, client_id: 'id' }, authorization: basic('id', 'secret') },
    ],
    ['the body beside an old bearer token', { body: both, authorization: 'Bearer abc' }],
  ])('%s', (_name, over) => {
    expect(credentialsFrom(source(over))).toEqual(expected);
  });

  test('a scope', () => {
    expect(credentialsFrom(source({ body: { ...both, scope: 'process file.read' } })).scope).toBe('process file.read');
  });

  test('[RFC 6749 2.3.1] Basic parts are form-encoded', () => {
    const authorization = basic('urn:me', 'a+b %:ü', (text) => new URLSearchParams([['', text]]).toString().slice(1));
    expect(credentialsFrom(source({ body: grant, authorization }))).toMatchObject({
      clientId: 'urn:me',
      clientSecret: 'a+b %:ü',
    });
  });

  test('Basic that is not encoded, as curl -u sends it, and a colon in the secret', () => {
    const authorization = basic('id', 'a:b', (text) => text);
    expect(credentialsFrom(source({ body: grant, authorization }))).toMatchObject({ clientSecret: 'a:b' });
  });
});

describe('[D14] refused with 1200, status 400 and the RFC 6749 error', () => {
  const refusals: [string, Partial<CredentialsSource>, string][] = [
    ['no body', {}, 'invalid_request'],
    ['null', { body: null }, 'invalid_request'],
    ['an array', { body: [both] }, 'invalid_request'],
    ['a text', { body: 'client_id=id' }, 'invalid_request'],
    ['no secret', { body: { client_id: 'id' } }, 'invalid_request'],
    ['an empty id', { body: { ...both, client_id: '' } }, 'invalid_request'],
    ['an empty secret', { body: { ...both, client_secret: '' } }, 'invalid_request'],
    ['a number for a secret', { body: { ...both, client_secret: 7 } }, 'invalid_request'],
    ['a null secret', { body: { ...both, client_secret: null } }, 'invalid_request'],
    [
      'a repeated form member',
      { contentType: FORM_TYPE, body: { ...grant, ...both, client_id: ['a', 'b'] } },
      'invalid_request',
    ],
    ['an endless id', { body: { ...both, client_id: 'x'.repeat(257) } }, 'invalid_request'],
    ['an endless secret', { body: { ...both, client_secret: 'x'.repeat(1025) } }, 'invalid_request'],
    ['inherited members', { body: Object.create(both) }, 'invalid_request'],
    ['a form without grant type', { contentType: FORM_TYPE, body: both }, 'invalid_request'],
    ['Basic without grant type', { authorization: basic('id', 'secret') }, 'invalid_request'],
    ['another grant', { body: { ...both, grant_type: 'password' } }, 'unsupported_grant_type'],
    [
      'another grant in a form',
      { contentType: FORM_TYPE, body: { ...both, grant_type: 'refresh_token' } },
      'unsupported_grant_type',
    ],
    ['Basic and body', { body: { ...grant, ...both }, authorization: basic('id', 'secret') }, 'invalid_request'],
    [
      'Basic and another id',
      { body: { ...grant, client_id: 'me' }, authorization: basic('id', 'secret') },
      'invalid_request',
    ],
    ['Basic without colon', { body: grant, authorization: `Basic ${btoa('id')}` }, 'invalid_request'],
    ['Basic with an empty id', { body: grant, authorization: basic('', 'secret') }, 'invalid_request'],
    ['Basic with an empty secret', { body: grant, authorization: basic('id', '') }, 'invalid_request'],
    ['Basic that is not base64', { body: grant, authorization: 'Basic %%%' }, 'invalid_request'],
    ['Basic that is badly encoded', { body: grant, authorization: `Basic ${btoa('id:%zz')}` }, 'invalid_request'],
    ['a bare Basic', { body: grant, authorization: 'Basic' }, 'invalid_request'],
    ['Basic of endless length', { body: grant, authorization: basic('id', 'x'.repeat(1025)) }, 'invalid_request'],
  ];
  test.each(refusals)('%s', (_name, over, oauthError) => {
    const attempt = () => credentialsFrom(source(over));
    expect(attempt).toThrow(CatalogueError);
    expect(attempt).toThrow(expect.objectContaining({ id: 1200, status: 400, oauthError }));
  });

  test('[D9] whatever is sent, credentials or a 1200 come out', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('client_credentials', 'id', ''));
    const body = fc.oneof(
      fc.anything(),
      fc.dictionary(fc.constantFrom('client_id', 'client_secret', 'grant_type', 'scope', '__proto__'), text),
    );
    const authorization = fc.oneof(
      fc.constant(undefined),
      text,
      text.map((raw) => `Basic ${Buffer.from(raw).toString('base64')}`),
    );
    const contentType = fc.constantFrom(undefined, JSON_TYPE, FORM_TYPE, '');
    fc.assert(
      fc.property(body, authorization, contentType, (...given) => {
        const [sent, header, type] = given;
        try {
          const found = credentialsFrom({ body: sent, authorization: header, contentType: type });
          expect(found.clientId).not.toBe('');
          expect(found.clientSecret).not.toBe('');
        } catch (error) {
          expect(error).toMatchObject({ id: 1200, status: 400 });
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('the members to blame are named, and nothing sent is repeated', () => {
    const attempt = () => credentialsFrom(source({ body: { client_id: 7, client_secret: 'do-not-repeat' } }));
    expect(attempt).toThrow(
      expect.objectContaining({ errors: [{ pointer: '/client_id', detail: 'Must be one string.' }] }),
    );
    expect(attempt).not.toThrow(/do-not-repeat/);
  });
});
