import { type CorsRule, corsMethods } from '../http/cors.js';
import { isHeaderValue } from '../http/headers.js';
import { type ParsedXml, parseXml, type XmlNode, xmlDocument, xmlList, xmlText, xmlTexts } from '../http/xml.js';
import { S3Error } from '../kernel/error.js';
import { bucketOf, type Operation, xmlReply } from '../request/exchange.js';
import { receiveSmallBody } from '../request/receive-body.js';

/** Limits of S3. */
const MAX_CONFIGURATION_BYTES = 64 * 1024;
const MAX_RULES = 100;
const MAX_ID_LENGTH = 255;

/** GetBucketCors. */
export const getBucketCors: Operation = async (exchange) => {
  const bucket = bucketOf(exchange);
  const { cors } = bucket.record;
  if (!cors) throw new S3Error('NoSuchCORSConfiguration', undefined, { BucketName: bucket.name });
  return xmlReply(xmlDocument('CORSConfiguration', { CORSRule: cors.map(ruleElement) }));
};

/** PutBucketCors: from now on these rules decide for the bucket, instead of the origins that the store allows. */
export const putBucketCors: Operation = async (exchange) => {
  const bucket = bucketOf(exchange);
  const document = parseXml(await receiveSmallBody(exchange, MAX_CONFIGURATION_BYTES), 'CORSConfiguration');
  const cors = xmlList(document, 'CORSRule').map(readRule);
  if (cors.length === 0 || cors.length > MAX_RULES) throw new S3Error('MalformedXML');
  await exchange.disk.updateBucket(bucket, (record) => ({ ...record, cors }));
  return { status: 200 };
};

/** DeleteBucketCors: from now on the origins that the store allows may call again. */
export const deleteBucketCors: Operation = async (exchange) => {
  await exchange.disk.updateBucket(bucketOf(exchange), ({ cors: _removed, ...record }) => record);
  return { status: 204 };
};

function readRule(node: { [name: string]: ParsedXml }): CorsRule {
  const rule: CorsRule = {
    id: xmlText(node, 'ID'),
    allowedOrigins: xmlTexts(node, 'AllowedOrigin').map((text) => onePattern('AllowedOrigin', text)),
    allowedMethods: xmlTexts(node, 'AllowedMethod'),
    allowedHeaders: xmlTexts(node, 'AllowedHeader').map((text) => onePattern('AllowedHeader', text)),
    exposeHeaders: xmlTexts(node, 'ExposeHeader'),
    maxAgeSeconds: readSeconds(xmlText(node, 'MaxAgeSeconds')),
  };
  if (rule.allowedOrigins.length === 0 || rule.allowedMethods.length === 0) throw new S3Error('MalformedXML');
  if ((rule.id?.length ?? 0) > MAX_ID_LENGTH) throw new S3Error('MalformedXML');
  const unknown = rule.allowedMethods.find((method) => !corsMethods.some((known) => known === method));
  if (unknown !== undefined) {
    throw new S3Error(
      'InvalidRequest',
      `Found unsupported HTTP method in CORS config. Unsupported method is ${unknown}`,
    );
  }
  const exposed = rule.exposeHeaders.find((name) => name.includes('*') || !isHeaderValue(name));
  if (exposed !== undefined) {
    throw new S3Error(
      'InvalidRequest',
      `ExposeHeader "${exposed}" contains wildcard. We currently do not support wildcard for ExposeHeader.`,
    );
  }
  return rule;
}

function onePattern(name: string, pattern: string): string {
  if (pattern.indexOf('*') === pattern.lastIndexOf('*')) return pattern;
  throw new S3Error('InvalidRequest', `${name} "${pattern}" can not have more than one wildcard.`);
}

function readSeconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\s*\d{1,10}\s*$/.test(text)) return Number(text);
  throw new S3Error('MalformedXML');
}

function ruleElement(rule: CorsRule): XmlNode {
  return {
    ID: rule.id,
    AllowedHeader: rule.allowedHeaders,
    AllowedMethod: rule.allowedMethods,
    AllowedOrigin: rule.allowedOrigins,
    ExposeHeader: rule.exposeHeaders,
    MaxAgeSeconds: rule.maxAgeSeconds,
  };
}
