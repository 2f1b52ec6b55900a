import { lookForNewerBuild } from './newer-build.ts'

type ScriptUrlPolicy = { createScriptURL: (url: string) => string }
type PolicyFactory = { createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy }
type ImportMap = { integrity?: Record<string, string> }

/** The worker scripts of this build, and the one service worker. */
const ALLOWED = /^(?:\/assets\/[\w-]+\.worker-[\w-]+\.js|\/sw\.js)$/

/** Scripts of workers whose content was compared, as addresses in memory. */
const checked = new Map<string, Promise<string>>()
const checkedUrls = new Set<string>()

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
    if (!checkedUrls.has(url) && !isOwnScript(url, location.href) && !isSource(url)) {
      throw new TypeError(`refused script ${url}`)
    }
    return url
  },
})

/** Passes the address of one of our own scripts through the policy `app`, the only one the page may use. */
function trustedScriptUrl(url: string): string {
  return policy?.createScriptURL(url) ?? url
}

/**
 * Starts a module worker. `new Worker(url)` itself is refused under `require-trusted-types-for 'script'`, and browsers compare the script of a
 * worker with nothing; so it is fetched with the hash that the document names.
 *
 * @throws TypeError when the server delivers another script than the document names, or none.
 */
export async function startWorker(url: string): Promise<Worker> {
  // Sources have no hash.
  const script = import.meta.env.DEV ? url : await fetchChecked(url)
  return new Worker(trustedScriptUrl(script), { type: 'module' })
}

/** Gives the compared content as an address in memory, the same for each worker of a kind. */
function fetchChecked(url: string): Promise<string> {
  const known = checked.get(url)
  if (known) return known
  const fetched = fetchScript(url)
  checked.set(url, fetched)
  // The next start tries again.
  fetched.catch(() => checked.delete(url))
  return fetched
}

async function fetchScript(url: string): Promise<string> {
  const integrity = integrityOf(url)
  if (!integrity || !isOwnScript(url, location.href)) throw new TypeError(`refused worker ${url}`)
  const response = await fetch(url, { integrity })
  if (!response.ok) {
    void lookForNewerBuild()
    throw new TypeError(`no worker at ${url}`)
  }
  const script = URL.createObjectURL(new Blob([await response.arrayBuffer()], { type: 'text/javascript' }))
  checkedUrls.add(script)
  return script
}

/** From the import map of the document (`web/build/integrity.ts`). */
function integrityOf(url: string): string | undefined {
  const text = document.querySelector('script[type="importmap"]')?.textContent
  return text ? (JSON.parse(text) as ImportMap).integrity?.[url] : undefined
}

/** Registers `/sw.js` for the whole origin; undefined where service workers do not exist. */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.register(trustedScriptUrl('/sw.js'), { scope: '/' })
}
