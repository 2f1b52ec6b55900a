/** Evidence of events with a time stamp of a real authority, from the server to who checks it. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromUtf8, utf8 } from '#crypto/encoding.ts'
import { type EvidenceParts, writeManifest } from '#ledger/evidence/bundle.ts'
import { askAuthority } from '#server/ledger/timestamps/ask-authority.ts'
import { Ledger } from '#server/ledger/ledger.ts'
import { listAuditEvents } from '#vault/audit/audit-log.ts'
import { collectEvidence } from '#vault/ledger/collect-evidence.ts'
import { type LogMemory, newLogMemory } from '#vault/ledger/log-memory.ts'
import { evidenceArchive } from '#web/workers/evidence/evidence-archive.ts'
import { evidenceTools } from '#web/workers/evidence/evidence-tools.ts'
import { CommandLine } from '../support/command-line.ts'
import { personWithVault, type VaultPerson } from '../support/people/vault-person.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type Authority, hasOpenssl, startAuthority } from '../support/timestamp/authority.ts'
import { grow, policyOf, silent } from './witness-stage.ts'

describe.skipIf(!hasOpenssl)('evidence with a time stamp [needs openssl]', () => {
  const computer = new CommandLine()
  let server: TestServer
  let authority: Authority
  let other: Authority
  let owner: VaultPerson
  let policy: string
  let policyFile: string
  let parts: EvidenceParts
  let older: number
  beforeAll(async () => {
    server = await startServer()
    ;[authority, other] = await Promise.all([startAuthority(), startAuthority()])
    owner = await personWithVault(server)
    const ledgerTimestamps = { url: authority.url, trusted: authority.rootPem }
    const ledger = new Ledger({ ...server, config: { ...server.config, ledgerTimestamps }, clock: server.clock })
    await grow(server, ledger)
    older = (await listAuditEvents(owner.api, { filter: {}, limit: 100 })).length
    await ledger.askAuthority(silent)
    // The newest entries of the anchor log are younger than the stamp.
    for (let i = 0; i < 3; i++) await grow(server, ledger)
    policy = await policyOf(server)
    policyFile = computer.makeFile('policy.txt', Buffer.from(policy))
    ;({ parts } = await collect())
  })
  afterAll(async () => {
    authority.stop()
    other.stop()
    computer.remove()
    await server.stop()
  })

  async function collect() {
    const memory = newLogMemory()
    const rows = await listAuditEvents(owner.api, { filter: {}, limit: 100 })
    const device = { memory, userId: owner.userId, nowMs: Date.now() }
    return collectEvidence(owner.api, rows, device, { tools: evidenceTools() })
  }
  async function verify(bundle: EvidenceParts, pem?: string, json = false) {
    const archive = await evidenceArchive(bundle, new Date())
    const file = computer.makeFile(archive.name, Buffer.from(await archive.arrayBuffer()))
    const ca = pem === undefined ? [] : ['--timestamp-ca', computer.makeFile('ca.pem', Buffer.from(pem))]
    const words = ['verify-evidence', file, '--policy', policyFile, ...ca, ...(json ? ['--json'] : [])]
    const { status, stdout, stderr } = await computer.run(words)
    return { status, stdout: stdout.toString(), stderr }
  }
  /** With a manifest of its own, as a forger makes it. */
  function forged(change: (all: Map<string, Uint8Array>) => void): EvidenceParts {
    const all = new Map(parts)
    all.delete('manifest.json')
    change(all)
    return all.set('manifest.json', utf8(writeManifest(1, all)))
  }
  const partOf = (name: string): Uint8Array => parts.get(name) ?? new Uint8Array()
  const stampedBy = async ({ url, rootPem }: Authority, text: string): Promise<Uint8Array> => {
    const stamp = await askAuthority({ url, trusted: rootPem }, utf8(text))
    if ('problem' in stamp) throw new Error(stamp.problem)
    return stamp.reply
  }

  test('says when the events existed, and who says so', async () => {
    const { status, stdout } = await verify(parts, authority.rootPem)
    expect(status).toBe(0)
    expect(stdout).toMatch(/^ok {7}a time stamp is of a state of the public log/m)
    expect(stdout).toMatch(
      new RegExp(`^Stamped {2}${older} of ${older + 3} events existed at 20\\S+Z, says Authority$`, 'm'),
    )
    expect(stdout.match(/\(not covered by the time stamp, which is older\)$/gm)).toHaveLength(3)

    const { stdout: json } = await verify(parts, authority.rootPem, true)
    const { stamp } = JSON.parse(json) as { stamp: { covered: unknown[]; younger: unknown[] } }
    expect([stamp, stamp.covered.length, stamp.younger.length]).toMatchObject([{ authority: 'Authority' }, older, 3])
  })

  test('is checked by a program that is not ours as well', () => {
    expect(authority.verify(partOf('anchor/stamped.txt'), partOf('anchor/stamp.tsr'))).toBe(true)
    expect(other.verify(partOf('anchor/stamped.txt'), partOf('anchor/stamp.tsr'))).toBe(false)
  })

  test('says what was not checked where nobody names an authority', async () => {
    const { status, stdout } = await verify(parts)
    expect([status, stdout]).toEqual([0, expect.stringContaining('Who signed it was not checked')])
    const folder = path.dirname(computer.makeFile('unpacked.txt', Buffer.from('')))
    const into = fs.mkdtempSync(path.join(folder, 'unpacked-'))
    for (const [name, bytes] of parts) {
      fs.mkdirSync(path.dirname(path.join(into, name)), { recursive: true })
      fs.writeFileSync(path.join(into, name), bytes)
    }
    const run = spawnSync(process.execPath, [path.join(into, 'verify-evidence.mjs'), '--policy', policyFile], {
      encoding: 'utf8',
    })
    expect([run.status, run.stdout]).toEqual([
      0,
      expect.stringContaining(`Time stamp: ${older} of ${older + 3} events existed at 20`),
    ])
    expect(run.stdout).toContain('Not checked here: who signed it.')
  })

  test('by another authority, altered, of another tree or of another text is not accepted', async () => {
    const text = fromUtf8(partOf('anchor/stamped.txt'))
    const untrusted = 'the time stamp is not signed by an authority that is trusted here (anchor/stamp.tsr)'
    const refused = async (bundle: EvidenceParts, why: string) => {
      const { status, stdout } = await verify(bundle, authority.rootPem)
      expect([status, stdout]).toEqual([1, expect.stringContaining(`FAILED   a time stamp is of a state`)])
      expect(stdout).toContain(why)
      expect(stdout).not.toContain('Stamped')
      expect(stdout.match(/^FAILED/gm)).toHaveLength(1)
    }
    const theirs = await stampedBy(other, text)
    const byOther = forged((all) => all.set('anchor/stamp.tsr', theirs))
    await refused(byOther, untrusted)
    // Who does not ask for the signer cannot tell.
    expect((await verify(byOther)).status).toBe(0)
    expect((await verify(parts, other.rootPem)).stdout).toContain(untrusted)

    const altered = Uint8Array.from(partOf('anchor/stamp.tsr'))
    const last = altered.length - 1
    altered[last] = (altered[last] ?? 0) ^ 1
    await refused(
      forged((all) => all.set('anchor/stamp.tsr', altered)),
      untrusted,
    )

    const fork = text.replace(/\n[^\n]+\n$/, `\n${Buffer.alloc(32, 7).toString('base64')}\n`)
    const ofFork = await stampedBy(authority, fork)
    await refused(
      forged((all) => all.set('anchor/stamp.tsr', ofFork)),
      'the time stamp is of something else (anchor/stamp.tsr)',
    )
    const rewritten = forged((all) => {
      all.set('anchor/stamp.tsr', ofFork).set('anchor/stamped.txt', utf8(fork))
      const proof = 'logs/1/stamped-proof.txt'
      all.set(proof, utf8(fromUtf8(all.get(proof) ?? utf8('')).replace(text, fork)))
    })
    await refused(rewritten, 'the public log does not begin with what was stamped (anchor/stamped.txt)')
  })

  test('that is missing, or has a part too much, is said, and no event is vouched for', async () => {
    const bare = forged((all) => {
      for (const name of all.keys()) if (/stamp/.test(name)) all.delete(name)
    })
    const plain = await verify(bare)
    expect([plain.status, plain.stdout]).toEqual([0, expect.stringContaining('-        no authority stamped it')])
    const asked = await verify(bare, authority.rootPem)
    expect([asked.status, asked.stdout]).toEqual([1, expect.stringContaining('no authority has stamped this evidence')])
    const twice = forged((all) => all.set('anchor/stamp2.tsr', partOf('anchor/stamp.tsr')))
    expect((await verify(twice)).stderr).toContain('anchor/stamp2.tsr does not belong to the bundle')
    const unproved = forged((all) => all.delete('logs/1/stamped-proof.txt'))
    expect((await verify(unproved)).stderr).toContain('logs/1/stamped-proof.txt is missing')
    const large = forged((all) => all.set('anchor/stamp.tsr', new Uint8Array(70_000)))
    expect((await verify(large)).stderr).toContain('anchor/stamp.tsr is larger than it can be')
    // Of an event that is not in the log a stamp of the log says nothing.
    const changed = forged((all) => {
      const [name, bytes] = [...all].find(([path]) => /events\/0\.entry/.test(path)) ?? []
      if (name && bytes) all.set(name, utf8(fromUtf8(bytes).replace('"rl":"low"', '"rl":"high"')))
    })
    const forgery = await verify(changed, authority.rootPem)
    expect([forgery.status, forgery.stdout]).toEqual([1, expect.not.stringContaining('Stamped')])
    expect(forgery.stdout).toContain('FAILED   each event is an entry')
    expect((await verify(parts, 'no PEM')).stderr).toContain('names no authority: no certificate in PEM')
  })

  test('is left out where every event is younger', async () => {
    const rows = await listAuditEvents(owner.api, { filter: {}, limit: 2 })
    const memory: LogMemory = {
      recall: async () => undefined,
      remember: async () => undefined,
      alone: (_userId, work) => work(),
    }
    const device = { memory, userId: owner.userId, nowMs: Date.now() }
    const { parts: young, events } = await collectEvidence(owner.api, rows, device)
    expect([events, [...young.keys()].filter((name) => /stamp/.test(name))]).toEqual([2, []])
  })
})
