import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deriveRequestDoor } from '#crypto/index.ts'
import { createRequest } from '#vault/requests/requests.ts'
import { readLinkSecret } from '#vault/sharing/links/visit-link.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { personWithVault } from '../support/people/vault-person.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ RATE_LIMIT_FACTOR: '1' })
})
afterAll(() => server.stop())

async function request() {
  const { api, vault } = await personWithVault(server)
  const limits = { folderId: null, days: 7, maxFiles: 3, maxBytes: 1000 }
  const wanted = { ...limits, title: 'Files', note: '', name: '', email: '', password: 'a password for the request' }
  const { pathname, hash } = new URL(await createRequest(api, vault, wanted, new Date()), server.url)
  const { token: door } = await deriveRequestDoor(readLinkSecret(hash).key)
  const id = pathname.slice('/r/'.length)
  const enter = async (token: Buffer): Promise<number> => {
    const headers = { 'x-request-door': door, 'x-request-token': token.toString('base64url') }
    return (await server.fetch(`/requests/v1/${id}/enter`, { method: 'POST', headers })).status
  }
  return { id, enter }
}

describe('the password of a request', () => {
  test('cannot be guessed more than twenty times, then once in fifteen seconds', async () => {
    const { enter } = await request()
    const statuses: number[] = []
    for (let guess = 0; guess < 25; guess++) statuses.push(await enter(randomBytes(32)))

    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 404))
    expect(statuses.at(-1)).toBe(429)
  })

  test('uses up no tries when it is right, however many senders have it', async () => {
    const { id, enter } = await request()
    const token = randomBytes(32)
    const hash = createHash('sha256').update(token).digest('base64url')
    await server.database.owner('update file_requests set token_hash = $2 where id = $1', [id, hash])

    for (let sender = 0; sender < 25; sender++) expect([sender, await enter(token)]).toEqual([sender, 200])
  })
})
