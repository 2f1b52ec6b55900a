import fs from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeStatedMap } from '#ledger/events/key-entry.ts'
import { readBuildList } from '#server/http/web-app.ts'
import { growLog } from '#server/ledger/grow-log.ts'
import { Ledger } from '#server/ledger/ledger.ts'
import { openLog } from '#server/ledger/sequencer.ts'
import { forgedBundle } from '../test/malicious-server/forged-bundle.ts'
import { type AlteringProxy, startAlteringProxy } from '../test/support/altering-proxy.ts'
import { CommandLine } from '../test/support/command-line.ts'
import { createTeamSpace } from '#vault/spaces/team-spaces.ts'
import { personWithVault } from '../test/support/people/vault-person.ts'
import { type TestServer, startServer } from '../test/support/server/test-server.ts'

type Report = {
  log: { origin: string; size: number; root: string }
  seen_before: { size: number; at: string } | null
  people: number
  replaced_keys: { index: number; number: number }[]
  statements: number
  second_statements: { index: number; number: number }[]
  new_builds: { version: string; sha256: string; index: number }[]
}

let server: TestServer
let proxy: AlteringProxy
let computer: CommandLine
beforeAll(async () => {
  server = await startServer()
  proxy = await startAlteringProxy(server.url)
  await grow()
})
afterAll(async () => {
  await proxy.stop()
  await server.stop()
})
beforeEach(() => {
  computer = new CommandLine()
})
afterEach(() => {
  proxy.alter([])
  computer.remove()
})

async function grow(ledger: Ledger = server.ledger): Promise<void> {
  await ledger.anchorAll()
  await ledger.signAll(0)
}

/** A head of another log, in the anchor log. */
async function happen(): Promise<void> {
  await server.database.owner(
    `insert into system_audit_log (tenant_id, event_type, event_category, action) select id, 'x', 'auth', 'x' from tenants`,
  )
  await server.ledger.placeAll()
  await server.ledger.signAll(0)
  await grow()
}

async function verify(): Promise<{ status: number | null; stderr: string; report: Report }> {
  const { status, stdout, stderr } = await computer.run(['verify-log', proxy.url, '--json'])
  return { status, stderr, report: JSON.parse(stdout.toString() || 'null') as Report }
}

test('follows a log as it grows, and names the builds that were listed since', async () => {
  const first = await verify()
  expect(first).toMatchObject({
    status: 0,
    report: { seen_before: null, new_builds: [{ version: expect.any(String) }] },
  })
  expect((await verify()).report.new_builds).toEqual([])

  for (let i = 0; i < 3; i++) await happen()
  const other = JSON.stringify({ ...(JSON.parse(readBuildList() ?? '') as object), version: '9.9.9' })
  await grow(new Ledger({ ...server, clock: server.clock, build: other }))
  const later = await verify()
  expect(later.status).toBe(0)
  expect(later.report.seen_before?.size).toBe(first.report.log.size)
  expect(later.report.new_builds).toMatchObject([{ version: '9.9.9' }])
  // What the log says of people's keys is the last entry.
  expect(later.report.new_builds[0]?.index).toBe(later.report.log.size - 2)
})

test('names builds that another command of this computer saw first', async () => {
  await verify()
  const folder = path.join(computer.home, 'logs')
  const book = path.join(folder, fs.readdirSync(folder).find((file) => file.endsWith('-keys.json')) ?? '')
  const read = fs.readFileSync(book)
  const other = JSON.stringify({ ...(JSON.parse(readBuildList() ?? '') as object), version: '9.9.8' })
  await grow(new Ledger({ ...server, clock: server.clock, build: other }))
  await verify()
  // What the others remember is the head of the log alone.
  fs.writeFileSync(book, read)

  const { report } = await verify()
  expect(report.seen_before?.size).toBe(report.log.size)
  expect(report.new_builds).toMatchObject([{ version: '9.9.8' }])
  expect((await verify()).report.new_builds).toEqual([])
})

test('what is not what this computer saw is an error each time, and what it saw is kept', async () => {
  expect((await verify()).status).toBe(0)
  const kept = () =>
    fs
      .readdirSync(path.join(computer.home, 'logs'))
      .map((file) => fs.readFileSync(path.join(computer.home, 'logs', file), 'utf8'))
  const before = kept()

  const other = await startServer()
  await grow(other.ledger)
  const [policy, checkpoint] = await Promise.all(
    ['policy', 'logs/anchor/checkpoint'].map(async (what) => (await other.fetch(`/audit/v1/${what}`)).text()),
  )
  await other.stop()
  for (let visit = 0; visit < 2; visit++) {
    proxy.alter([
      { at: '/audit/v1/policy', body: () => policy ?? '' },
      { at: '/audit/v1/logs/anchor/checkpoint', body: () => checkpoint ?? '' },
    ])
    expect(await verify()).toMatchObject({ status: 1, stderr: expect.stringContaining('other keys') })
  }
  proxy.alter([
    {
      at: '/audit/v1/logs/anchor/checkpoint',
      body: (text) => text.replace(/\n(\d+)\n/, (_, size) => `\n${Number(size) + 1}\n`),
    },
  ])
  expect(await verify()).toMatchObject({ status: 1, stderr: expect.stringContaining('not signed') })
  expect(kept()).toEqual(before)
})

test('an entry that was left out or exchanged is an error, and is asked for again', async () => {
  proxy.alter([{ at: /\/tile\/entries\//, body: (text) => text.replace('"version"', '"vErsion"') }])
  expect(await verify()).toMatchObject({ status: 1, stderr: expect.stringContaining('does not answer as a log does') })
  proxy.alter([])
  expect((await verify()).report.new_builds.length).toBeGreaterThan(0)
})

test('what was seen and cannot be read is not replaced by a new beginning', async () => {
  expect((await verify()).status).toBe(0)
  const folder = path.join(computer.home, 'logs')
  for (const file of fs.readdirSync(folder)) fs.writeFileSync(path.join(folder, file), '{')
  expect(await verify()).toMatchObject({ status: 1, stderr: expect.stringContaining('cannot be read') })
})

test('who removes what was seen of a log starts over with the keys of people as well', async () => {
  await personWithVault(server)
  await server.ledger.listKeys()
  await grow()
  const { people } = (await verify()).report
  expect(people).toBeGreaterThan(0)
  const folder = path.join(computer.home, 'logs')
  const [seen, book] = [false, true].map((isBook) =>
    path.join(folder, fs.readdirSync(folder).find((file) => file.endsWith('-keys.json') === isBook) ?? ''),
  )
  // Of another log, and of one that was longer.
  for (const [size, known] of [
    [1, [['00'.repeat(32), 1, '00'.repeat(32)]]],
    [100_000, []],
  ]) {
    fs.rmSync(seen ?? '')
    const other = Buffer.from(JSON.stringify({ size, people: known })).toString('base64')
    fs.writeFileSync(book ?? '', JSON.stringify(other))
    expect(await verify()).toMatchObject({ status: 0, report: { seen_before: null, people } })
  }
})

test('a server that is none is named', async () => {
  const { status, stderr } = await computer.run(['verify-log', 'http://127.0.0.1:1'])
  expect([status, stderr]).toEqual([1, expect.stringContaining('/audit/v1/policy')])
})

test('follows lists of members, and names a second one under one number', async () => {
  const { api, vault } = await personWithVault(server)
  const id = await createTeamSpace(api, vault, { name: 'Board', members: [] })
  await server.ledger.listKeys()
  await grow()
  const before = await verify()
  expect(before).toMatchObject({ status: 0, report: { second_statements: [] } })
  await server.database.owner(
    `update team_space_epochs set roster = replace(roster, '"time":"2', '"time":"3') where space_id = $1`,
    [id],
  )
  await server.ledger.listKeys()
  await grow()
  const after = await verify()
  expect(after).toMatchObject({ status: 0, report: { second_statements: [{ number: 2 }], replaced_keys: [] } })
  expect(after.report.statements).toBe(before.report.statements)
})

test('names people whose keys were replaced, and a map of keys that does not follow from the entries is an error each time', async () => {
  const person = await personWithVault(server)
  await server.ledger.listKeys()
  await grow()
  const before = (await verify()).report
  expect([before.people > 0, before.replaced_keys]).toEqual([true, []])
  const { statement, signature } = await forgedBundle(person.vault.userId)
  await server.database.owner('update public.user_key_bundles set statement = $2, signature = $3 where user_id = $1', [
    person.vault.userId,
    statement,
    signature,
  ])
  await server.ledger.listKeys()
  await grow()
  const after = (await verify()).report
  expect([after.people, after.replaced_keys]).toMatchObject([before.people, [{ number: 2 }]])

  const add = (entry: Uint8Array): Promise<void> =>
    server.database.asOwner(async (db) => {
      await growLog(db, await openLog(db, server.config, 'anchor', null), [{ eventId: null, entry }])
    })
  await add(new TextEncoder().encode('{}'))
  await server.ledger.signAll(0)
  expect(await verify()).toMatchObject({ status: 1, stderr: expect.stringContaining('ends without saying') })
  await happen()
  expect((await verify()).status, 'behind it, the log says it again').toBe(0)

  await add(writeStatedMap({ root: new Uint8Array(32), subjects: after.people }))
  await grow()
  for (let run = 0; run < 2; run++) {
    const { status, stderr } = await verify()
    expect(status).toBe(1)
    expect(stderr).toContain('all that is listed')
  }
})
