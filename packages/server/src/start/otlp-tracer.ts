import { createHash } from 'node:crypto';
import {
  type Context,
  DiagLogLevel,
  defaultTextMapGetter,
  diag,
  SpanKind as Kinds,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
} from '@opentelemetry/sdk-trace-base';
import type { Log } from '../kernel/log.js';
import { redactText } from '../kernel/redact-text.js';
import type { RootStart, Span, SpanKind, SpanStart, Tracer } from '../kernel/tracing.js';

const kinds: Readonly<Record<SpanKind, Kinds>> = {
  server: Kinds.SERVER,
  internal: Kinds.INTERNAL,
  consumer: Kinds.CONSUMER,
  client: Kinds.CLIENT,
};

const CLOSE_WITHIN_MS = 3000;
/** A collector that is away is told once in this time. */
const TELL_EVERY_MS = 60_000;

/**
 * A tracer that sends spans to an OTLP receiver over HTTP (protobuf). The address, headers, sampler, batches and the
 * resource come from the standard environment variables (OTEL_…), which the packages of OpenTelemetry read themselves.
 * This file is loaded only when tracing is configured.
 */
export function createOtlpTracer({ version, log }: { readonly version: string; readonly log: Log }): Tracer {
  tellFailures(log);
  const ids = new ServiceIds();
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'millrace', 'service.version': version }))
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new BasicTracerProvider({
    resource,
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('millrace', version);
  const propagator = new W3CTraceContextPropagator();
  return {
    begin(start) {
      const carrier = { traceparent: start.traceparent, tracestate: start.tracestate };
      const context =
        start.traceparent === undefined
          ? ROOT_CONTEXT
          : propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter);
      ids.next = otelTraceId(start.traceId);
      return begin(tracer, context, {
        ...start,
        attributes: { ...start.attributes, 'millrace.trace_id': start.traceId },
      });
    },
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_WITHIN_MS);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}

/**
 * The trace id of OpenTelemetry for one of the service (D6). A UUID, as the server makes them, is the same number without
 * hyphens. Other texts that a client chose are hashed; the attribute `millrace.trace_id` has the text.
 */
export function otelTraceId(traceId: string): string {
  const hex = traceId.replaceAll('-', '').toLowerCase();
  if (/^[0-9a-f]{32}$/.test(hex) && !/^0+$/.test(hex)) return hex;
  return createHash('sha256').update(traceId).digest('hex').slice(0, 32);
}

/** Gives the next trace the id that was set. A trace begins in one call, so no other can come between. */
class ServiceIds implements IdGenerator {
  next: string | undefined;
  readonly #random = new RandomIdGenerator();

  generateTraceId(): string {
    const id = this.next ?? this.#random.generateTraceId();
    this.next = undefined;
    return id;
  }

  generateSpanId(): string {
    return this.#random.generateSpanId();
  }
}

function begin(tracer: OtelTracer, parent: Context, { name, kind, attributes }: SpanStart | RootStart): Span {
  const span: OtelSpan = tracer.startSpan(name, { kind: kinds[kind], attributes: attributes ?? {} }, parent);
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    begin: (start) => begin(tracer, trace.setSpan(parent, span), start),
    set: (more) => void span.setAttributes(more),
    end(error) {
      if (error !== undefined) {
        const message = error instanceof Error ? error.message : String(error);
        span.setStatus({ code: SpanStatusCode.ERROR, message: redactText(message) });
      }
      span.end();
    },
  };
}

/** The packages report failures of the export here, once for each batch. */
function tellFailures(log: Log): void {
  let last = Number.NEGATIVE_INFINITY;
  const tell = (message: string, ...details: unknown[]) => {
    if (performance.now() - last < TELL_EVERY_MS) return;
    last = performance.now();
    const text = [message, ...details.map((detail) => (detail instanceof Error ? detail.message : String(detail)))];
    log.warn({ reason: redactText(text.join(' ')) }, 'traces could not be sent');
  };
  const quiet = () => undefined;
  const logger = { error: tell, warn: quiet, info: quiet, debug: quiet, verbose: quiet };
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
}
