import { createStore } from '#web/lib/remote/store.ts'

const requests = createStore(0)

/** How often somebody asked to see the transfers; the panel opens when it changes. */
export const panelRequests: { read: () => number; subscribe: (listener: () => void) => () => void } = requests

/** Opens the transfers panel from elsewhere, as from a toast. */
export function openPanel(): void {
  requests.write(requests.read() + 1)
}
