import type { Backend } from './backend.ts'
import type { Hint } from './live-message.ts'

export type { Hint } from './live-message.ts'

export type LiveClient = {
  /** Listens for lists that changed, for as long as the vault is open. @returns stops listening */
  listen: (listeners: { onHint: (hint: Hint) => void; onRefused: () => void }) => () => void
}

/** What is connected comes with the first page that listens. */
export function createLive(backend: Promise<Backend>): LiveClient {
  return {
    listen: (listeners) => {
      let isOver = false
      let stop: (() => void) | undefined
      const start = async (): Promise<void> => {
        const { auth, config } = await backend
        if (!config.has_realtime || isOver) return
        const { listenForHints } = await import('./live.ts')
        if (isOver) return
        const readToken = async () => (await auth.getSession()).data.session?.access_token
        stop = listenForHints({ apikey: config.publishable_key, readToken, ...listeners })
      }
      // Without it the lists are read as often as before.
      start().catch(() => undefined)
      return () => {
        isOver = true
        stop?.()
      }
    },
  }
}
