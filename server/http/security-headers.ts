import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** One policy for every document we serve: own scripts only, Trusted Types, nothing inline, nothing from elsewhere. */
const CONTENT_SECURITY_POLICY = [
  `default-src 'none'`,
  // 'wasm-unsafe-eval' lets Argon2id run as WebAssembly; it does not allow eval.
  `script-src 'self' 'wasm-unsafe-eval'`,
  `style-src 'self'`,
  `img-src 'self' blob: data:`,
  `media-src 'self' blob:`,
  `font-src 'self'`,
  `connect-src 'self'`,
  // 'blob:' are scripts of workers that the page compared with their hash; Trusted Types let no other pass (web/lib/remote/trusted-worker.ts).
  `worker-src 'self' blob:`,
  // The hidden frame through which the service worker hands a decrypted file to the browser's download.
  `frame-src 'self'`,
  `manifest-src 'self'`,
  `base-uri 'none'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
  `require-trusted-types-for 'script'`,
  'trusted-types app dompurify',
].join('; ')

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()',
  'x-frame-options': 'DENY',
  'origin-agent-cluster': '?1',
} as const

/**
 * The policy of a document whose scripts are bound to their content: its own inline import map, by its hash, and no script that nothing
 * vouches for (https://w3c.github.io/webappsec-subresource-integrity/#integrity-policy).
 */
export function withInlineScripts(scripts: string[]): Record<string, string> {
  if (scripts.length === 0) return {}
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return {
    'content-security-policy': CONTENT_SECURITY_POLICY.replace(`script-src 'self'`, `$& ${hashes.join(' ')}`),
    'integrity-policy': 'blocked-destinations=(script)',
  }
}

const TWO_YEARS_SECONDS = 63_072_000

/** The baseline as it is sent, for documents about it. */
export function baselineHeaders({ isHttps }: { isHttps: boolean }): Record<string, string> {
  if (!isHttps) return HEADERS
  return { ...HEADERS, 'strict-transport-security': `max-age=${TWO_YEARS_SECONDS}; includeSubDomains` }
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
