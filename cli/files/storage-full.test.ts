import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommandLine } from '../../test/support/command-line.ts'
import { type TestServer, startServer } from '../../test/support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../../test/support/people/vault-person.ts'

const KIBIBYTE = 1024

let server: TestServer
let person: VaultPerson
const computer = new CommandLine()
beforeAll(async () => {
  server = await startServer({ FREE_STORAGE_BYTES: String(100 * KIBIBYTE) })
  person = await personWithVault(server)
})
afterAll(async () => {
  await server.stop()
  computer.remove()
})

test('what does not fit is named, the rest is stored, and the status says partly', async () => {
  const file = (name: string, kibibytes: number) => computer.makeFile(name, randomBytes(kibibytes * KIBIBYTE))
  await computer.signIn(server.url, person)

  const put = await computer.run(['put', file('one.bin', 60), file('large.bin', 60), file('small.bin', 20)])

  expect(put.status).toBe(7)
  expect(put.stdout.toString().split('\n').filter(Boolean)).toHaveLength(2)
  expect(put.stderr).toContain(
    '1 of 3 were not stored:\n  large.bin: There is not enough room: 60.10 KB of 100.00 KB are used. What is already stored is not affected.',
  )
  expect(((await computer.json(['ls'])) as { name: string }[]).map(({ name }) => name).sort()).toEqual([
    'one.bin',
    'small.bin',
  ])
  const asJson = await computer.run(['put', file('again.bin', 60), '--json'])
  expect([asJson.status, JSON.parse(asJson.stderr)]).toMatchObject([1, { error: { code: 'quota_reached' } }])
})
