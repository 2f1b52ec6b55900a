import { expect, test } from 'vitest'
import { VaultApi } from '#vault/session/api.ts'
import { createKeyless } from './keyless-client.ts'

test('a call whose code comes after its person signed out is not sent', async () => {
  let reads = new AbortController()
  const api = new VaultApi({
    baseUrl: 'http://127.0.0.1:9',
    publishableKey: 'none',
    accessToken: async () => undefined,
    reading: () => reads.signal,
  })
  const asked = createKeyless(async () => api).copilot.ask('How do I share?')
  const answer = expect(asked).rejects.toThrow('signed out')
  await Promise.resolve()
  await Promise.resolve()
  reads.abort(new Error('signed out'))
  // As `begin` does once the sign-out has ended.
  reads = new AbortController()
  await answer
})
