import http from 'node:http'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { Site } from './site.ts'

const SLOW_MS = 1000

test('an answer may take as long as the patience of the run allows', async () => {
  const server = http.createServer((_request, response) => void setTimeout(() => response.end('late'), SLOW_MS))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it listens on a port')
  const settings = {
    listener: { host: '127.0.0.1', port: address.port, isTls: false },
    publicUrl: 'http://localhost',
    publishableKey: '',
    newAddress: () => () => ({}),
    signal: new AbortController().signal,
  }
  try {
    await expect(new Site({ ...settings, patience: 0.001 }).ask('/livez')).rejects.toThrow('GET /livez did not answer')
    await expect(new Site({ ...settings, patience: 1 }).ask('/livez')).resolves.toMatchObject({ text: 'late' })
  } finally {
    server.close()
    server.closeAllConnections()
  }
})
