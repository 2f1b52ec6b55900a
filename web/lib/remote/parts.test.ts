import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let announce: (error: unknown) => void
let parts: typeof import('./parts.ts')
beforeEach(async () => {
  vi.resetModules()
  vi.stubGlobal('addEventListener', (name: string, listener: (event: { payload: unknown }) => void) => {
    expect(name).toBe('vite:preloadError')
    announce = (payload) => listener({ payload })
  })
  parts = await import('./parts.ts')
  parts.watchForLostParts()
})
afterEach(() => void vi.unstubAllGlobals())

test('only an error that the loader announced means that a part did not arrive', () => {
  const lost = new TypeError('Failed to fetch dynamically imported module')
  announce(lost)
  expect(parts.wasNotLoaded(lost)).toBe(true)
  for (const other of [new TypeError(lost.message), 'text', null, undefined]) {
    expect(parts.wasNotLoaded(other)).toBe(false)
  }
})

test('what failed to load is renewed once, when it is asked for again', () => {
  const renew = vi.fn<() => void>()
  parts.renewLater(renew)
  expect(renew).not.toHaveBeenCalled()
  parts.renewLostParts()
  parts.renewLostParts()
  expect(renew).toHaveBeenCalledTimes(1)
})
