import { AsyncLocalStorage } from 'node:async_hooks';

/** What happens in a span, in OpenTelemetry's terms. */
export type SpanKind = 'server' | 'internal' | 'consumer' | 'client';

/** Names as in OpenTelemetry's semantic conventions where these have one, else `millrace.…`. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** How a span begins. */
export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
}

/** A span that has begun. */
export interface Span {
  /** For the header of this name of a request to another service. */
  readonly traceparent: string;
  /** Begins a span below this one. */
  begin(start: SpanStart): Span;
  set(attributes: SpanAttributes): void;
  /** @param error what made it fail */
  end(error?: unknown): void;
}

/** How the first span of this server in a trace begins. */
export interface RootStart extends SpanStart {
  /** The trace id of the service (D6): a request's `x-service-traceid`, or that of the request that started a run. */
  readonly traceId: string;
  /** Of the caller, when it sent these headers. */
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

/** Records traces. There is none unless OTLP is configured. */
export interface Tracer {
  begin(start: RootStart): Span;
  /** Sends what is recorded, for some seconds at most. */
  close(): Promise<void>;
}

const spans = new AsyncLocalStorage<Span>();

/** The span in which the calling code runs; undefined without tracing, and outside of requests and jobs. */
export const currentSpan = (): Span | undefined => spans.getStore();

/** Runs `work` in a span, which the caller ends. */
export const runInSpan = <T>(span: Span, work: () => T): T => spans.run(span, work);

/** Runs `work` in a span below the current one. Without one it runs `work` and costs nothing else. */
export function inSpan<T>(start: SpanStart, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  const parent = spans.getStore();
  return parent === undefined ? work(undefined) : inGivenSpan(parent.begin(start), work);
}

/** Runs `work` in a span and ends it with the outcome. */
export async function inGivenSpan<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    const result = await spans.run(span, () => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}
