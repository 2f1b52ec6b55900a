import { draw, systemRandom, utf8 } from '#crypto/index.ts'

type Saved = { userId: string; key: CryptoKey; iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer }

export type SealedStore = {
  remember: (userId: string, secret: Uint8Array) => Promise<void>
  /** Undefined where there is none that opens; one that does not open is removed. */
  recall: (userId: string) => Promise<Uint8Array | undefined>
  forget: (userId: string) => Promise<void>
  forgetAll: () => Promise<void>
}

/**
 * Secrets of accounts on this device, each under an AES-GCM key that the browser keeps and never exports. It protects against
 * a copied profile read by another program's scripts, not against someone using this browser.
 */
export function sealedStore(database: string, store: string): SealedStore {
  const run = runnerFor(database, store)
  return {
    remember: async (userId, secret) => {
      const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
      const iv = draw(systemRandom, 12)
      const sealed = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv, additionalData: utf8(userId) },
        key,
        secret.slice(),
      )
      await run('readwrite', (rows) => rows.put({ userId, key, iv, sealed } satisfies Saved, userId))
    },
    recall: async (userId) => {
      const saved = await run<Saved | undefined>('readonly', (rows) => rows.get(userId))
      if (!saved) return undefined
      try {
        const additionalData = utf8(userId)
        return new Uint8Array(
          await crypto.subtle.decrypt({ name: 'AES-GCM', iv: saved.iv, additionalData }, saved.key, saved.sealed),
        )
      } catch {
        await run('readwrite', (rows) => rows.delete(userId))
        return undefined
      }
    },
    forget: async (userId) => {
      await run('readwrite', (rows) => rows.delete(userId))
    },
    forgetAll: async () => {
      await run('readwrite', (rows) => rows.clear())
    },
  }
}

type Run = <T>(mode: IDBTransactionMode, work: (rows: IDBObjectStore) => IDBRequest<T>) => Promise<T>

function runnerFor(name: string, store: string): Run {
  return async (mode, work) => {
    const opening = indexedDB.open(name, 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store))
    const database = await settled(opening)
    try {
      return await settled(work(database.transaction(store, mode).objectStore(store)))
    } finally {
      database.close()
    }
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })
}
