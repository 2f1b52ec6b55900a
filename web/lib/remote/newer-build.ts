import { createStore } from './store.ts'

/** How often a page that somebody comes back to asks, at most. */
const LOOK_EVERY_MS = 10 * 60_000

/**
 * True from when the server was found to serve another build than this page runs: the parts of the page that were not loaded yet are gone
 * from the server. Nothing is reloaded by itself; the person decides when.
 */
export const isOutdated = createStore(false)

/**
 * Asks for the script that this page began with. Its name carries a hash of what it imports, so it is gone with every new build.
 *
 * @param script its address; undefined for a page without one
 */
export async function lookForNewerBuild(script = ownScript()): Promise<void> {
  if (!script || isOutdated.read()) return
  try {
    const { status } = await fetch(script, { method: 'HEAD', cache: 'no-store' })
    if (status === 404) isOutdated.write(true)
  } catch (error) {
    // Without an answer nothing is known.
    if (!(error instanceof TypeError)) throw error
  }
}

/** Looks when a part of the page cannot be loaded, and now and then when somebody comes back to it. */
export function watchForNewerBuild(): void {
  addEventListener('vite:preloadError', () => void lookForNewerBuild())
  let lookedAtMs = performance.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - lookedAtMs < LOOK_EVERY_MS) return
    lookedAtMs = performance.now()
    void lookForNewerBuild()
  })
}

function ownScript(): string | undefined {
  return document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
}
