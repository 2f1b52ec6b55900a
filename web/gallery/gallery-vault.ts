import { createStore } from '#web/lib/remote/store.ts'
import type { SavedView, VaultClient } from '#web/lib/remote/vault-client.ts'

const stored: SavedView[] = [{ id: 'ashore', name: 'On land', query: 'state=ashore' }]
const placeOf = (id: string) => stored.findIndex((one) => one.id === id)

/** What the templates ask of a vault, kept as long as the page: nobody signs in to the gallery. */
export const galleryVault = {
  account: { state: createStore({ kind: 'open', userId: 'gallery' }) },
  views: {
    list: async () => [...stored],
    add: async (_: string, fields: Omit<SavedView, 'id'>) => {
      const view = { id: crypto.randomUUID(), ...fields }
      stored.push(view)
      return view
    },
    change: async (view: SavedView) => void stored.splice(placeOf(view.id), 1, view),
    remove: async (id: string) => void stored.splice(placeOf(id), 1),
  },
} as unknown as VaultClient
