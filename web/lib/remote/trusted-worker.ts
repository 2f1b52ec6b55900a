type ScriptUrlPolicy = { createScriptURL: (url: string) => string }
type PolicyFactory = { createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy }

/** The worker scripts of this build, and the one service worker. */
const ALLOWED = /^(?:\/assets\/[\w-]+\.worker-[\w-]+\.js|\/sw\.js)$/

/** True when `url` is a script of our own that may run off the main thread. */
export function isOwnScript(url: string, base: string): boolean {
  const { origin, pathname } = new URL(url, base)
  return origin === new URL(base).origin && ALLOWED.test(pathname)
}

/** True for the source of a worker while `npm run dev` serves it. Never true in what is built. */
function isSource(url: string): boolean {
  return import.meta.env.DEV && /^\/[\w/-]+\.worker\.ts\?/.test(url)
}

// lib.dom of TypeScript 7 does not know Trusted Types yet; Firefox before 148 does not have them.
const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes

const policy = factory?.createPolicy('app', {
  createScriptURL(url) {
    if (!isOwnScript(url, location.href) && !isSource(url)) throw new TypeError(`refused script ${url}`)
    return url
  },
})

/** Passes the address of one of our own scripts through the policy `app`, the only one the page may use. */
function trustedScriptUrl(url: string): string {
  return policy?.createScriptURL(url) ?? url
}

/** Starts a module worker. `new Worker(url)` itself is refused under `require-trusted-types-for 'script'`. */
export function startWorker(url: string): Worker {
  return new Worker(trustedScriptUrl(url), { type: 'module' })
}

/** Registers `/sw.js` for the whole origin; undefined where service workers do not exist. */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.register(trustedScriptUrl('/sw.js'), { scope: '/' })
}
