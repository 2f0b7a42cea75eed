import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as an OTLP receiver decodes it; ids are hex, attributes are texts and whole numbers. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client, 5 consumer. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Of the resource: the service. */
  readonly resource: Readonly<Record<string, string | number>>;
}

export interface OtlpReceiver {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  readonly spans: readonly ReceivedSpan[];
  /** Headers of the requests that brought them. */
  readonly headers: readonly NodeJS.Dict<string | string[]>[];
  close(): void;
}

/** A receiver of OTLP over HTTP (protobuf) that keeps what it gets. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const headers: NodeJS.Dict<string | string[]>[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url !== '/v1/traces' || request.headers['content-type'] !== 'application/x-protobuf') {
        response.writeHead(400).end();
        return;
      }
      headers.push(request.headers);
      spans.push(...decodeTraces(Buffer.concat(chunks)));
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, spans, headers, close: () => void server.close() };
}

/** Field numbers are those of opentelemetry/proto: trace_service.proto, trace.proto, common.proto. */
function decodeTraces(bytes: Buffer): readonly ReceivedSpan[] {
  return messages(bytes, 1).flatMap((resourceSpans) => {
    const resource = attributesOf(messages(resourceSpans, 1)[0] ?? Buffer.alloc(0), 1);
    return messages(resourceSpans, 2).flatMap((scope) => messages(scope, 2).map((span) => spanOf(span, resource)));
  });
}

function spanOf(span: Buffer, resource: ReceivedSpan['resource']): ReceivedSpan {
  const hex = (field: number) => (messages(span, field)[0] ?? Buffer.alloc(0)).toString('hex');
  return {
    traceId: hex(1),
    spanId: hex(2),
    parentSpanId: hex(4),
    name: messages(span, 5)[0]?.toString() ?? '',
    kind: Number(fieldsOf(span).find(({ field }) => field === 6)?.value ?? 0),
    attributes: attributesOf(span, 9),
    resource,
  };
}

function attributesOf(message: Buffer, field: number): Readonly<Record<string, string | number>> {
  const entries = messages(message, field).map((entry) => {
    const [any] = fieldsOf(messages(entry, 2)[0] ?? Buffer.alloc(0));
    const value = any?.field === 1 && Buffer.isBuffer(any.value) ? any.value.toString() : Number(any?.value ?? 0);
    return [messages(entry, 1)[0]?.toString() ?? '', value] as const;
  });
  return Object.fromEntries(entries);
}

interface Field {
  readonly field: number;
  /** Bytes of a length-delimited or fixed field, otherwise the number. */
  readonly value: Buffer | bigint;
}

const messages = (bytes: Buffer, field: number): readonly Buffer[] =>
  fieldsOf(bytes).flatMap((one) => (one.field === field && Buffer.isBuffer(one.value) ? [one.value] : []));

/** The wire format of protobuf: varints, 8 and 4 bytes, and bytes with their length. */
function fieldsOf(bytes: Buffer): readonly Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at);
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Buffer => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const type = tag & 7;
    const value = type === 0 ? varint() : take(type === 1 ? 8 : type === 5 ? 4 : Number(varint()));
    fields.push({ field: tag >> 3, value });
  }
  return fields;
}
