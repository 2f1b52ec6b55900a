import { expect, test } from 'vitest'
import { startServer } from '../support/server/test-server.ts'

test.each([
  ['https://vault.example', 'max-age=63072000; includeSubDomains'],
  ['http://vault.example', null],
])('a server that people reach at %s asks browsers for https: %s', async (PUBLIC_URL, wanted) => {
  const server = await startServer({ PUBLIC_URL })
  try {
    for (const path of ['/livez', '/login', '/auth/v1/settings', '/not-there']) {
      expect((await server.fetch(path)).headers.get('strict-transport-security'), path).toBe(wanted)
    }
  } finally {
    await server.stop()
  }
})
