import { assert, asyncProperty, constantFrom, nat, record } from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromUtf8, utf8 } from '#crypto/encoding.ts'
import { LedgerError } from '../errors.ts'
import { logSigners, signedCheckpoint } from '../testing/signed-log.ts'
import { sampleEvidence } from '../testing/sample-evidence.ts'
import { formatVerifierKey } from '../notes/verifier-key.ts'
import { type Evidence, type EvidenceLog, readEvidence, writeEvidence, writeManifest } from './bundle.ts'
import { type Fact, holds, verifyEvidence } from './verify-evidence.ts'

const TOOLS = { 'README.txt': 'read me', 'verify-evidence.mjs': '// checks' }

let evidence: Evidence
let policy: string
let otherWitness: string
let log: EvidenceLog
beforeAll(async () => {
  ;({ evidence, policy, otherWitness } = await sampleEvidence())
  const [first] = evidence.logs
  if (!first) throw new Error('no log')
  log = first
})

const states = (facts: readonly Fact[]) => Object.fromEntries(facts.map(({ name, state }) => [name, state]))
const ALL = {
  signed: 'holds',
  included: 'holds',
  shown: 'holds',
  anchored: 'holds',
  witnessed: 'holds',
  stamped: 'holds',
}
const check = (changed: Partial<Evidence>, trusted = policy) =>
  verifyEvidence(writeEvidence({ ...evidence, ...changed }), trusted)
/** A bundle with a manifest of its own: what a forger makes. */
function resealed(change: (parts: Map<string, Uint8Array>) => void): Map<string, Uint8Array> {
  const parts = new Map(writeEvidence(evidence, TOOLS))
  parts.delete('manifest.json')
  change(parts)
  return parts.set('manifest.json', utf8(writeManifest(evidence.madeAt, parts)))
}

describe('evidence', () => {
  test('reads as it was written, and holds', async () => {
    const parts = writeEvidence(evidence, TOOLS)
    expect(readEvidence(parts)).toEqual(evidence)
    const report = await verifyEvidence(parts, policy)
    expect([states(report.facts), holds(report), report.trust]).toEqual([ALL, true, 'given'])
    expect(report.witnesses).toEqual([{ name: 'W', seconds: 1_790_000_000 }])
    expect(report.events.map(({ index }) => index)).toEqual([2, 5, 8])
    expect(report.events[0]?.shown.who).toContain('user')
    expect(Object.keys(report.events[1]?.shown ?? {})).toEqual(['what'])
    expect((await verifyEvidence(parts)).trust).toBe('enclosed')
    const said = [...parts].map(([, bytes]) => Buffer.from(bytes).toString()).join('')
    expect(said.split('Browser of a colleague')).toHaveLength(3)
  })

  test('of which nothing is shown still proves that the events happened', async () => {
    const events = log.events.map((event) => ({ ...event, shown: {} }))
    const { facts } = await check({ logs: [{ ...log, events }] })
    expect(states(facts)).toEqual({ ...ALL, shown: 'none' })
  })

  test('of one operator is not made by another, whose keys the policy knows as well', async () => {
    const theirs = await sampleEvidence({ anchor: 'other.example/audit/anchor', keys: 2 })
    const both = policy + theirs.policy.replaceAll(/^(?!log ).*\n/gm, '')
    for (const changed of [
      {},
      { anchor: undefined, logs: theirs.evidence.logs.map((one) => ({ ...one, anchored: undefined })) },
    ]) {
      const { facts } = await verifyEvidence(writeEvidence({ ...theirs.evidence, ...changed }), both)
      expect(facts[0]).toEqual({ name: 'signed', state: 'fails', at: 'logs/1/checkpoint.txt' })
    }
    expect(states((await check({}, both)).facts)).toEqual(ALL)
    const alone = await check({ anchor: undefined, logs: [{ ...log, anchored: undefined }] }, both)
    expect(states(alone.facts)).toMatchObject({ signed: 'holds', anchored: 'none' })
  })

  test('fails where one part of it is false, and nowhere else', async () => {
    const [first, second, third] = log.events
    if (!first || !second || !third || !log.anchored) throw new Error('no events')
    const swapped = [{ ...first, proof: second.proof }, second, third]
    expect(states((await check({ logs: [{ ...log, events: swapped }] })).facts)).toEqual({ ...ALL, included: 'fails' })

    const salt = first.shown.what?.salt ?? new Uint8Array()
    const other = [{ ...first, shown: { what: { salt, text: '{"action":"another","details":{}}' } } }, second, third]
    const report = await check({ logs: [{ ...log, events: other }] })
    expect(report.facts.find(({ name }) => name === 'shown')).toMatchObject({ state: 'fails', at: 'logs/1/events/2' })
    expect(states(report.facts)).toEqual({ ...ALL, shown: 'fails' })

    const anchored = { ...log.anchored, consistency: log.anchored.consistency.slice(1) }
    expect(states((await check({ logs: [{ ...log, anchored }] })).facts)).toEqual({
      ...ALL,
      anchored: 'fails',
      witnessed: 'fails',
    })
  })

  test('is judged by the keys and witnesses of a person, not by its own', async () => {
    const strangers = await logSigners('vault.example/audit/anchor', 2)
    const keys = strangers.map(({ key }) => `log ${formatVerifierKey(key)}\n`).join('')
    expect(states((await check({}, `${keys}quorum none\n`)).facts)).toEqual({
      ...ALL,
      signed: 'fails',
      witnessed: 'none',
    })
    // Signed throughout, by somebody else.
    const checkpoint = await signedCheckpoint(
      'vault.example/audit/t/other',
      { size: 12, root: new Uint8Array(32) },
      strangers,
      1,
    )
    const { facts } = await check({ logs: [{ ...log, checkpoint }] })
    expect(facts[0]).toEqual({ name: 'signed', state: 'fails', at: 'logs/1/checkpoint.txt' })
    expect(states((await check({}, otherWitness)).facts)).toEqual({ ...ALL, witnessed: 'fails' })
  })

  test('without the signature of a witness, or without the anchor log, is not witnessed', async () => {
    const withheld = evidence.anchor?.replace(/^. witness.example .*\n/m, '')
    expect(withheld).not.toBe(evidence.anchor)
    expect(states((await check({ anchor: withheld })).facts)).toEqual({ ...ALL, witnessed: 'fails' })
    const bare = { anchor: undefined, logs: [{ ...log, anchored: undefined }] }
    expect(states((await check(bare)).facts)).toEqual({ ...ALL, anchored: 'none', witnessed: 'fails', stamped: 'none' })
    const unnamed = { logs: [{ ...log, anchored: undefined }] }
    expect(states((await check(unnamed)).facts)).toEqual({ ...ALL, anchored: 'none', witnessed: 'fails' })
    const trusting = policy.replace('quorum W', 'quorum none')
    expect(holds(await check(bare, trusting))).toBe(true)
  })

  test('of an event that came after what the anchor log holds is not vouched for by witnesses', async () => {
    const { late } = await sampleEvidence()
    const { facts } = await check({ logs: [{ ...log, events: [...log.events, late] }] })
    expect(facts.find(({ name }) => name === 'anchored')).toMatchObject({ state: 'fails', at: 'logs/1/events/10' })
    expect(states(facts)).toEqual({ ...ALL, anchored: 'fails', witnessed: 'fails' })
  })
})

describe('a bundle that is not whole', () => {
  const paths = () => [...writeEvidence(evidence, TOOLS).keys()]
  const refused = async (parts: ReadonlyMap<string, Uint8Array>): Promise<string> => {
    const outcome = await verifyEvidence(parts, policy).catch((error: unknown) => error)
    if (!(outcome instanceof LedgerError)) throw new Error('not refused')
    expect(outcome.code).toBe('malformed')
    return outcome.message
  }

  test('is refused for each part that is missing, whether its manifest knows or not', async () => {
    for (const path of paths()) {
      const parts = new Map(writeEvidence(evidence, TOOLS))
      parts.delete(path)
      expect(await refused(parts)).toContain(`${path} is missing`)
      if (/README|mjs|manifest/.test(path)) continue
      const known = resealed((all) => void all.delete(path))
      if (path.startsWith('anchor/') || path.endsWith('checkpoint.txt')) await refused(known)
      else if (path.endsWith('anchor.entry.json')) expect(await refused(known)).toContain('does not belong')
      else expect(await refused(known)).toMatch(/is missing|does not belong/)
    }
  })

  test('is refused for parts that are too much, or elsewhere', async () => {
    const extra = new Map(writeEvidence(evidence, TOOLS)).set('logs/1/events/3.txt', utf8('x'))
    expect(await refused(extra)).toContain('logs/1/events/3.txt does not belong')
    for (const path of ['logs/1/more.txt', 'logs/2/events/2.entry.json', 'install.exe']) {
      expect(await refused(resealed((all) => all.set(path, utf8('{}'))))).toContain(`${path} does not belong`)
    }
    const moved = resealed((all) => {
      for (const end of ['entry.json', 'shown.json', 'tlog-proof']) {
        all.set(`logs/1/events/3.${end}`, all.get(`logs/1/events/2.${end}`) ?? utf8(''))
        all.delete(`logs/1/events/2.${end}`)
      }
    })
    expect(await refused(moved)).toContain('logs/1/events/3.tlog-proof is not where it belongs')
    const twice = resealed((all) => {
      for (const [path, bytes] of all) {
        if (path.startsWith('logs/1/')) all.set(path.replace('logs/1/', 'logs/2/'), bytes)
      }
    })
    expect(await refused(twice)).toContain('twice')
    expect(
      await refused(resealed((all) => all.set('logs/1/checkpoint.txt', all.get('anchor/checkpoint.txt') ?? utf8('')))),
    ).toContain('another checkpoint')
    expect(await refused(new Map())).toContain('no bundle of evidence')
  })

  test('of a later version says so', async () => {
    const parts = new Map(writeEvidence(evidence))
    const text = fromUtf8(parts.get('manifest.json') ?? utf8('')).replace('"v":2', '"v":3')
    expect(await refused(parts.set('manifest.json', utf8(text)))).toBe('the bundle is of a later version')
  })

  test('is refused, or shows nothing false, whatever byte of it changed', async () => {
    const damage = record({
      file: nat(),
      at: nat(),
      byte: nat({ max: 255 }),
      way: constantFrom('flip', 'cut', 'insert'),
    })
    const original = new Map(
      (await verifyEvidence(writeEvidence(evidence), policy)).events.map((one) => [one.index, one]),
    )
    await assert(
      asyncProperty(damage, async ({ file, at, byte, way }) => {
        const path = paths()[file % paths().length] ?? ''
        const change = (parts: Map<string, Uint8Array>): void => {
          const whole = parts.get(path)
          if (!whole) return
          const start = at % whole.length
          const rest = whole.slice(way === 'flip' ? start + 1 : start)
          parts.set(path, Buffer.concat([whole.slice(0, start), ...(way === 'cut' ? [] : [Uint8Array.of(byte), rest])]))
        }
        const naive = new Map(writeEvidence(evidence, TOOLS))
        const before = naive.get(path)
        change(naive)
        if (!Buffer.from(naive.get(path) ?? []).equals(Buffer.from(before ?? []))) await refused(naive)

        const outcome = await verifyEvidence(resealed(change), policy).catch((error: unknown) => error)
        if (outcome instanceof LedgerError) return
        const report = outcome as Awaited<ReturnType<typeof verifyEvidence>>
        if (!holds(report)) return
        for (const event of report.events) {
          expect(event.entry).toEqual(original.get(event.index)?.entry)
          expect(original.get(event.index)?.shown).toMatchObject(event.shown)
        }
      }),
      { numRuns: 300 },
    )
  })
})
