import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { VaultApi } from '../session/api.ts'
import { ObjectReader } from './object-reader.ts'

test('a server that sends every byte and then nothing, not even the end, does not hold a download up', async () => {
  const server = http.createServer((_request, response) => void response.write(Buffer.alloc(100, 7)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    vi.useRealTimers()
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const api = new VaultApi({ baseUrl, publishableKey: 'key', accessToken: async () => undefined })
  const reader = new ObjectReader(api, { storagePath: 'a/b', buffers: 2, signal: new AbortController().signal })
  expect(await reader.read(100)).toEqual(new Uint8Array(100).fill(7))

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const isAtEnd = reader.isAtEnd()
  await vi.advanceTimersByTimeAsync(45_000)

  expect(await isAtEnd).toBe(true)
})
