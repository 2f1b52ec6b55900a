import { afterAll, beforeAll, expect, test } from 'vitest'
import { VaultApi } from '#vault/api.ts'
import { deriveCredentials } from '#vault/credentials.ts'
import { unwrapMasterKey } from '#vault/open-vault.ts'
import { enrolTotp, proveTotp } from '../support/second-factor.ts'
import { type TestServer, startServer } from '../support/test-server.ts'
import { VAULT_PASSWORD, personWithVault } from '../support/vault-person.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('with the password alone, an account that has a second factor gives out no key and takes no file', async () => {
  const { api, email, userId } = await personWithVault(server)
  const { authSecret, kek } = await deriveCredentials(api, email, VAULT_PASSWORD)
  const signedIn = async () => {
    const client = server.client()
    const { data, error } = await client.auth.signInWithPassword({ email, password: authSecret })
    if (error) throw error
    const store = () => client.storage.from('encrypted-files').upload(`${userId}/${crypto.randomUUID()}`, 'x')
    return { client, session: data.session, store }
  }
  const before = await signedIn()
  expect((await before.store()).error).toBeNull()
  const factor = await enrolTotp(before.client)
  expect((await before.store()).error, 'a factor that waits for its first code asks nothing').toBeNull()
  await proveTotp(server, before.client, factor)

  const half = await signedIn()
  const halfApi = apiOf(half.session.access_token)
  await expect(unwrapMasterKey(halfApi, userId, kek)).rejects.toMatchObject({ code: 'needs_second_factor' })
  for (const table of ['account_wraps', 'keyrings', 'space_keys', 'spaces']) {
    expect(await halfApi.rest(`${table}?select=*`), table).toEqual([])
  }
  expect((await half.client.storage.from('encrypted-files').list(userId)).data).toEqual([])
  expect((await half.store()).error).toMatchObject({ statusCode: '403' })

  await proveTotp(server, half.client, factor)
  const { data } = await half.client.auth.getSession()
  await unwrapMasterKey(apiOf(data.session?.access_token), userId, kek)
  expect((await half.client.storage.from('encrypted-files').list(userId)).data).toHaveLength(2)
  expect((await half.store()).error).toBeNull()
})

function apiOf(accessToken: string | undefined): VaultApi {
  const publishableKey = server.secrets.publishableKeys[0]
  return new VaultApi({ baseUrl: server.url, publishableKey, accessToken: async () => accessToken })
}
