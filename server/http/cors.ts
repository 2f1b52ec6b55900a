import type { FastifyInstance } from 'fastify'

const SERVICES = /^\/(auth|rest|storage|functions|realtime)\/v1(\/|$|\?)/

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'

/** What supabase-js and TUS clients send. */
const ALLOWED_HEADERS = [
  'authorization, apikey, content-type, x-client-info, x-supabase-api-version, prefer, accept, accept-profile',
  'content-profile, range, range-unit, if-none-match, if-match, if-modified-since, x-upsert, x-metadata, cache-control',
  'x-retry-count, x-region, x-captcha-token, x-read-purpose, audit-nonce, traceparent, tracestate, baggage, x-signature',
  'tus-resumable, upload-length, upload-metadata, upload-offset, upload-concat, upload-defer-length',
].join(', ')

/** Without `x-supabase-api-version` clients cannot read the newer shape of errors. */
const EXPOSED_HEADERS = [
  'x-total-count, link, x-supabase-api-version, x-sb-error-code, content-range, content-location, content-profile',
  'preference-applied, location, x-relay-error, retry-after, etag, audit-receipt',
  'upload-offset, upload-length, upload-metadata, upload-expires, tus-resumable, tus-version, tus-extension, tus-max-size',
  'tus-complete',
].join(', ')

const PREFLIGHT_SECONDS = 600

/**
 * Lets web pages of `origins` call the five services, errors included. Our own pages need none of this. Credentials stay
 * out: callers are named by headers, and a cookie of ours would be sent for any page.
 *
 * @param origins as browsers write them, such as `https://app.example.com`; `*` is any.
 */
export function cors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const isAny = origins.includes('*')
  app.addHook('onRequest', async (request, reply) => {
    if (!SERVICES.test(request.url)) return
    if (!isAny) reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !(isAny || origins.includes(origin))) return
    reply.headers({
      'access-control-allow-origin': isAny ? '*' : origin,
      'access-control-expose-headers': EXPOSED_HEADERS,
    })
    // Only a preflight names a method; other OPTIONS are questions about TUS or a table.
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
      return reply
        .code(204)
        .headers({
          'access-control-allow-methods': METHODS,
          'access-control-allow-headers': ALLOWED_HEADERS,
          'access-control-max-age': String(PREFLIGHT_SECONDS),
        })
        .send()
    }
  })
}
