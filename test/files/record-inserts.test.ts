import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Signer } from '#crypto/index.ts'
import { VaultApi } from '#vault/session/api.ts'
import type { OpenVault } from '#vault/session/open-vault.ts'
import { listFiles } from '#vault/files/list-files.ts'
import { sendWhole } from '#vault/transfer/send-content.ts'
import { commitUpload, contentKeysOf, planUpload } from '#vault/transfer/upload-plan.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'

const { signal } = new AbortController()

let server: TestServer
let person: VaultPerson
beforeAll(async () => {
  server = await startServer()
  person = await personWithVault(server)
})
afterAll(() => server.stop())

test('records that come together share requests, and one that is refused takes no other along', async () => {
  let posts = 0
  const { accessToken } = person
  const api = new VaultApi({
    baseUrl: server.url,
    publishableKey: server.secrets.publishableKeys[0],
    accessToken: async () => accessToken,
  })
  const plain = api.rest.bind(api)
  api.rest = (path, request) => {
    if (path === 'file_records' && request?.method === 'POST') posts += 1
    return plain(path, request)
  }
  const names = Array.from({ length: 12 }, (_, at) => `small ${at}.txt`)
  const missing = 7

  const outcomes = await Promise.allSettled(
    names.map(async (name, at) => {
      const source = new Blob([new Uint8Array(randomBytes(40))])
      const file = { name, type: 'text/plain', sizeBytes: source.size, folderId: null }
      const plan = planUpload(person.vault, file, new Date())
      const report = { sent: () => undefined, troubled: () => undefined, sealed: () => undefined }
      const keys = contentKeysOf(plan)
      const leaves = at === missing ? new Uint8Array(32) : await sendWhole(api, keys, { source, signal, report })
      await ready()
      await commitUpload(api, person.vault, plan, { leaves, now: new Date(), signal })
    }),
  )

  expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(names.map((_, at) => at === missing))
  const stored = (await listFiles(person.api, person.vault)).map(({ name }) => name)
  expect(new Set(stored)).toEqual(new Set(names.filter((_, at) => at !== missing)))
  // One alone at first, then all that waited, then each of those.
  expect(posts).toBeLessThanOrEqual(14)
})

test('without a refusal a dozen records are two or three requests', async () => {
  let posts = 0
  const { api } = person
  const { vault, signed } = countingSignatures(person.vault)
  const plans = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => {
      const source = new Blob([new Uint8Array(randomBytes(40))])
      const file = { name: `tiny ${at}.txt`, type: 'text/plain', sizeBytes: source.size, folderId: null }
      const plan = planUpload(vault, file, new Date())
      const report = { sent: () => undefined, troubled: () => undefined, sealed: () => undefined }
      const leaves = await sendWhole(api, contentKeysOf(plan), { source, signal, report })
      return { plan, leaves }
    }),
  )
  const plain = api.rest.bind(api)
  const slow = Object.assign(Object.create(api) as VaultApi, {
    rest: async (...call: Parameters<VaultApi['rest']>) => {
      posts += 1
      // The line is slower than signing all of them; each waits in the queue once it is signed.
      await expect.poll(signed).toBe(12)
      return plain(...call)
    },
  })

  await Promise.all(
    plans.map(({ plan, leaves }) => commitUpload(slow, vault, plan, { leaves, now: new Date(), signal })),
  )

  expect(posts).toBeLessThanOrEqual(3)
  expect((await listFiles(api, vault)).filter(({ name }) => name.startsWith('tiny'))).toHaveLength(12)
})

function countingSignatures({ signer, ...rest }: OpenVault): { vault: OpenVault; signed: () => number } {
  let count = 0
  const sign: Signer['sign'] = async (...message) => {
    const signature = await signer.sign(...message)
    count += 1
    return signature
  }
  return { vault: { ...rest, signer: { ...signer, sign } }, signed: () => count }
}

let waiting = 0
const all = Promise.withResolvers<void>()
/** Lets all twelve continue at once. */
function ready(): Promise<void> {
  waiting += 1
  if (waiting === 12) all.resolve()
  return all.promise
}
