import { randomBytes } from 'node:crypto';
import {
  Boolean as Asn1Boolean,
  type BaseBlock,
  Constructed,
  fromBER,
  GeneralizedTime,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Sequence,
} from 'asn1js';

/** A request to an authority of time stamps (RFC 3161, 2.4.1). */
export interface TimeStampRequest {
  readonly der: Buffer;
  readonly hash: Buffer;
  readonly nonce: Buffer;
}

/** What an authority has signed. */
export interface TimeStamp {
  /** DER, as `openssl ts -verify -token_in` reads it. */
  readonly token: Buffer;
  readonly at: Date;
}

const SHA_256 = '2.16.840.1.101.3.4.2.1';
const NONCE_BYTES = 8;
const POSITIVE = 0x7f;

/** @param hash SHA-256 of what is stamped */
export function timeStampRequest(hash: Buffer): TimeStampRequest {
  const nonce = randomBytes(NONCE_BYTES);
  // A positive number in the shortest form: neither the sign nor zeros in front.
  nonce[0] = ((nonce[0] ?? 0) & POSITIVE) | 1;
  const algorithm = new Sequence({ value: [new ObjectIdentifier({ value: SHA_256 }), new Null()] });
  const request = new Sequence({
    value: [
      new Integer({ value: 1 }),
      new Sequence({ value: [algorithm, new OctetString({ valueHex: new Uint8Array(hash) })] }),
      new Integer({ valueHex: new Uint8Array(nonce) }),
      // The certificate of the authority comes with the token, so that it can be verified years later.
      new Asn1Boolean({ value: true }),
    ],
  });
  return { der: Buffer.from(request.toBER()), hash, nonce };
}

/**
 * Reads the answer of an authority (RFC 3161, 2.4.2). It is not verified who signed it: auditors do that with the certificates that they
 * trust.
 *
 * @throws Error where the authority refused, or stamped something else
 */
export function readTimeStamp(der: Buffer, { hash, nonce }: TimeStampRequest): TimeStamp {
  const [status, token] = membersOf(decode(der), 'The answer');
  const [code] = membersOf(status, 'Its status');
  const granted = code instanceof Integer ? code.valueBlock.valueDec : -1;
  if ((granted !== 0 && granted !== 1) || token === undefined) {
    throw new Error(`the authority refused: status ${granted}`);
  }
  const [, imprintAlgorithmAndHash, serial, time, ...rest] = tokenInfo(token).slice(1);
  if (!(serial instanceof Integer && time instanceof GeneralizedTime)) throw new Error('the token has no time');
  const [, imprint] = membersOf(imprintAlgorithmAndHash, 'Its imprint');
  if (!(imprint instanceof OctetString && Buffer.from(imprint.getValue()).equals(hash))) {
    throw new Error('the token is of another text');
  }
  const returned = rest.find((one) => one instanceof Integer);
  if (returned === undefined || !Buffer.from(returned.valueBlock.valueHexView).equals(nonce)) {
    throw new Error('the token is the answer to another request');
  }
  return { token: Buffer.from(token.valueBeforeDecodeView), at: time.toDate() };
}

/** The members of the TSTInfo (RFC 3161, 2.4.2) that is inside of a signed message (RFC 5652, 5.1). */
function tokenInfo(token: BaseBlock): readonly BaseBlock[] {
  const [, content] = membersOf(token, 'The token');
  const [signedData] = membersOf(content, 'The content of the token');
  const [, , encapsulated] = membersOf(signedData, 'The signed data');
  const [, eContent] = membersOf(encapsulated, 'The encapsulated content');
  const [octets] = membersOf(eContent, 'The encapsulated content');
  if (!(octets instanceof OctetString)) throw new Error('the token has no content');
  return membersOf(decode(Buffer.from(octets.getValue())), 'The content of the token');
}

function decode(der: Buffer): BaseBlock {
  const { offset, result } = fromBER(new Uint8Array(der));
  if (offset === -1) throw new Error('the answer of the authority is no ASN.1');
  return result;
}

function membersOf(block: BaseBlock | undefined, what: string): readonly BaseBlock[] {
  if (block instanceof Constructed) return block.valueBlock.value as BaseBlock[];
  throw new Error(`${what} of the authority has another form than RFC 3161 says`);
}
