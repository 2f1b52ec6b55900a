import { type Context, context, ROOT_CONTEXT, SpanKind, trace, type Tracer } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { markFailed } from './in-span.ts'

const propagator = new W3CTraceContextPropagator()
const carrier = {
  get: (headers: Record<string, string>, name: string) => headers[name],
  keys: (headers: Record<string, string>) => Object.keys(headers),
}

/**
 * One span for each request, until its answer has ended or its connection has. Routes are named as they are written: addresses and queries carry
 * tokens, so neither they nor headers are in a span.
 */
export function traceRequests(
  app: FastifyInstance,
  tracer: Tracer,
  { isBehindProxy }: { isBehindProxy: boolean },
): void {
  const contexts = new WeakMap<FastifyRequest, Context>()
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions } = request
    const route = routeOptions.url
    const options = {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': method, ...(route !== undefined && { 'http.route': route }) },
    }
    const span = tracer.startSpan(
      `${method} ${route ?? 'none'}`,
      options,
      isBehindProxy ? parentOf(request) : ROOT_CONTEXT,
    )
    let isWhole = false
    reply.raw.once('finish', () => (isWhole = true))
    reply.raw.once('close', () => {
      const { headersSent, statusCode } = reply.raw
      if (headersSent) span.setAttribute('http.response.status_code', statusCode)
      if (headersSent && statusCode >= 500) markFailed(span, String(statusCode))
      else if (!isWhole) markFailed(span, 'cut_off')
      span.end()
    })
    const own = trace.setSpan(ROOT_CONTEXT, span)
    contexts.set(request, own)
    context.with(own, done)
  })
  // A body arrives in the context of its connection, and what follows would continue in that.
  app.addHook('preValidation', (request, _reply, done) => {
    context.with(contexts.get(request) ?? ROOT_CONTEXT, done)
  })
}

/** Of a trusted proxy only: anybody else could put requests into traces of others. Its tracestate may say anything and is left out. */
function parentOf({ headers: { traceparent } }: FastifyRequest): Context {
  if (typeof traceparent !== 'string') return ROOT_CONTEXT
  return propagator.extract(ROOT_CONTEXT, { traceparent }, carrier)
}
