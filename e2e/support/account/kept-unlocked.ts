import type { Page } from '@playwright/test'

export type Kept = { session: { user: { id: string } }; amk: Uint8Array }

/**
 * At a page of the server that is not the app: writes what a browser keeps for "Stay unlocked on this device", as
 * `web/lib/account/session/session-storage.ts` and `web/workers/device/device-key.ts` do. The app then opens the vault without a password.
 */
export async function keepUnlocked(page: Page, { session, amk }: Kept): Promise<void> {
  await page.evaluate((text) => {
    localStorage.setItem('quantumshield-stay', 'device')
    localStorage.setItem('quantumshield-session', text)
  }, JSON.stringify(session))
  await page.evaluate(writeKey, { userId: session.user.id, amk: [...amk] })
}

/** In the open app: from here on it is as after typing the password. The session ends with the browser, and the next page asks for the password. */
export async function stopKeepingUnlocked(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('quantumshield-stay', 'tab')
    document.cookie = 'qs-open=1; Path=/; SameSite=Strict'
  })
  await page.evaluate(writeKey, null)
}

/** Runs in the page, so it calls nothing of this file. Null removes what is there. */
async function writeKey(kept: { userId: string; amk: number[] } | null): Promise<void> {
  const settled = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
    })
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const additionalData = new TextEncoder().encode(kept?.userId)
  const amk = new Uint8Array(kept?.amk ?? [])
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, amk)
  const opening = indexedDB.open('quantumshield-device', 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('unlock'))
  const database = await settled(opening)
  const rows = database.transaction('unlock', 'readwrite').objectStore('unlock')
  await (kept ? settled(rows.put({ userId: kept.userId, key, iv, sealed }, kept.userId)) : settled(rows.clear()))
  database.close()
}
