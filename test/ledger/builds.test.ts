import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { manifestStatement } from '#ledger/events/build-statement.ts'
import { verifyTlogProof } from '#ledger/log/tlog-proof.ts'
import { parsePolicy } from '#ledger/notes/policy.ts'
import { readBuildList } from '#server/http/web-app.ts'
import { Ledger } from '#server/ledger/ledger.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

const own = readBuildList() ?? ''
const other = JSON.stringify({ ...(JSON.parse(own) as object), version: '9.9.9' })

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await grow(server.ledger)
})
afterAll(() => server.stop())

async function grow(ledger: Ledger): Promise<void> {
  await ledger.anchorAll()
  await ledger.signAll(0)
}
const withBuild = (build: string): Ledger => new Ledger({ ...server, clock: server.clock, build })
const proofOf = (list: string): Promise<Response> =>
  server.fetch(`/audit/v1/builds/${createHash('sha256').update(list).digest('hex')}/proof`)
const policy = async () => parsePolicy(await (await server.fetch('/audit/v1/policy')).text())
const buildsListed = async (): Promise<string[]> => {
  const { rows } = await server.database.owner<{ manifest: Buffer }>(
    'select manifest from ledger.builds order by index',
  )
  return rows.map(({ manifest }) => (manifest.equals(createHash('sha256').update(own).digest()) ? 'own' : 'other'))
}

test('the anchor log lists the build that the server runs with, and proves it to everybody', async () => {
  const proof = await (await proofOf(own)).text()
  await expect(verifyTlogProof(proof, manifestStatement(own).leaf, await policy())).resolves.toBeDefined()
  await expect(verifyTlogProof(proof, manifestStatement(other).leaf, await policy())).rejects.toMatchObject({
    code: 'bad_proof',
  })
})

test('what never ran is not listed, and what is no hash is refused', async () => {
  expect((await proofOf(other)).status).toBe(404)
  for (const name of ['x', 'A'.repeat(64), 'a'.repeat(63)]) {
    expect((await server.fetch(`/audit/v1/builds/${name}/proof`)).status).toBe(400)
  }
})

test('each build is listed once while it runs, and again when it comes back', async () => {
  const [again, updated] = [withBuild(own), withBuild(other)]
  for (let i = 0; i < 3; i++) await grow(again)
  expect(await buildsListed()).toEqual(['own'])
  // Two servers that share a database do not take turns.
  for (const ledger of [updated, again, updated, again]) await grow(ledger)
  expect(await buildsListed()).toEqual(['own', 'other'])
  await grow(withBuild(own))
  expect(await buildsListed()).toEqual(['own', 'other', 'own'])
  expect((await proofOf(other)).status).toBe(200)
})

test('what is no list of a build does not keep the log from growing, and is said once', async () => {
  const broken = withBuild('{}')
  await expect(broken.anchorAll()).rejects.toThrow('list of a build')
  await broken.anchorAll()
})
