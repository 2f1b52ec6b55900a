import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommandLine } from '../test/support/command-line.ts'
import { personWithVault, type VaultPerson } from '../test/support/people/vault-person.ts'
import { type TestServer, startServer } from '../test/support/server/test-server.ts'

let server: TestServer
let person: VaultPerson
const computer = new CommandLine()
beforeAll(async () => {
  server = await startServer()
  person = await personWithVault(server)
  await grow()
})
afterAll(async () => {
  await server.stop()
  computer.remove()
})

async function grow(): Promise<void> {
  await server.ledger.placeAll()
  await server.ledger.signAll(0)
  await server.ledger.anchorAll()
  await server.ledger.signAll(0)
}

/** As if so much time had passed on this computer. */
function ageReceipts(ms: number): void {
  const folder = path.join(computer.home, 'logs')
  const [name = ''] = fs.readdirSync(folder).filter((file) => file.endsWith('-receipts.json'))
  const file = path.join(folder, name)
  const kept = JSON.parse(Buffer.from(JSON.parse(fs.readFileSync(file, 'utf8')) as string, 'base64').toString()) as {
    receipts: { atMs: number; missedAtMs: number | null }[]
  }
  const receipts = kept.receipts.map((one) => ({
    ...one,
    atMs: one.atMs - ms,
    missedAtMs: one.missedAtMs === null ? null : one.missedAtMs - ms,
  }))
  fs.writeFileSync(file, JSON.stringify(Buffer.from(JSON.stringify({ ...kept, receipts })).toString('base64')))
}

test('a computer keeps what the server promised, and says what it broke', async () => {
  const login = await computer.run(['login', '--server', server.url, '--email', person.email])
  expect(login.status, login.stderr).toBe(0)
  const first = await computer.run(['receipts'])
  expect(first.status, first.stderr).toBe(0)

  expect((await computer.run(['mkdir', 'Kept'])).status).toBe(0)
  expect((await computer.run(['receipts'])).stdout.toString()).toMatch(/not checked yet: [1-9]/)
  await grow()
  ageReceipts(61_000)
  const kept = await computer.run(['receipts'])
  expect(kept.stdout.toString(), kept.stderr).toContain('not checked yet: 0')

  expect((await computer.run(['mkdir', 'Broken'])).status).toBe(0)
  await server.database.owner('delete from ledger.pending')
  await grow()
  ageReceipts(61_000)
  expect((await computer.run(['receipts'])).status, 'the first look accuses nobody').toBe(0)
  ageReceipts(61_000)
  const saved = path.join(computer.newFolder('proof-'), 'receipts.txt')
  const broken = await computer.run(['receipts', '--output', saved])
  expect(broken.status).toBe(1)
  expect(broken.stdout.toString()).toContain('the ledger does not hold it')

  const policy = path.join(path.dirname(saved), 'policy')
  fs.writeFileSync(policy, await (await server.fetch('/audit/v1/policy')).text())
  const verified = await computer.run(['verify-receipt', saved, '--policy', policy])
  expect(verified.status, verified.stderr).toBe(0)
  expect(verified.stdout.toString()).toContain('Signed  on ')
  fs.writeFileSync(saved, fs.readFileSync(saved, 'utf8').replace(/.{8}\s*$/, 'AAAAAAAA\n'))
  expect((await computer.run(['verify-receipt', saved, '--policy', policy])).stderr).toContain('not signed by a log')
})
