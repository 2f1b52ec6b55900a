import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let build: typeof import('./newer-build.ts')
beforeEach(async () => {
  vi.resetModules()
  build = await import('./newer-build.ts')
})
afterEach(() => void vi.unstubAllGlobals())

const answering = (status: number) => {
  const ask = vi.fn(async (_address: string, _init: RequestInit) => ({ status }))
  vi.stubGlobal('fetch', ask)
  return ask
}

test('a script that is gone means another build, and is asked for past every cache', async () => {
  const ask = answering(404)
  await build.lookForNewerBuild('/assets/app-1.js')
  expect(build.isOutdated.read()).toBe(true)
  expect(ask).toHaveBeenCalledWith('/assets/app-1.js', { method: 'HEAD', cache: 'no-store' })
})

test('a script that is there, a server in trouble and a lost connection mean nothing', async () => {
  for (const status of [200, 500, 503]) {
    answering(status)
    await build.lookForNewerBuild('/assets/app-1.js')
  }
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await build.lookForNewerBuild('/assets/app-1.js')
  expect(build.isOutdated.read()).toBe(false)
})

test('once is enough', async () => {
  const ask = answering(404)
  await build.lookForNewerBuild('/assets/app-1.js')
  await build.lookForNewerBuild('/assets/app-1.js')
  expect(ask).toHaveBeenCalledTimes(1)
})
