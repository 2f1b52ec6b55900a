import { SERVICE_WORKER } from '#contract/delivery/build-list.ts'
import { integrityMap } from './integrity-map.ts'
import { lookForNewerBuild } from './newer-build.ts'

type ScriptUrlPolicy = { createScriptURL: (url: string) => string }
type PolicyFactory = { createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy }

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

/**
 * Starts a worker whose script comes after another one that it uses: that of a part that is installed apart from the build. `preface` was compared by
 * who calls, and ends with a line of its own.
 *
 * @throws TypeError as `startWorker`
 */
export async function startWorkerAfter(preface: string, url: string): Promise<Worker> {
  // While `npm run dev` runs, the source imports others by their places, so it is loaded from there.
  const own = import.meta.env.DEV
    ? `import ${JSON.stringify(new URL(url, location.href).href)}`
    : await fetchContent(url)
  const script = URL.createObjectURL(new Blob([preface, own], { type: 'text/javascript' }))
  checkedUrls.add(script)
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
  const script = URL.createObjectURL(new Blob([await fetchContent(url)], { type: 'text/javascript' }))
  checkedUrls.add(script)
  return script
}

async function fetchContent(url: string): Promise<ArrayBuffer> {
  const integrity = integrityMap()[url]
  if (!integrity || !isOwnScript(url, location.href)) throw new TypeError(`refused worker ${url}`)
  const response = await fetch(url, { integrity })
  if (!response.ok) {
    void lookForNewerBuild()
    throw new TypeError(`no worker at ${url}`)
  }
  return response.arrayBuffer()
}

/** The server delivers another service worker than this page was built with. */
export class ExchangedServiceWorker extends Error {
  override readonly name = 'ExchangedServiceWorker'
}

let compared: Promise<void> | undefined

/**
 * Registers `/sw.js` for the whole origin; undefined where service workers do not exist. Browsers compare it with nothing and it sees decrypted
 * files on their way to the disk, so its script is fetched and compared first, and again after each update.
 *
 * @throws {ExchangedServiceWorker} and forgets the one that was registered
 */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!navigator.serviceWorker) return undefined
  compared ??= compareServiceWorker()
  try {
    await compared
  } catch (error) {
    compared = undefined
    throw error
  }
  const options = { scope: '/', updateViaCache: 'none' } as const
  const registration = await navigator.serviceWorker.register(trustedScriptUrl(SERVICE_WORKER), options)
  registration.addEventListener('updatefound', () => (compared = undefined))
  return registration
}

async function compareServiceWorker(): Promise<void> {
  if (import.meta.env.DEV) return
  const response = await fetch(SERVICE_WORKER, { cache: 'no-store' })
  if (!response.ok) throw new TypeError(`no service worker at ${SERVICE_WORKER}`)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.arrayBuffer()))
  if (integrityMap()[SERVICE_WORKER] === `sha256-${btoa(String.fromCharCode(...digest))}`) return
  await (await navigator.serviceWorker.getRegistration('/'))?.unregister()
  void lookForNewerBuild()
  throw new ExchangedServiceWorker(`${SERVICE_WORKER} is not the one of this build`)
}
