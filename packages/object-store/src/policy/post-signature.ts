import { S3Error } from '../kernel/error.js';
import type { Settings } from '../kernel/options.js';
import type { Caller } from '../signature/caller.js';
import { credentialOf, signatureMismatch } from '../signature/header-signature.js';
import { requireV2Allowed, signV2 } from '../signature/signature-v2.js';
import {
  ALGORITHM_V4,
  parseAmzDate,
  parseCredential,
  sameSignature,
  signingKey,
  signV4,
} from '../signature/signature-v4.js';

/** Required fields by lower-case name, with the spelling that S3 uses in messages. */
const v4Fields = {
  'x-amz-algorithm': 'X-Amz-Algorithm',
  'x-amz-credential': 'X-Amz-Credential',
  'x-amz-date': 'X-Amz-Date',
  'x-amz-signature': 'X-Amz-Signature',
} as const;
const v2Fields = { awsaccesskeyid: 'AWSAccessKeyId', signature: 'Signature' } as const;
type Field = keyof typeof v4Fields | keyof typeof v2Fields | 'policy';

/**
 * Verifies the signature over a form's `policy` field, as received. A form without any field of a signature is
 * anonymous. A form with only some of them is refused. `fields` has lower-case names.
 * @throws InvalidArgument, InvalidAccessKeyId and SignatureDoesNotMatch
 */
export function authenticateForm(settings: Settings, fields: ReadonlyMap<string, string>): Caller {
  const isV4 = Object.keys(v4Fields).some((name) => fields.has(name));
  const isV2 = !isV4 && Object.keys(v2Fields).some((name) => fields.has(name));
  if (!isV4 && !isV2) return { kind: 'anonymous' };
  const policy = field(fields, 'policy');
  const accessKeyId = isV2 ? verifyV2(settings, fields, policy) : verifyV4(settings, fields, policy);
  return { kind: 'credential', accessKeyId };
}

function verifyV4(settings: Settings, fields: ReadonlyMap<string, string>, policy: string): string {
  const algorithm = field(fields, 'x-amz-algorithm');
  if (algorithm !== ALGORITHM_V4) {
    throw invalidField('x-amz-algorithm', algorithm, `X-Amz-Algorithm only supports "${ALGORITHM_V4}"`);
  }
  const credentialText = field(fields, 'x-amz-credential');
  const scope = parseCredential(credentialText);
  const amzDate = field(fields, 'x-amz-date');
  const signature = field(fields, 'x-amz-signature');
  if (scope?.service !== 's3') {
    throw invalidField(
      'x-amz-credential',
      credentialText,
      'the Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/s3/aws4_request".',
    );
  }
  if (scope.region !== settings.region) {
    const reason = `the region '${scope.region}' is wrong; expecting '${settings.region}'`;
    throw invalidField('x-amz-credential', credentialText, reason, { Region: settings.region });
  }
  if (parseAmzDate(amzDate) === undefined || !amzDate.startsWith(scope.date)) {
    throw invalidField('x-amz-date', amzDate, 'X-Amz-Date must be in the ISO8601 Long format, on the credential’s day');
  }
  const credential = credentialOf(settings, scope.accessKeyId);
  if (fields.has('x-amz-security-token')) throw new S3Error('InvalidToken');
  const expected = signV4(signingKey(credential.secretAccessKey, scope), policy);
  if (!sameSignature(expected, signature)) throw signatureMismatch(scope.accessKeyId, signature, policy);
  return scope.accessKeyId;
}

function verifyV2(settings: Settings, fields: ReadonlyMap<string, string>, policy: string): string {
  requireV2Allowed(settings);
  const accessKeyId = field(fields, 'awsaccesskeyid');
  const signature = field(fields, 'signature');
  const credential = credentialOf(settings, accessKeyId);
  if (!sameSignature(signV2(credential.secretAccessKey, policy), signature)) {
    throw signatureMismatch(accessKeyId, signature, policy);
  }
  return accessKeyId;
}

function field(fields: ReadonlyMap<string, string>, name: Field): string {
  const value = fields.get(name);
  if (value === undefined || value === '') throw missingField(spellingOf(name));
  return value;
}

/** The refusal of a form that lacks a field before its file. S3 writes two spaces. */
export function missingField(name: string): S3Error {
  return new S3Error(
    'InvalidArgument',
    `Bucket POST must contain a field named '${name}'.  If it is specified, please check the order of the fields.`,
    { ArgumentName: name, ArgumentValue: '' },
  );
}

function invalidField(name: Field, value: string, reason: string, details: Record<string, string> = {}): S3Error {
  return new S3Error('InvalidArgument', reason, { ArgumentName: spellingOf(name), ArgumentValue: value, ...details });
}

function spellingOf(name: Field): string {
  return { ...v4Fields, ...v2Fields, policy: 'Policy' }[name];
}
