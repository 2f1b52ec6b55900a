import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api'

export type SpanOf = { name: string; kind: SpanKind; attributes: Attributes }

/**
 * Runs `work` in a span. Of an error it keeps the name of its class alone: the text may quote rows, names and addresses.
 */
export async function inSpan<T>(tracer: Tracer, { name, ...options }: SpanOf, work: () => Promise<T>): Promise<T> {
  const span = tracer.startSpan(name, options)
  try {
    return await context.with(trace.setSpan(context.active(), span), work)
  } catch (error) {
    markFailed(span, error instanceof Error ? error.name : 'unknown')
    throw error
  } finally {
    span.end()
  }
}

/** The same within a request or a job; what the rounds of the background do all day long has no span. */
export function inPart<T>(tracer: Tracer, span: SpanOf, work: () => Promise<T>): Promise<T> {
  return trace.getSpan(context.active()) === undefined ? work() : inSpan(tracer, span, work)
}

export function markFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}
