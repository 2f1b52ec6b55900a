import { fromBase64Url, toBase64Url } from '#crypto/encoding.ts'
import type { Keep } from '#web/workers/device/device-key.ts'
import { noteTouch, wasLeftAlone } from '../../idle-lock.ts'
import type { Siblings } from './siblings.ts'
import type { Stay } from './stay.ts'

const KEY = 'quantumshield-browser-secret'
const SECRET_BYTES = 32

/**
 * The half that this tab holds of what "until the browser closes" needs: the account key lies in IndexedDB, sealed under this secret, which
 * only open tabs know, and what the browser keeps to restore a tab. A page cannot tell whether it was restored or came back from the site, so
 * a restored tab opens again; without one, nothing opens what lies there once the last tab is closed.
 */
export function createTabSecret(tab: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = sessionStorage) {
  const set = (secret: string): string => {
    tab.setItem(KEY, secret)
    return secret
  }
  return {
    get: (): string | null => tab.getItem(KEY),
    set,
    forget: (): void => tab.removeItem(KEY),
    make: (): string => set(toBase64Url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))),
  }
}

export type Keeping = {
  /** Nobody touched any tab for as long as locks the vault: what opens it is not to be used any more. */
  isLeftAlone: () => boolean
  /** How the worker keeps the account key of a vault that a person opens now, or gives a new key. */
  forOpening: (chosen?: Stay) => Promise<Keep>
  /**
   * Opens by what was kept before, by whatever this tab or another one knows.
   * @param open undefined where it opens nothing. @returns the same.
   */
  recall: (open: (keep: Keep) => Promise<string | undefined>) => Promise<string | undefined>
  /** This tab knows nothing any more that opens what is kept. */
  forget: () => void
}

/** What this browser keeps of an open vault, as the person chose. */
export function createKeeping(
  stay: () => Stay,
  secret: ReturnType<typeof createTabSecret>,
  siblings: Pick<Siblings, 'askForSecret'>,
  local: Pick<Storage, 'getItem' | 'setItem'> = localStorage,
): Keeping {
  const inBrowser = (text: string): Keep => ({ stay: 'browser', secret: fromBase64Url(text) })
  return {
    isLeftAlone: () => wasLeftAlone(local, Date.now()),
    forget: secret.forget,

    async forOpening(chosen = stay()) {
      noteTouch(local, Date.now())
      if (chosen !== 'browser') return { stay: chosen }
      const known = secret.get() ?? (await siblings.askForSecret(async (theirs) => theirs))
      return inBrowser(known === undefined ? secret.make() : secret.set(known))
    },

    async recall(open) {
      const chosen = stay()
      if (chosen === 'tab') return undefined
      if (chosen === 'device') return open({ stay: chosen })
      const own = secret.get()
      const opened = own === null ? undefined : await open(inBrowser(own))
      if (opened !== undefined) return opened
      // Another tab may have unlocked since, under a secret of its own.
      return siblings.askForSecret(async (theirs) => {
        const byTheirs = theirs === own ? undefined : await open(inBrowser(theirs))
        if (byTheirs !== undefined) secret.set(theirs)
        return byTheirs
      })
    },
  }
}
