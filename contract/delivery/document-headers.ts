/** One policy for every document: own scripts only, Trusted Types, nothing inline, nothing from elsewhere. */
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

/** On every answer of a server, whatever it is. */
export const BASELINE_HEADERS = {
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

/** The one inline script: hashes of what a document loads later (web/build/integrity.ts). */
const IMPORT_MAP = /<script type="importmap">([^<]*)<\/script>/g

/** The import maps of a document, which its policy names by their hashes. */
export function importMapsIn(html: string): string[] {
  return [...html.matchAll(IMPORT_MAP)].map(([, map = '']) => map)
}

/**
 * The policy of a document whose scripts are bound to their content: its own inline import map, by its hash, and no script that nothing
 * vouches for (https://w3c.github.io/webappsec-subresource-integrity/#integrity-policy).
 *
 * @param hashes SHA-256 of its import maps, in base64
 */
export function policyOf(hashes: readonly string[]): Record<string, string> {
  if (hashes.length === 0) return {}
  const sources = hashes.map((hash) => `'sha256-${hash}'`).join(' ')
  return {
    'content-security-policy': CONTENT_SECURITY_POLICY.replace(`script-src 'self'`, `$& ${sources}`),
    'integrity-policy': 'blocked-destinations=(script)',
  }
}
