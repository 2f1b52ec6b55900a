import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRequest } from '#vault/requests/requests.ts'
import { HostileServer } from '#vault/testing/hostile-server.ts'
import { newPerson, vaultOf } from '#vault/testing/person.ts'
import { connectTo } from '../../vault-state.ts'
import { deliveryCalls } from './delivery-calls.ts'

const HOUR_MS = 60 * 60 * 1000

let id: string
let fragment: string
let asked: string[]
/** Answers that wait until the test lets them go. */
let held: (() => void)[] | undefined
/** How many of the next withdrawals end with the line. */
let cuts: number
let stop: () => void

beforeEach(async () => {
  const ada = await newPerson()
  const database = new HostileServer({ file_requests: null })
  const limits = { folderId: null, days: 7, maxFiles: 3, maxBytes: 1e9, password: null }
  const address = await createRequest(
    database,
    await vaultOf(ada),
    { title: 'Contracts', note: '', name: '', email: '', ...limits },
    new Date(),
  )
  ;[id = '', fragment = ''] = address.split('/').at(-1)?.split('#') ?? []
  const [made] = database.asked
  const description = (made?.body as { description: string } | undefined)?.description
  const entered = {
    description,
    expires_at: new Date().toISOString(),
    files_left: 3,
    bytes_left: 1e9,
    ticket: 'ticket',
  }
  asked = []
  held = undefined
  cuts = 0
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url?.replace(id, 'ID')}`)
    const answer = () =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ...entered, max_file_bytes: 1e9 }))
    if (cuts > 0 && request.method === 'DELETE') {
      cuts -= 1
      request.socket.destroy()
    } else if (held && request.url?.endsWith('/enter')) held.push(answer)
    else answer()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  connectTo({ baseUrl: `http://127.0.0.1:${port}`, publishableKey: '', accessToken: async () => undefined })
  stop = () => server.close()
})
afterEach(() => {
  vi.restoreAllMocks()
  stop()
})

test('a file that is given up while a new ticket is asked for is not announced', async () => {
  await deliveryCalls.open(id, fragment, null)
  // The ticket of then is half used up.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 13 * HOUR_MS)
  held = []
  const sent = deliveryCalls.send('one', id, { file: new File(['words'], 'a.txt'), sender: '' }, () => undefined)
  await expect.poll(() => held?.length).toBe(1)

  const cancelled = deliveryCalls.cancel('one')
  for (const answer of held) answer()
  await expect(sent).rejects.toThrow('stopped by the person')
  await cancelled
  expect(asked.filter((one) => one.startsWith('POST') && one.endsWith('/deliveries'))).toEqual([])
  expect(asked.at(-1)).toMatch(/^DELETE \/requests\/v1\/ID\/deliveries\//)
})

test('what is given up while the line breaks is withdrawn when it is back, before the next file is announced', async () => {
  await deliveryCalls.open(id, fragment, null)
  const send = (key: string) =>
    deliveryCalls.send(key, id, { file: new File(['words'], 'a.txt'), sender: '' }, () => undefined)
  cuts = 2
  const first = send('one').catch((error: unknown) => error)
  const cancelled = deliveryCalls.cancel('one')
  const next = send('two').catch((error: unknown) => error)
  await cancelled
  // Both fail: this server answers no upload.
  await Promise.all([first, next])

  const about = asked
    .filter((one) => one.includes('/deliveries'))
    .map((one) => one.replace(/deliveries.*/, 'deliveries'))
  expect(about.slice(0, 4)).toEqual([
    ...Array.from({ length: 3 }, () => 'DELETE /requests/v1/ID/deliveries'),
    'POST /requests/v1/ID/deliveries',
  ])
})
