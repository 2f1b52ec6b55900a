import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { zipSync } from 'fflate'
import { LIMITS } from '#contract/limits.ts'
import { fromUtf8, utf8 } from '#crypto/encoding.ts'
import { systemRandom } from '#crypto/primitives/random.ts'
import type { EventRow } from '#ledger/events/event-row.ts'
import { type EvidenceParts, readEvidence, writeManifest } from '#ledger/evidence/bundle.ts'
import { verifyEvidence } from '#ledger/evidence/verify-evidence.ts'
import { mlDsaCosigner } from '#ledger/notes/sign.ts'
import { formatVerifierKey } from '#ledger/notes/verifier-key.ts'
import { logSigners } from '#ledger/testing/signed-log.ts'
import { listAuditEvents } from '#vault/audit/audit-log.ts'
import { listReadsByOthers } from '#web/lib/keyless/audit/reads-by-others.ts'
import { createFolder } from '#vault/folders/folders.ts'
import { checkLedger } from '#vault/ledger/check-ledger.ts'
import { collectEvidence } from '#vault/ledger/collect-evidence.ts'
import { newLogMemory } from '#vault/ledger/log-memory.ts'
import { evidenceArchive } from '#web/workers/evidence/evidence-archive.ts'
import { growLedger } from '../support/grow-ledger.ts'
import { CommandLine } from '../support/command-line.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { announceWitness, type WitnessProcess } from '../support/witness-process.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { passMinute } from './witness-stage.ts'

const computer = new CommandLine()
let server: TestServer
let witness: WitnessProcess
let owner: VaultPerson
let member: VaultPerson
let policy: string

beforeAll(async () => {
  const announced = await announceWitness(computer)
  server = await startServer({ LEDGER_WITNESSES: `witness W ${announced.key} ${announced.url}\nquorum W` })
  owner = await personWithVault(server)
  member = await personWithVault(server)
  await happen(5)
  await grow()
  policy = await (await server.fetch('/audit/v1/policy')).text()
  const keys = policy.replace(/^(?!log ).*\n/gm, '')
  witness = await announced.start(`${keys}quorum none\n`)
  await server.ledger.askWitnesses(silent)
})
afterAll(async () => {
  await witness.kill()
  await server.stop()
  computer.remove()
})

const silent = { warn: () => undefined, error: () => undefined }
async function happen(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await createFolder(member.api, member.vault, { parentId: null, name: `folder ${i}` })
}
const grow = () => growLedger(server.ledger)
const rowsOf = (person: VaultPerson, limit = 20): Promise<EventRow[]> =>
  listAuditEvents(person.api, { filter: {}, limit })
const collect = (person: VaultPerson, rows: readonly EventRow[], memory = newLogMemory()) =>
  collectEvidence(person.api, rows, { memory, userId: person.userId, nowMs: Date.now() })
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

async function saved(parts: EvidenceParts): Promise<string> {
  const file = await evidenceArchive(parts, new Date())
  return computer.makeFile(file.name, Buffer.from(await file.arrayBuffer()))
}
/** With a manifest of its own, as a forger makes it. */
function forged(parts: EvidenceParts, change: (all: Map<string, Uint8Array>) => void): EvidenceParts {
  const all = new Map(parts)
  all.delete('manifest.json')
  change(all)
  return all.set('manifest.json', utf8(writeManifest(1, all)))
}

describe('evidence from a server', () => {
  test('holds under the policy that the server names, with the signature of its witness', async () => {
    const rows = await rowsOf(owner)
    const { parts, events, left } = await collect(owner, rows)
    expect([events, left]).toEqual([rows.length, 0])
    expect(await states(parts, policy)).toEqual(ALL)
    const report = await verifyEvidence(parts, policy)
    expect(report.witnesses).toMatchObject([{ name: 'W' }])
    expect(report.events.map(({ entry }) => entry.id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
    for (const { entry, shown } of report.events) {
      const row = rows.find(({ id }) => id === entry.id)
      expect(JSON.parse(shown.who ?? '')).toMatchObject({ user: row?.user_id ?? null })
      expect(JSON.parse(shown.what ?? '')).toMatchObject({ action: row?.action })
    }
    // The policy that the device kept is in it.
    expect(readEvidence(parts).policy).toBe(policy)
  })

  test('leaves out what has no signed and anchored entry yet', async () => {
    await happen(1)
    const [newest, ...others] = await rowsOf(owner)
    if (!newest) throw new Error('no event')
    expect(await collect(owner, [newest, ...others])).toMatchObject({ events: others.length, left: 1 })
    await expect(collect(owner, [newest])).rejects.toMatchObject({ code: 'evidence_empty' })
    // Signed, and not in the anchor log yet.
    await server.ledger.placeAll()
    await server.ledger.signAll(0)
    await expect(collect(owner, [newest])).rejects.toMatchObject({ code: 'evidence_empty' })
    // In the anchor log, and not shown before its witnesses signed: what was shown before still proves the others.
    await grow()
    const waiting = await collect(owner, [newest, ...others])
    expect(waiting).toMatchObject({ events: others.length, left: 1 })
    expect(await states(waiting.parts, policy)).toEqual(ALL)
    await server.ledger.askWitnesses(silent)
    expect(await collect(owner, [newest])).toMatchObject({ events: 1, left: 0 })
  })

  test('waits where witnesses have to sign and their log does not name that of the organisation yet', async () => {
    const begun = await startServer({ LEDGER_WITNESSES: `witness W ${witness.key} ${witness.url}\nquorum W` })
    const first = await personWithVault(begun)
    // Builds and keys are in the anchor log from the start.
    await begun.ledger.listKeys()
    await begun.ledger.placeAll()
    await begun.ledger.signAll(0)
    await passMinute(begun)
    const rows = await rowsOf(first)
    const collected = () => collect(first, rows)
    await expect(collected()).rejects.toMatchObject({ code: 'evidence_empty' })
    await begun.ledger.anchorAll()
    await begun.ledger.signAll(0)
    await passMinute(begun)
    expect((await collected()).events).toBeGreaterThan(0)
    await begun.stop()
  })

  test('shows nothing that the exporter may not read', async () => {
    const others = (await rowsOf(owner)).filter(({ user_id }) => user_id !== member.userId)
    const mine = await rowsOf(member)
    expect(others.length).toBeGreaterThan(0)
    // Somebody who has rows of others from elsewhere gets neither their place nor their salts.
    expect(await collect(member, [...mine, ...others])).toMatchObject({ events: mine.length, left: others.length })
    await expect(collect(member, others)).rejects.toMatchObject({ code: 'evidence_empty' })

    // The owner of a file sees that a colleague read it, and not in which session.
    const said = {
      owner_id: member.userId,
      session_id: 'a session of hers',
      user_agent: 'Her browser',
      ip: '192.0.2.7',
    }
    await server.database.owner(
      `insert into system_audit_log (tenant_id, user_id, event_type, event_category, action, details)
       select tenant_id, $1, 'file_records.read', 'data_access', 'read', $2 from profiles where user_id = $1`,
      [owner.userId, said],
    )
    await grow()
    await server.ledger.askWitnesses(silent)
    const [read] = await listReadsByOthers(member.api, { limit: 1 })
    if (!read) throw new Error('no read')
    const { parts } = await collect(member, [read])
    expect(await states(parts, policy)).toEqual(ALL)
    const { events } = await verifyEvidence(parts, policy)
    expect(events.map(({ shown }) => Object.keys(shown))).toEqual([['where', 'what']])
    const text = [...parts.values()].map((bytes) => fromUtf8(bytes)).join('')
    expect(text).toContain('Her browser')
    expect(text).not.toContain('a session of hers')
    expect(text).not.toContain(owner.userId)
    // The administrator reads, and shows, who it was.
    const [theirs] = (
      await collect(
        owner,
        (await rowsOf(owner)).filter(({ id }) => id === read.id),
      )
    ).parts.keys()
    expect(theirs).toBe('manifest.json')
  })

  test('who reads the whole log is no less sure of a read of their own file, though its list leaves the session out', async () => {
    const said = { owner_id: owner.userId, table: 'public.file_records', session_id: 'of a member', ip: '192.0.2.8' }
    await server.database.owner(
      `insert into system_audit_log (tenant_id, user_id, event_type, event_category, action, details)
       select tenant_id, $1, 'file_records.read', 'data_access', 'read', $2 from profiles where user_id = $1`,
      [member.userId, said],
    )
    await grow()
    await server.ledger.askWitnesses(silent)
    const [read] = await listReadsByOthers(owner.api, { limit: 1 })
    if (!read) throw new Error('no read')
    const { events } = await checkLedger(owner.api, [read], {
      memory: newLogMemory(),
      userId: owner.userId,
      nowMs: Date.now(),
    })
    expect(events.get(read.id)).toMatchObject({ state: 'verified', isWhoProved: false })
    const { parts } = await collect(owner, [read])
    const [event] = (await verifyEvidence(parts, policy)).events
    expect(Object.keys(event?.shown ?? {})).toEqual(['where', 'what'])
  })

  test('is refused where an event is not what its entry says, and for more than a bundle holds', async () => {
    const rows = await rowsOf(owner)
    const [first, ...rest] = rows
    if (!first) throw new Error('no event')
    await expect(collect(owner, [{ ...first, risk_level: 'critical' }, ...rest])).rejects.toMatchObject({
      code: 'evidence_refused',
    })
    const many = Array.from({ length: LIMITS.evidenceEvents + 1 }, () => first)
    await expect(collect(owner, many)).rejects.toMatchObject({ code: 'evidence_too_many' })
  })

  test('from which somebody took a witness, or changed an event, fails', async () => {
    const { parts } = await collect(owner, await rowsOf(owner))
    const withheld = forged(parts, (all) => {
      const take = (text: string): string => text.replaceAll(/^— witness.example.*\n/gm, '')
      for (const [path, bytes] of all) {
        if (path.includes('anchor')) all.set(path, utf8(take(fromUtf8(bytes))))
      }
    })
    expect(await states(withheld, policy)).toEqual({ ...ALL, witnessed: 'fails' })
    const changed = forged(parts, (all) => {
      const isEvent = (name: string): boolean => name.endsWith('.entry.json') && name.includes('/events/')
      const [path, bytes] =
        [...all].find(([name, entry]) => isEvent(name) && fromUtf8(entry).includes('"rl":"low"')) ?? []
      if (path && bytes) all.set(path, utf8(fromUtf8(bytes).replace('"rl":"low"', '"rl":"high"')))
    })
    expect(await states(changed, policy)).toEqual({ ...ALL, included: 'fails' })
  })
})

describe('verify-evidence', () => {
  let parts: EvidenceParts
  beforeAll(async () => {
    ;({ parts } = await collect(owner, await rowsOf(owner)))
  })

  test('says what holds, and shows the events', async () => {
    const mine = computer.makeFile('mine.txt', Buffer.from(policy))
    const { status, stdout } = await computer.run(['verify-evidence', await saved(parts), '--policy', mine, '--json'])
    expect([status, JSON.parse(stdout.toString())]).toMatchObject([
      0,
      { holds: true, trust: 'given', witnesses: [{ name: 'W' }], events: expect.arrayContaining([]) },
    ])
    const plain = await computer.run(['verify-evidence', await saved(parts)])
    expect([plain.status, plain.stdout.toString()]).toEqual([0, expect.stringContaining('the one in the bundle')])
    // Unpacked and packed again, compressed.
    const again = computer.makeFile(
      'again.zip',
      Buffer.from(zipSync({ ...Object.fromEntries(parts), 'logs/': new Uint8Array() })),
    )
    expect((await computer.run(['verify-evidence', again, '--policy', mine])).status).toBe(0)
  })

  test('fails for other keys, other witnesses, and a file that is no bundle', async () => {
    const file = await saved(parts)
    const fails = async (policyText: string, says: string) => {
      const other = computer.makeFile('other.txt', Buffer.from(policyText))
      const { status, stdout } = await computer.run(['verify-evidence', file, '--policy', other])
      expect([status, stdout.toString()]).toEqual([1, expect.stringContaining(says)])
    }
    const [stranger] = await logSigners('127.0.0.1/audit/anchor')
    await fails(`log ${formatVerifierKey(stranger.key)}\nquorum none\n`, 'FAILED   the logs are signed')
    const other = await mlDsaCosigner('other.example', new Uint8Array(32).fill(5), systemRandom)
    const keys = policy.replace(/^(?!log ).*\n/gm, '')
    await fails(`${keys}witness O ${formatVerifierKey(other.key)}\nquorum O\n`, 'FAILED   enough witnesses')

    const whole = fs.readFileSync(file)
    const refused = async (bytes: Buffer, says: string) => {
      const { status, stderr } = await computer.run(['verify-evidence', computer.makeFile('bad.zip', bytes)])
      expect([status, stderr]).toEqual([1, expect.stringContaining(says)])
    }
    await refused(whole.subarray(0, whole.length - 30), 'no ZIP archive, or not a whole one')
    await refused(Buffer.from('not a zip'), 'no ZIP archive')
    const at = whole.indexOf('"rl":"low"')
    await refused(
      Buffer.concat([whole.subarray(0, at), Buffer.from('"rl":"tow"'), whole.subarray(at + 10)]),
      'was changed',
    )
    await refused(Buffer.from(zipSync({ 'manifest.json': Buffer.alloc(2 ** 20 + 1) })), 'larger than a bundle')
    const { 'policy.txt': _, ...less } = Object.fromEntries(parts)
    await refused(Buffer.from(zipSync(less)), 'policy.txt is missing')
    expect((await computer.run(['verify-evidence', '/nowhere.zip'])).stderr).toContain('cannot be read')
  })
})
