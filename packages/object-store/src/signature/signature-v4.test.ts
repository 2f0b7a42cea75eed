import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { headersOf } from '../http/headers.js';
import { parseTarget } from '../http/uri.js';
import { type Settings, settingsOf } from '../kernel/options.js';
import { authenticate } from './authenticate.js';
import { decodeAwsChunked } from './aws-chunked.js';
import { canonicalRequest, parseCredential, signingKey, signV4, stringToSign } from './signature-v4.js';

/*
 * The known answers that AWS publishes: "Authenticating Requests: Using the Authorization Header", "... Query Parameters",
 * "Signature Calculations ... Transferring Payload in Multiple Chunks", "Examples: Browser-Based Upload using HTTP POST".
 */
const credential = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const emptyHash = createHash('sha256').digest('hex');
const host = 'examplebucket.s3.amazonaws.com';

function settingsAt(time: string): Settings {
  return settingsOf({ directory: '', credentials: [credential], clock: () => Date.parse(time) });
}

function authorization(signedHeaders: string, signature: string): string {
  return `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${signedHeaders},Signature=${signature}`;
}

const headerExamples = [
  {
    name: 'GET Object with a Range',
    method: 'GET',
    url: '/test.txt',
    headers: ['Range', 'bytes=0-9', 'x-amz-content-sha256', emptyHash],
    signedHeaders: 'host;range;x-amz-content-sha256;x-amz-date',
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    name: 'PUT Object',
    method: 'PUT',
    url: '/test%24file.text',
    headers: [
      ...['Date', 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class', 'REDUCED_REDUNDANCY'],
      ...['x-amz-content-sha256', createHash('sha256').update('Welcome to Amazon S3.').digest('hex')],
    ],
    signedHeaders: 'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    name: 'GET Bucket Lifecycle',
    method: 'GET',
    url: '/?lifecycle',
    headers: ['x-amz-content-sha256', emptyHash],
    signedHeaders: 'host;x-amz-content-sha256;x-amz-date',
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    name: 'GET Bucket (List Objects)',
    method: 'GET',
    url: '/?max-keys=2&prefix=J',
    headers: ['x-amz-content-sha256', emptyHash],
    signedHeaders: 'host;x-amz-content-sha256;x-amz-date',
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
];

describe('[AWS example] signatures in the Authorization header', () => {
  const settings = settingsAt('2013-05-24T00:00:00Z');
  for (const { name, method, url, headers, signedHeaders, signature } of headerExamples) {
    const common = [...headers, 'Host', host, 'x-amz-date', '20130524T000000Z'];
    const request = (value: string) =>
      authenticate(
        settings,
        method,
        parseTarget(url),
        headersOf([...common, 'Authorization', authorization(signedHeaders, value)]),
      );

    it(`${name} is accepted with the published signature`, () => {
      expect(request(signature).caller).toEqual({ kind: 'credential', accessKeyId: credential.accessKeyId });
    });

    it(`${name} is refused with any other`, () => {
      const wrong = signature.startsWith('0') ? `1${signature.slice(1)}` : `0${signature.slice(1)}`;
      expect(() => request(wrong)).toThrow(expect.objectContaining({ code: 'SignatureDoesNotMatch', status: 403 }));
    });
  }
});

it('[AWS example] the canonical request and string to sign of GET Object', () => {
  const canonical = canonicalRequest({
    method: 'GET',
    ...parseTarget('/test.txt'),
    headers: headersOf([
      ...['host', host, 'range', 'bytes=0-9', 'x-amz-content-sha256', emptyHash, 'x-amz-date', '20130524T000000Z'],
    ]),
    signedHeaders: ['host', 'range', 'x-amz-content-sha256', 'x-amz-date'],
    payloadHash: emptyHash,
  });
  const scope = parseCredential('AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request');
  if (!scope) throw new Error('the credential is well-formed');
  expect(stringToSign('20130524T000000Z', scope, canonical)).toBe(
    [
      'AWS4-HMAC-SHA256',
      '20130524T000000Z',
      '20130524/us-east-1/s3/aws4_request',
      '7344ae5b7ee6c3e7e6b0fe0640412a37625d1fbfff95c48bbb2dc43964946972',
    ].join('\n'),
  );
});

describe('[AWS example] presigned GET', () => {
  const url =
    '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404';
  const request = (time: string) =>
    authenticate(settingsAt(time), 'GET', parseTarget(url), headersOf(['Host', host])).caller.kind;

  it('is accepted until its expiry', () => {
    expect(request('2013-05-24T23:59:59Z')).toBe('credential');
  });

  it('is refused from its expiry on', () => {
    expect(() => request('2013-05-25T00:00:00Z')).toThrow(
      expect.objectContaining({ code: 'AccessDenied', status: 403 }),
    );
  });
});

it('[AWS example] the signature of a POST policy', () => {
  const policy =
    'eyAiZXhwaXJhdGlvbiI6ICIyMDE1LTEyLTMwVDEyOjAwOjAwLjAwMFoiLA0KICAiY29uZGl0aW9ucyI6IFsNCiAgICB7ImJ1Y2tldCI6ICJzaWd2NGV4YW1wbGVidWNrZXQifSwNCiAgICBbInN0YXJ0cy13aXRoIiwgIiRrZXkiLCAidXNlci91c2VyMS8iXSwNCiAgICB7ImFjbCI6ICJwdWJsaWMtcmVhZCJ9LA0KICAgIHsic3VjY2Vzc19hY3Rpb25fcmVkaXJlY3QiOiAiaHR0cDovL3NpZ3Y0ZXhhbXBsZWJ1Y2tldC5zMy5hbWF6b25hd3MuY29tL3N1Y2Nlc3NmdWxfdXBsb2FkLmh0bWwifSwNCiAgICBbInN0YXJ0cy13aXRoIiwgIiRDb250ZW50LVR5cGUiLCAiaW1hZ2UvIl0sDQogICAgeyJ4LWFtei1tZXRhLXV1aWQiOiAiMTQzNjUxMjM2NTEyNzQifSwNCiAgICB7IngtYW16LXNlcnZlci1zaWRlLWVuY3J5cHRpb24iOiAiQUVTMjU2In0sDQogICAgWyJzdGFydHMtd2l0aCIsICIkeC1hbXotbWV0YS10YWciLCAiIl0sDQoNCiAgICB7IngtYW16LWNyZWRlbnRpYWwiOiAiQUtJQUlPU0ZPRE5ON0VYQU1QTEUvMjAxNTEyMjkvdXMtZWFzdC0xL3MzL2F3czRfcmVxdWVzdCJ9LA0KICAgIHsieC1hbXotYWxnb3JpdGhtIjogIkFXUzQtSE1BQy1TSEEyNTYifSwNCiAgICB7IngtYW16LWRhdGUiOiAiMjAxNTEyMjlUMDAwMDAwWiIgfQ0KICBdDQp9';
  const scope = parseCredential('AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request');
  if (!scope) throw new Error('the credential is well-formed');
  expect(signV4(signingKey(credential.secretAccessKey, scope), policy)).toBe(
    '8afdbf4008c03f22c2cd3cdb72e4afbb1f6a588f3255ac628749a66d7f09699e',
  );
});

interface ChunkedExample {
  readonly contentSha256: string;
  readonly extraHeaders: readonly string[];
  readonly signedHeaders: string;
  readonly seed: string;
  readonly chunks: readonly [string, string, string];
  readonly trailer: string;
}

const chunkedExamples: Record<string, ChunkedExample> = {
  'signed chunks': {
    contentSha256: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
    extraHeaders: ['content-encoding', 'aws-chunked', 'content-length', '66824'],
    signedHeaders:
      'content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class',
    seed: '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
    chunks: [
      'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
      '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
      'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
    ],
    trailer: '\r\n',
  },
  'signed chunks and trailer': {
    contentSha256: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
    extraHeaders: ['content-encoding', 'aws-chunked', 'x-amz-trailer', 'x-amz-checksum-crc32c'],
    signedHeaders:
      'content-encoding;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class;x-amz-trailer',
    seed: '106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e',
    chunks: [
      'b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2',
      '1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7',
      '2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992',
    ],
    trailer:
      'x-amz-checksum-crc32c:sOO8/Q==\r\nx-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n\r\n',
  },
};

for (const [name, example] of Object.entries(chunkedExamples)) {
  describe(`[AWS example] ${name}`, () => {
    const headers = headersOf([
      ...['Host', 's3.amazonaws.com', 'x-amz-date', '20130524T000000Z', 'x-amz-storage-class', 'REDUCED_REDUNDANCY'],
      ...['x-amz-content-sha256', example.contentSha256, 'x-amz-decoded-content-length', '66560'],
      ...example.extraHeaders,
      ...['Authorization', authorization(example.signedHeaders, example.seed)],
    ]);
    const [first, second, last] = example.chunks;
    const body = Buffer.from(
      `10000;chunk-signature=${first}\r\n${'a'.repeat(65536)}\r\n400;chunk-signature=${second}\r\n${'a'.repeat(1024)}\r\n0;chunk-signature=${last}\r\n${example.trailer}`,
    );

    async function decode(bytes: Buffer, pieceBytes: number): Promise<string> {
      const url = parseTarget('/examplebucket/chunkObject.txt');
      const { payload } = authenticate(settingsAt('2013-05-24T00:00:00Z'), 'PUT', url, headers);
      if (payload.kind !== 'chunked') throw new Error('the payload is chunked');
      const pieces: Buffer[] = [];
      async function* inPieces(): AsyncGenerator<Buffer> {
        for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
      }
      const decoded = decodeAwsChunked(inPieces(), payload.signing, payload.trailer, () => undefined);
      for await (const piece of decoded) pieces.push(piece);
      return Buffer.concat(pieces).toString();
    }

    it('is accepted however the body is cut into pieces', async () => {
      for (const pieceBytes of [1, 87, 4096, 65_536, body.length]) {
        expect(await decode(body, pieceBytes)).toBe('a'.repeat(66_560));
      }
    });

    it('is refused when a byte of the data, of a signature or of the trailer changes', async () => {
      const places = [100, 65_700, body.indexOf(second) + 3, body.indexOf(last) + 3];
      if (example.trailer.length > 2) places.push(body.indexOf('sOO8') + 1);
      for (const place of places) {
        const changed = Buffer.from(body);
        changed[place] = body[place] === 0x62 ? 0x63 : 0x62;
        await expect(decode(changed, 4096), `byte ${place}`).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' });
      }
    });

    it('is refused when it ends early', async () => {
      for (const end of [50, 40_000, 65_700, body.indexOf(last) - 3]) {
        await expect(decode(body.subarray(0, end), 4096)).rejects.toMatchObject({ code: 'IncompleteBody' });
      }
    });
  });
}
