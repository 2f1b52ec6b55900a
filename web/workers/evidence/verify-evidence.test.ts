import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromUtf8, utf8 } from '#crypto/encoding.ts'
import { type Evidence, type EvidenceParts, writeEvidence, writeManifest } from '#ledger/evidence/bundle.ts'
import { sampleEvidence } from '#ledger/testing/sample-evidence.ts'
import { unsignedStamp } from '#ledger/testing/unsigned-stamp.ts'
import { evidenceTools } from './evidence-tools.ts'

/** What an outsider has: the unpacked archive, and Node. */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'evidence-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

let evidence: Evidence
let policy: string
let otherWitness: string
beforeAll(async () => {
  ;({ evidence, policy, otherWitness } = await sampleEvidence())
})

function unpack(parts: EvidenceParts): string {
  const into = fs.mkdtempSync(path.join(folder, 'bundle-'))
  for (const [name, bytes] of parts) {
    fs.mkdirSync(path.dirname(path.join(into, name)), { recursive: true })
    fs.writeFileSync(path.join(into, name), bytes)
  }
  return into
}
function whole(changed: Partial<Evidence> = {}): Map<string, Uint8Array> {
  return new Map(writeEvidence({ ...evidence, ...changed }, evidenceTools()))
}
/** With a manifest of its own, as a forger makes it. */
function forged(change: (all: Map<string, Uint8Array>) => void): EvidenceParts {
  const all = whole()
  all.delete('manifest.json')
  change(all)
  return all.set('manifest.json', utf8(writeManifest(1, all)))
}
const rewritten = (path: string, from: string, to: string): EvidenceParts =>
  forged((all) => {
    const text = fromUtf8(all.get(path) ?? utf8(''))
    expect(text).toContain(from)
    all.set(path, utf8(text.replaceAll(from, to)))
  })

function run(parts: EvidenceParts, trusted: string = policy, options: string[] = []) {
  const into = unpack(parts)
  const file = path.join(folder, 'policy.txt')
  fs.writeFileSync(file, trusted)
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...options, 'verify-evidence.mjs', ...(trusted === '' ? [] : ['--policy', file])],
    { cwd: into, encoding: 'utf8' },
  )
  return { status, stdout, stderr }
}

test('the program in a bundle says that it holds, with nothing but Node', () => {
  const { status, stdout } = run(whole())
  expect(status).toBe(0)
  for (const holds of ['the logs are signed', 'each event is', 'what is shown', 'the public log', 'enough witnesses']) {
    expect(stdout).toContain(`ok: ${holds}`)
  }
  expect(stdout).toContain('Witness: W on 2026-09')
  expect(stdout).toMatch(/Event #2: 2026-\S+ x\.y success .*Browser of a colleague/)
  expect(stdout.match(/Browser of a colleague/g)).toHaveLength(2)
  expect(stdout).not.toContain('anyone could have made them')
  expect(run(whole(), '').stdout).toContain('anyone could have made them')
})

test('it names what does not hold, as our own verifier does', async () => {
  const says = (parts: EvidenceParts, text: string, trusted = policy) => {
    const { status, stdout } = run(parts, trusted)
    expect([status, stdout]).toEqual([1, expect.stringContaining(`FAILED: ${text}`)])
  }
  says(rewritten('logs/1/events/2.entry.json', '"rl":"low"', '"rl":"high"'), 'each event is an entry')
  says(rewritten('logs/1/events/5.shown.json', 'step 5', 'step 6'), 'what is shown')
  says(whole(), 'enough witnesses', otherWitness)
  says(whole({ anchor: undefined, logs: evidence.logs.map((log) => ({ ...log, anchored: undefined })) }), 'enough')
  const { late } = await sampleEvidence()
  says(whole({ logs: evidence.logs.map((log) => ({ ...log, events: [...log.events, late] })) }), 'the public log')
  const keys = policy.replaceAll('log vault.example/audit/anchor', 'log another.example/audit/anchor')
  expect(run(whole(), keys)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^The policy that you chose cannot be read: .* has another id/),
  })
  // One byte of each signature of the log.
  for (const line of [3, 4]) {
    const checkpoint = evidence.logs[0]?.checkpoint.split('\n') ?? []
    const signature = checkpoint[line + 1] ?? ''
    const changed = signature.slice(0, 80) + (signature[80] === 'A' ? 'B' : 'A') + signature.slice(81)
    const logs = evidence.logs.map((log) => ({ ...log, checkpoint: log.checkpoint.replace(signature, changed) }))
    says(whole({ logs }), 'the logs are signed')
  }
})

test('evidence of one operator is not made by another, whose keys the policy knows as well', async () => {
  const theirs = await sampleEvidence({ anchor: 'other.example/audit/anchor', keys: 2 })
  const both = policy + theirs.policy.replaceAll(/^(?!log ).*\n/gm, '')
  const made = run(new Map(writeEvidence(theirs.evidence, evidenceTools())), both)
  expect([made.status, made.stdout]).toEqual([1, expect.stringContaining('FAILED: the logs are signed')])
  expect(run(whole(), both).status).toBe(0)
})

test('a Node without ML-DSA-44 says so, and does not count it', () => {
  const older = `
    const importKey = crypto.subtle.importKey.bind(crypto.subtle)
    crypto.subtle.importKey = (format, ...rest) =>
      format === 'raw-public' ? Promise.reject(new TypeError(format)) : importKey(format, ...rest)`
  const options = ['--import', `data:text/javascript,${encodeURIComponent(older)}`]
  const { status, stdout } = run(whole(), policy, options)
  expect(status).toBe(3)
  expect(stdout).toContain('NOT CHECKED: ML-DSA-44 is not known here: the logs are signed')
  expect(stdout).toContain('NOT CHECKED: ML-DSA-44 is not known here: enough witnesses')
  expect(stdout).toContain('ok: each event is')
  expect(run(whole({ anchor: undefined }), policy, options).status).toBe(1)
})

test('what is not whole is one sentence', () => {
  const refused = (parts: EvidenceParts, text: string) =>
    expect(run(parts)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(text) })
  const changed = whole()
  refused(changed.set('policy.txt', utf8('quorum none\n')), 'policy.txt was changed')
  const less = whole()
  less.delete('anchor/checkpoint.txt')
  refused(less, 'anchor/checkpoint.txt is missing')
  refused(whole().set('logs/1/more.txt', utf8('x')), 'logs/1/more.txt does not belong')
  refused(
    forged((all) => all.set('logs/1/more.txt', utf8('x'))),
    'logs/1/more.txt does not belong',
  )
  refused(
    forged((all) => all.set('logs/1/events/5.tlog-proof', all.get('logs/1/events/2.tlog-proof') ?? utf8(''))),
    'is not where it belongs',
  )
  refused(rewritten('logs/1/events/2.shown.json', '{"what"', '{ "what"'), 'written in another way')
})

test('it says why witnesses do not vouch for events of a log that the public log does not name', () => {
  const unnamed = evidence.logs.map((log) => ({ ...log, anchored: undefined }))
  const { status, stdout } = run(whole({ logs: unnamed }))
  expect(status).toBe(1)
  expect(stdout).toContain('The public log does not name each of these logs')
  expect(run(whole()).stdout).not.toContain('does not name')
})

test('it says which events existed when a time stamp was made, and that it does not check who signed the stamp', () => {
  const { status, stdout } = run(whole())
  expect(status).toBe(0)
  expect(stdout).toContain('ok: the time stamp is of a state of the public log')
  expect(stdout).toContain(
    'Time stamp: 1 of 3 events existed at 2026-09-21T14:13:20.000Z, if an authority that you trust',
  )
  expect(stdout).toContain('Not checked here: who signed it.')
  const younger = stdout.split('\n').filter((line) => line.includes('(not covered by the time stamp, which is older)'))
  expect(younger.map((line) => line.slice(0, 9))).toEqual(['Event #5:', 'Event #8:'])

  // Of entries that are not in the log a stamp of the log says nothing.
  const altered = run(rewritten('logs/1/events/2.entry.json', '"rl":"low"', '"rl":"high"'))
  expect([altered.status, altered.stdout]).toEqual([1, expect.not.stringContaining('Time stamp:')])

  const plain = run(whole({ stamp: undefined }))
  expect([plain.status, plain.stdout]).toEqual([0, expect.stringContaining('No authority has stamped this evidence')])
  const late = run(whole({ logs: evidence.logs.map((log) => ({ ...log, events: log.events.slice(1) })) }))
  expect([late.status, late.stdout]).toEqual([0, expect.stringContaining('Every event is younger than the time stamp')])
  expect(late.stdout).toContain('nothing to check: the time stamp')
})

test('a time stamp that is not of these logs fails, and nothing else does', async () => {
  const { younger } = await sampleEvidence()
  const [log] = evidence.logs
  const { stamp } = evidence
  if (!log?.stamped || !stamp) throw new Error('nothing is stamped')
  const stamped = log.stamped
  const withStamp = (text: string, reply = unsignedStamp(utf8(text), 1)) => ({ stamp: { ...stamp, text, reply } })
  const withEntry = (entry: Partial<typeof stamped>) => ({ logs: [{ ...log, stamped: { ...stamped, ...entry } }] })
  const [origin, size, root = ''] = stamp.text.split('\n')
  const fork = `${origin}\n${size}\n${root.startsWith('A') ? 'B' : 'A'}${root.slice(1)}\n`
  const cases: Record<string, Partial<Evidence>> = {
    'of another text': withStamp(stamp.text, unsignedStamp(utf8('another'), 1)),
    'cut short': withStamp(stamp.text, stamp.reply.slice(0, -1)),
    'two in one': withStamp(stamp.text, Uint8Array.from([...stamp.reply, ...stamp.reply])),
    'of another history': withStamp(fork),
    'of another log': withStamp(stamp.text.replace('anchor', 'another')),
    'of what the public log does not begin with': { stamp: { ...stamp, consistency: stamp.consistency.slice(1) } },
    'an entry outside the stamped tree': { logs: [{ ...log, stamped: younger }] },
    'an entry with the proof of another': withEntry({ entry: younger.entry }),
    'a log that does not begin with what the entry names': withEntry({ consistency: stamped.consistency.slice(1) }),
  }
  for (const [name, changed] of Object.entries(cases)) {
    const { status, stdout } = run(whole(changed))
    expect([status, stdout.match(/^FAILED: .*$/gm)], name).toEqual([1, [expect.stringContaining('the time stamp')]])
    expect(stdout, name).not.toContain('Time stamp:')
  }
})

test('a bundle with more or less than one whole time stamp is refused', () => {
  const says = (parts: EvidenceParts, text: string) =>
    expect(run(parts)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(text) })
  const reply = evidence.stamp?.reply ?? utf8('')
  for (const path of ['anchor/stamp2.tsr', 'logs/1/stamp.tsr'])
    says(
      forged((all) => all.set(path, reply)),
      `${path} does not belong`,
    )
  for (const path of ['logs/1/stamped-proof.txt', 'logs/1/stamped-consistency.txt', 'anchor/stamped.txt'])
    says(
      forged((all) => all.delete(path)),
      `${path} is missing`,
    )
  says(
    forged((all) => all.set('anchor/stamp.tsr', new Uint8Array(65_537))),
    'larger than it can be',
  )
  const plain = fromUtf8(whole().get('manifest.json') ?? utf8('')).replace('"v":2', '"v":1')
  says(whole().set('manifest.json', utf8(plain)), 'does not belong')
})

test('it checks what was saved before there were time stamps', () => {
  const file = new URL('../../../ledger/vectors/evidence-1.json', import.meta.url)
  const kept = JSON.parse(fs.readFileSync(file, 'utf8')) as { policy: string; parts: Record<string, string> }
  const parts = new Map(Object.entries(kept.parts).map(([path, text]) => [path, utf8(text)]))
  const program = Object.entries(evidenceTools()).filter(([path]) => path.endsWith('.mjs'))
  for (const [path, text] of program) parts.set(path, utf8(text))
  parts.delete('manifest.json')
  parts.set('manifest.json', utf8(writeManifest(1, parts)))
  const { status, stdout } = run(parts, kept.policy)
  expect([status, stdout]).toEqual([0, expect.stringContaining('ok: enough witnesses')])
})
