import fs from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromUtf8, utf8 } from '#crypto/encoding.ts'
import { LedgerError } from '../errors.ts'
import { writeAnchoredHead } from '../events/anchor-entry.ts'
import { formatTlogProof } from '../log/tlog-proof.ts'
import { sampleEvidence } from '../testing/sample-evidence.ts'
import { unsignedStamp } from '../testing/unsigned-stamp.ts'
import {
  type Evidence,
  type EvidenceAnchoring,
  type EvidenceLog,
  type EvidenceStamp,
  writeEvidence,
  writeManifest,
} from './bundle.ts'
import { holds, verifyEvidence } from './verify-evidence.ts'

const AT_MS = 1_790_000_000_000

let evidence: Evidence
let policy: string
let younger: EvidenceAnchoring
let log: EvidenceLog
let stamp: EvidenceStamp
let stamped: EvidenceAnchoring
beforeAll(async () => {
  ;({ evidence, policy, younger } = await sampleEvidence())
  const [first] = evidence.logs
  if (!first?.stamped || !evidence.stamp) throw new Error('nothing is stamped')
  log = first
  stamp = evidence.stamp
  stamped = first.stamped
})

const check = (changed: Partial<Evidence>) => verifyEvidence(writeEvidence({ ...evidence, ...changed }), policy)
const factOf = async (changed: Partial<Evidence>) => {
  const { facts, stamp: found } = await check(changed)
  // Nothing else of the bundle is touched.
  expect(facts.filter(({ name, state }) => name !== 'stamped' && state !== 'holds')).toEqual([])
  return { ...facts.find(({ name }) => name === 'stamped'), found }
}
const withStamp = (changed: Partial<EvidenceStamp>) => factOf({ stamp: { ...stamp, ...changed } })
const withEntry = (changed: Partial<EvidenceAnchoring>) =>
  factOf({ logs: [{ ...log, stamped: { ...stamped, ...changed } }] })
const fault = (at: string, why: string) => ({ name: 'stamped', state: 'fails', at, why, found: undefined })
const ofStamp = (text: string): Partial<EvidenceStamp> => ({ text, reply: unsignedStamp(utf8(text), AT_MS) })

describe('a time stamp in evidence', () => {
  test('says when events existed, and names those that are younger', async () => {
    const { facts, stamp: found } = await check({})
    expect(facts.at(-1)).toEqual({ name: 'stamped', state: 'holds' })
    const ofLog = (index: number) => ({ log: 'vault.example/audit/t/3b3f8a44-7a34-4c55-9a0e-1c2a5a0a4c01', index })
    expect(found).toEqual({
      size: 3,
      atMs: AT_MS,
      authority: undefined,
      covered: [ofLog(2)],
      // The stamped tree names a log of five entries.
      younger: [ofLog(5), ofLog(8)],
    })
  })

  test('is none where nobody stamped, and where every event is younger', async () => {
    const { stamp: _, ...others } = evidence
    const plain = await verifyEvidence(writeEvidence(others), policy)
    expect([plain.facts.at(-1), plain.stamp, holds(plain)]).toEqual([
      { name: 'stamped', state: 'none' },
      undefined,
      true,
    ])
    const late = await check({ logs: [{ ...log, events: log.events.slice(2) }] })
    expect(late.facts.at(-1)).toEqual({ name: 'stamped', state: 'none' })
    expect(late.stamp).toMatchObject({ covered: [], younger: [{ index: 8 }] })
    // A log that the stamped tree did not name.
    const unnamed = await check({ logs: [{ ...log, stamped: undefined }] })
    expect(unnamed.stamp).toMatchObject({ covered: [], younger: [{ index: 2 }, { index: 5 }, { index: 8 }] })
  })

  test('of another text, or one that cannot be read, fails', async () => {
    const reply = unsignedStamp(utf8(`${stamp.text}more\n`), AT_MS)
    const wrong = fault('anchor/stamp.tsr', 'the time stamp is of something else')
    expect(await withStamp({ reply })).toEqual(wrong)
    const altered = stamp.text.replace('\n3\n', '\n4\n')
    expect((await check({ stamp: { ...stamp, text: altered } })).facts.at(-1)).toMatchObject({ state: 'fails' })
    for (const bytes of [stamp.reply.slice(0, -1), Uint8Array.from([...stamp.reply, ...stamp.reply])]) {
      expect(await withStamp({ reply: bytes })).toMatchObject(fault('anchor/stamp.tsr', 'cannot be read: time stamp'))
    }
  })

  test('of a tree that the public log never was fails', async () => {
    const at = 'anchor/stamped.txt'
    const [origin, size, root = ''] = stamp.text.split('\n')
    const otherRoot = `${root[0] === 'A' ? 'B' : 'A'}${root.slice(1)}`
    const forked = fault(at, 'the public log does not begin with what was stamped')
    expect(await withStamp(ofStamp(`${origin}\n${size}\n${otherRoot}\n`))).toEqual(forked)
    expect(await withStamp({ consistency: stamp.consistency.slice(1) })).toEqual(forked)
    expect(await withStamp(ofStamp(stamp.text.replace('anchor', 'another')))).toEqual(
      fault(at, 'another log was stamped'),
    )
    expect(await withStamp(ofStamp('what somebody wrote\n'))).toMatchObject({ state: 'fails', at })
  })

  test('holds no state of a log that is not in the stamped tree, or not of that log', async () => {
    const at = 'logs/1/stamped.entry.json'
    const outside = fault(at, 'the entry is not in the stamped tree')
    // The newest entry names more events, and came after the stamp.
    expect(await factOf({ logs: [{ ...log, stamped: younger }] })).toEqual(outside)
    expect(await withEntry({ proof: stamped.proof.toReversed() })).toEqual(outside)
    expect(await withEntry({ entry: younger.entry })).toEqual(outside)
    const another = writeAnchoredHead({ origin: 'x/audit/t/1', size: 6, root: new Uint8Array(32), previous: null })
    expect(await withEntry({ entry: another })).toEqual(fault(at, 'the entry is of another log'))
    expect(await withEntry({ entry: utf8('{}') })).toMatchObject({ state: 'fails', at })
    const torn = { consistency: stamped.consistency.slice(1) }
    expect(await withEntry(torn)).toEqual(fault(at, 'the log does not begin with what the entry names'))
  })

  test('has to be there, be theirs, and be of one of the events, where somebody names authorities', async () => {
    const answered: Uint8Array[] = []
    const byAuthority = async (reply: Uint8Array, bytes: Uint8Array) => {
      answered.push(reply, bytes)
      return { at: new Date(AT_MS + 1), authority: 'Authority' }
    }
    const judge = (changed: Partial<Evidence>, reader = byAuthority) =>
      verifyEvidence(writeEvidence({ ...evidence, ...changed }), policy, reader)
    expect((await judge({})).stamp).toMatchObject({ atMs: AT_MS + 1, authority: 'Authority' })
    expect(answered).toEqual([stamp.reply, utf8(stamp.text)])

    const byOther = () => Promise.reject(new LedgerError('bad_signature', 'not by them'))
    const refused = await judge({}, byOther)
    expect([refused.facts.at(-1), refused.stamp]).toEqual([
      { name: 'stamped', state: 'fails', at: 'anchor/stamp.tsr', why: 'not by them' },
      undefined,
    ])
    expect((await judge({ stamp: undefined })).facts.at(-1)).toMatchObject({ state: 'fails', at: 'anchor' })
    const late = await judge({ logs: [{ ...log, events: log.events.slice(2) }] })
    expect(late.facts.at(-1)).toMatchObject({ state: 'fails', why: 'every event is younger than the time stamp' })
  })
})

describe('a bundle with a time stamp', () => {
  const refused = async (change: (parts: Map<string, Uint8Array>) => void, version?: 1 | 2) => {
    const parts = new Map(writeEvidence(evidence))
    parts.delete('manifest.json')
    change(parts)
    const manifest = writeManifest(1, parts)
    parts.set('manifest.json', utf8(version ? manifest.replace(/"v":\d/, `"v":${version}`) : manifest))
    const outcome = await verifyEvidence(parts, policy).catch((error: unknown) => error)
    if (!(outcome instanceof LedgerError)) throw new Error('not refused')
    return outcome.message
  }

  test.each([
    'logs/1/stamped-proof.txt',
    'logs/1/stamped-consistency.txt',
    'anchor/stamped.txt',
    'anchor/stamp-consistency.txt',
  ])('without %s is not whole', async (path) => {
    expect(await refused((parts) => parts.delete(path))).toBe(`${path} is missing`)
  })

  test('says that it has one, and has no second one', async () => {
    expect(await refused((parts) => parts.delete('anchor/stamp.tsr'), 2)).toBe('anchor/stamp.tsr is missing')
    const unanchored = await refused((parts) => {
      for (const path of parts.keys())
        if (/anchor\/checkpoint|logs\/1\/(anchor|consistency)/.test(path)) parts.delete(path)
    })
    expect(unanchored).toBe('anchor/checkpoint.txt is missing')
    expect(await refused(() => undefined, 1)).toContain('does not belong to the bundle')
    for (const path of ['anchor/stamp2.tsr', 'logs/1/stamp.tsr']) {
      expect(await refused((parts) => parts.set(path, stamp.reply))).toBe(`${path} does not belong to the bundle`)
    }
    const both = Uint8Array.from([...stamp.reply, ...stamp.reply])
    expect(await withStamp({ reply: both })).toMatchObject({ state: 'fails', at: 'anchor/stamp.tsr' })
  })

  test('that is larger than stamps are is refused before it is read', async () => {
    const large = (path: string, bytes: number) => refused((parts) => parts.set(path, new Uint8Array(bytes).fill(48)))
    expect(await large('anchor/stamp.tsr', 65_537)).toBe('anchor/stamp.tsr is larger than it can be')
    expect(await large('anchor/stamped.txt', 4_097)).toBe('anchor/stamped.txt is larger than it can be')
    expect(await withStamp({ reply: new Uint8Array(65_536) })).toMatchObject({ state: 'fails' })
  })

  test('whose entry comes with the proof of another tree is refused', async () => {
    const proof = utf8(formatTlogProof({ ...stamped, checkpoint: evidence.anchor ?? '' }))
    const moved = await refused((parts) => parts.set('logs/1/stamped-proof.txt', proof))
    expect(moved).toBe('logs/1/stamped-proof.txt has another checkpoint than its log')
  })

  test('is not needed: one that was made before there were any still holds', async () => {
    const file = new URL('../vectors/evidence-1.json', import.meta.url)
    const kept = JSON.parse(fs.readFileSync(file, 'utf8')) as { policy: string; parts: Record<string, string> }
    const parts = new Map(Object.entries(kept.parts).map(([path, text]) => [path, utf8(text)]))
    expect(fromUtf8(parts.get('manifest.json') ?? utf8(''))).toContain('"v":1}')
    const report = await verifyEvidence(parts, kept.policy)
    expect(report.facts.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'signed holds',
      'included holds',
      'shown holds',
      'anchored holds',
      'witnessed holds',
      'stamped none',
    ])
  })
})
