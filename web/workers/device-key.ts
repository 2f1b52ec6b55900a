import { asAccountMasterKey, type AccountMasterKey, systemRandom, draw, utf8 } from '#crypto/index.ts'

const DATABASE = 'quantumshield-device'
const STORE = 'unlock'
type Saved = { userId: string; key: CryptoKey; iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer }

/**
 * "Stay unlocked on this device": the account master key under an AES-GCM key that the browser keeps and never exports.
 * It protects against a copied profile read by another program's scripts, not against someone using this browser.
 */
export async function rememberMasterKey(userId: string, amk: AccountMasterKey): Promise<void> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const iv = draw(systemRandom, 12)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: utf8(userId) }, key, amk.slice())
  await run('readwrite', (store) => store.put({ userId, key, iv, sealed } satisfies Saved, userId))
}

/** The key that was remembered for this account, if there is one that still opens. */
export async function recallMasterKey(userId: string): Promise<AccountMasterKey | undefined> {
  const saved = await run<Saved | undefined>('readonly', (store) => store.get(userId))
  if (!saved) return undefined
  try {
    const additionalData = utf8(userId)
    return asAccountMasterKey(
      new Uint8Array(
        await crypto.subtle.decrypt({ name: 'AES-GCM', iv: saved.iv, additionalData }, saved.key, saved.sealed),
      ),
    )
  } catch {
    await forgetMasterKeys()
    return undefined
  }
}

export async function forgetMasterKeys(): Promise<void> {
  await run('readwrite', (store) => store.clear())
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await settled(openDatabase())
  try {
    return await settled(work(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

function openDatabase(): IDBOpenDBRequest {
  const request = indexedDB.open(DATABASE, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
  return request
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })
}
