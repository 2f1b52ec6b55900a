import type { FastifyInstance } from 'fastify'
import { BASELINE_HEADERS } from '#contract/delivery/document-headers.ts'
import type { Config } from '../config.ts'

const TWO_YEARS_SECONDS = 63_072_000

/** By TLS of its own, or behind a proxy that people reach by https. */
export const isReachedByHttps = ({ tls, publicUrl }: Pick<Config, 'tls' | 'publicUrl'>): boolean =>
  Boolean(tls) || publicUrl.startsWith('https:')

/** The baseline as it is sent, for documents about it. */
export function baselineHeaders({ isHttps }: { isHttps: boolean }): Record<string, string> {
  if (!isHttps) return BASELINE_HEADERS
  return { ...BASELINE_HEADERS, 'strict-transport-security': `max-age=${TWO_YEARS_SECONDS}; includeSubDomains` }
}

/** Puts the baseline on every response, errors and 304 included; a route may set a stricter policy of its own. */
export function securityHeaders(app: FastifyInstance, { isHttps }: { isHttps: boolean }): void {
  const headers = baselineHeaders({ isHttps })
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  // Answers are private unless a route said otherwise; only static files do.
  app.addHook('onSend', async (_request, reply, payload) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    return payload
  })
}
