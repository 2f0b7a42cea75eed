import { describe, expect, it } from 'vitest';
import { headersOf } from '../http/headers.js';
import { parseTarget } from '../http/uri.js';
import { settingsOf } from '../kernel/options.js';
import { authenticate } from './authenticate.js';
import { signV2 } from './signature-v2.js';

// The key and the examples of "Signing and authenticating REST requests" in the S3 user guide.
const credential = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};

function authenticateAt(date: string, path: string, headers: readonly string[], method = 'GET') {
  const clock = () => Date.parse(date);
  const settings = settingsOf({ directory: '', credentials: [credential], allowSignatureV2: true, clock });
  return authenticate(settings, method, parseTarget(path), headersOf(headers)).caller;
}

const signed = (date: string, signature: string): string[] => [
  ...['Date', date],
  ...['Authorization', `AWS ${credential.accessKeyId}:${signature}`],
];
const caller = { kind: 'credential', accessKeyId: credential.accessKeyId };

describe('signature version 2 of a header', () => {
  it.each([
    ['Tue, 27 Mar 2007 19:36:42 +0000', '/awsexamplebucket1/photos/puppy.jpg', 'qgk2+6Sv9/oM7G3qLEjTH1a1l1g='],
    [
      'Tue, 27 Mar 2007 19:42:41 +0000',
      '/awsexamplebucket1/?prefix=photos&max-keys=50',
      'm0WP8eCtspQl5Ahe6L1SozdX9YA=',
    ],
    ['Tue, 27 Mar 2007 19:44:46 +0000', '/awsexamplebucket1/?acl', '82ZHiFIjc+WbcwFKGUVEQspPn+0='],
  ])('verifies the example of %s', (date, path, signature) => {
    expect(authenticateAt(date, path, signed(date, signature))).toEqual(caller);
    expect(() => authenticateAt(date, path.replace('bucket1', 'bucket2'), signed(date, signature))).toThrow(
      /signature/,
    );
  });

  it('verifies the path of a bucket with and without a slash at the end, as clients sign it', () => {
    const date = 'Tue, 27 Mar 2007 19:42:41 +0000';
    for (const path of ['/awsexamplebucket1', '/awsexamplebucket1/']) {
      for (const query of ['', '?prefix=photos']) {
        expect(authenticateAt(date, path + query, signed(date, 'm0WP8eCtspQl5Ahe6L1SozdX9YA='))).toEqual(caller);
      }
    }
    const literal = signV2(credential.secretAccessKey, `GET\n\n\n${date}\n/awsexamplebucket1`);
    expect(authenticateAt(date, '/awsexamplebucket1', signed(date, literal))).toEqual(caller);
    const ofKey = signV2(credential.secretAccessKey, `GET\n\n\n${date}\n/awsexamplebucket1/key/`);
    expect(() => authenticateAt(date, '/awsexamplebucket1/key', signed(date, ofKey))).toThrow(/signature/);
  });
});

describe('signature version 2 of a presigned URL', () => {
  it('verifies the path of a bucket with a slash at the end', () => {
    const signature = signV2(credential.secretAccessKey, 'GET\n\n\n1175139620\n/awsexamplebucket1/');
    const query = new URLSearchParams({
      AWSAccessKeyId: credential.accessKeyId,
      Expires: '1175139620',
      Signature: signature,
    });
    const now = 'Tue, 27 Mar 2007 19:42:41 +0000';
    expect(authenticateAt(now, `/awsexamplebucket1?list-type=2&${query}`, [])).toEqual(caller);
    expect(() => authenticateAt('Fri, 30 Mar 2007 00:00:00 +0000', `/awsexamplebucket1?${query}`, [])).toThrow(
      /expired/,
    );
  });
});
