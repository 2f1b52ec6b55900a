import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { VaultApi } from '#vault/session/api.ts'
import { deliverFile, planDelivery } from '#vault/requests/deliver-file.ts'
import { readLinkSecret } from '#vault/sharing/links/visit-link.ts'
import { knockAtRequest, openRequest } from '#vault/requests/visit-request.ts'
import { CommandLine } from '../test/support/command-line.ts'
import { type TestServer, startServer } from '../test/support/server/test-server.ts'
import { personWithVault } from '../test/support/people/vault-person.ts'

const computer = new CommandLine()
let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await computer.signIn(server.url, await personWithVault(server))
})
afterAll(async () => {
  await server.stop()
  computer.remove()
})

test('a request is made, filled, listed, emptied into its folder, and ended', async () => {
  const made = await computer.json(['request', 'Signed', 'contracts', '--into', 'Contracts', '--max-files', '2'])
  const { url } = z.object({ url: z.url(), title: z.literal('Signed contracts') }).parse(made)
  const { pathname, hash } = new URL(url)
  const followed = { id: pathname.slice('/r/'.length), secret: readLinkSecret(hash) }
  const visitor = new VaultApi({
    baseUrl: server.url,
    publishableKey: server.secrets.publishableKeys[0],
    accessToken: async () => undefined,
  })
  const request = await openRequest(visitor, followed, null)
  const source = new Blob(['signed'])
  const plan = planDelivery({ name: 'contract.txt', type: 'text/plain', source })
  const report = { sent: () => undefined, stored: () => undefined, troubled: () => undefined, sealed: () => undefined }
  const { signal } = new AbortController()
  await deliverFile(visitor, request, { plan, source, now: new Date(), signal, report })

  expect(await computer.json(['requests'])).toMatchObject([{ id: request.id, url, files: 1, max_files: 2, bytes: 6 }])
  expect(await computer.json(['requests', '--receive'])).toEqual({ accepted: ['contract.txt'], refused: [] })
  expect(await computer.json(['ls', 'Contracts'])).toMatchObject([{ path: 'Contracts/contract.txt', id: plan.fileId }])
  expect(await computer.json(['requests', '--end', request.id])).toEqual({ ended: request.id })
  expect(await computer.json(['requests'])).toEqual([])
  await expect(knockAtRequest(visitor, followed)).rejects.toMatchObject({ code: 'request_ended' })
})

test.each([
  ['nothing asked for', ['request'], 2, 'Say what you ask for'],
  ['too many days', ['request', 'x', '--days', '91'], 2, '--days takes a whole number from 1 to 90'],
  ['two things at once', ['requests', '--receive', '--end', 'x'], 2, 'Use --receive, or --end'],
  ['a request that is not there', ['requests', '--end', crypto.randomUUID()], 4, 'no longer here'],
])('%s is told', async (_, words, status, message) => {
  expect(await computer.run(words)).toMatchObject({ status, stderr: expect.stringContaining(message) as string })
})
