import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromUtf8, utf8 } from '#crypto/encoding.ts'
import { type Evidence, type EvidenceParts, writeEvidence, writeManifest } from '#ledger/evidence/bundle.ts'
import { sampleEvidence } from '#ledger/testing/sample-evidence.ts'
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
