/** Evidence of events in a log that ended, as after an older backup was put back. */
import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventRow } from '#ledger/events/event-row.ts'
import { type EvidenceParts, readEvidence, writeEvidence } from '#ledger/evidence/bundle.ts'
import { verifyEvidence } from '#ledger/evidence/verify-evidence.ts'
import { Ledger } from '#server/ledger/ledger.ts'
import { listAuditEvents } from '#vault/audit/audit-log.ts'
import { createFolder } from '#vault/folders/folders.ts'
import { acceptLedger, checkLedger } from '#vault/ledger/check-ledger.ts'
import { collectEvidence } from '#vault/ledger/collect-evidence.ts'
import { newLogMemory } from '#vault/ledger/log-memory.ts'
import { evidenceArchive } from '#web/workers/evidence/evidence-archive.ts'
import { CommandLine } from '../support/command-line.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { announceWitness, type WitnessProcess } from '../support/witness-process.ts'
import { grow, policyOf, silent } from './witness-stage.ts'

const computer = new CommandLine()
let server: TestServer
let witness: WitnessProcess
let owner: VaultPerson
let ledger: Ledger
let before: EventRow[]
let oldPolicy: string
let policy: string

beforeAll(async () => {
  const announced = await announceWitness(computer)
  server = await startServer({ LEDGER_WITNESSES: `witness W ${announced.key} ${announced.url}\nquorum W` })
  owner = await personWithVault(server)
  await grow(server)
  oldPolicy = await policyOf(server)
  witness = await announced.start(`${logsOf(oldPolicy)}quorum none\n`)
  await server.ledger.askWitnesses(silent)
  // The last events of before: they have their places, and the backup was made before they were signed.
  await createFolder(owner.api, owner.vault, { parentId: null, name: 'before' })
  await server.ledger.placeAll()
  before = (await rowsOf()).slice(0, 5)

  // More was signed since than the database holds.
  const file = path.join(server.config.dataDir, 'ledger-heads.json')
  const heads = JSON.parse(await fs.readFile(file, 'utf8')) as Record<string, { size: number; root: string }>
  const lost = Object.fromEntries(
    Object.entries(heads).map(([name, head]) => [name, { ...head, size: head.size + 50 }]),
  )
  await fs.writeFile(file, JSON.stringify(lost))
  ledger = new Ledger({ ...server, clock: server.clock })
  expect(await ledger.beginEpoch('the disk failed')).not.toEqual([])
  await grow(server, ledger)
  policy = await policyOf(server)
  await witness.kill()
  // Its operator names the log that began in place of the one that ended: a policy has each key once.
  witness = await announced.start(`${logsOf(policy)}quorum none\n`)
})
afterAll(async () => {
  await witness.kill()
  await server.stop()
  computer.remove()
})

/** Of a policy its logs alone. */
const logsOf = (text: string): string => text.replace(/^(?!log ).*\n/gm, '')
const rowsOf = (): Promise<EventRow[]> => listAuditEvents(owner.api, { filter: {}, limit: 40 })
const deviceOf = (memory = newLogMemory()) => ({ memory, userId: owner.userId, nowMs: Date.now() })
const collect = (rows: readonly EventRow[]) => collectEvidence(owner.api, rows, deviceOf())
const states = async (parts: EvidenceParts, trusted: string) =>
  Object.fromEntries((await verifyEvidence(parts, trusted)).facts.map(({ name, state }) => [name, state]))
const ALL = {
  signed: 'holds',
  included: 'holds',
  shown: 'holds',
  anchored: 'holds',
  witnessed: 'holds',
  stamped: 'none',
}

describe('evidence of events in a log that ended', () => {
  test('waits until the log of witnesses that began names it, and holds then, with their signatures', async () => {
    await expect(collect(before)).rejects.toMatchObject({ code: 'evidence_empty' })
    await ledger.askWitnesses(silent)
    const { parts, events, left } = await collect(before)
    expect([events, left]).toEqual([before.length, 0])
    expect(await states(parts, policy)).toEqual(ALL)
    const { logs, witnesses } = await verifyEvidence(parts, policy)
    expect(logs.map(({ origin }) => origin)).toEqual([expect.not.stringMatching(/\/e2$/)])
    expect(witnesses).toMatchObject([{ name: 'W' }])
  })

  test('holds together with events of the log that began, by the program in the bundle as well', async () => {
    const rows = await rowsOf()
    const { parts, events } = await collect(rows)
    expect(events).toBe(rows.length)
    expect((await verifyEvidence(parts, policy)).logs).toHaveLength(2)
    expect(await states(parts, policy)).toEqual(ALL)
    const archive = await evidenceArchive(parts, new Date())
    const file = computer.makeFile(archive.name, Buffer.from(await archive.arrayBuffer()))
    const trusted = computer.makeFile('policy.txt', Buffer.from(policy))
    expect((await computer.run(['verify-evidence', file, '--policy', trusted])).status).toBe(0)
  })

  test('says what holds where that log does not name it', async () => {
    const { parts } = await collect(before)
    const { logs, ...others } = readEvidence(parts)
    const unnamed = writeEvidence({ ...others, logs: logs.map((log) => ({ ...log, anchored: undefined })) })
    expect(await states(unnamed, policy)).toEqual({ ...ALL, anchored: 'none', witnessed: 'fails' })
    const archive = await evidenceArchive(unnamed, new Date())
    const file = computer.makeFile(archive.name, Buffer.from(await archive.arrayBuffer()))
    const trusted = computer.makeFile('policy.txt', Buffer.from(policy))
    const run = await computer.run(['verify-evidence', file, '--policy', trusted])
    expect(run.status).toBe(1)
    expect(run.stdout.toString()).toContain('the public log that they signed does not name logs/1')
  })

  test('is none under a policy of before, which knows another public log', async () => {
    const { parts } = await collect(before)
    expect(await states(parts, oldPolicy)).toMatchObject({ signed: 'fails' })
  })

  test('a device verifies those events, also after a person accepted the new logs', async () => {
    const memory = newLogMemory()
    await checkLedger(owner.api, [], deviceOf(memory))
    const { log, events } = await checkLedger(owner.api, before, deviceOf(memory))
    expect(log).toMatchObject({ epoch: 2, anchored: { size: expect.any(Number) } })
    expect([...events.values()].map(({ state }) => state)).toEqual(before.map(() => 'verified'))
    await acceptLedger('restored', { memory, userId: owner.userId })
    expect((await checkLedger(owner.api, [], deviceOf(memory))).log).toMatchObject({ before: undefined })
  })
})
