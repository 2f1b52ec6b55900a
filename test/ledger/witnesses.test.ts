import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyCheckpoint } from '#ledger/log/verify-checkpoint.ts'
import { systemRandom } from '#crypto/primitives/random.ts'
import { parsePolicy } from '#ledger/notes/policy.ts'
import { mlDsaCosigner } from '#ledger/notes/sign.ts'
import { formatVerifierKey } from '#ledger/notes/verifier-key.ts'
import { logSigners } from '#ledger/testing/signed-log.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { Ledger } from '#server/ledger/ledger.ts'
import { readWitnesses } from '#server/ledger/witnesses/witness-settings.ts'
import { CommandLine } from '../support/command-line.ts'
import { announceWitness, startWitness, type WitnessProcess } from '../support/witness-process.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import {
  checkpointOf,
  grow,
  listener,
  passMinute,
  policyOf,
  refusals,
  signedSize,
  silent,
  sizeOf,
} from './witness-stage.ts'

const computer = new CommandLine()
afterAll(() => computer.remove())

/** What the anchor log grows by when an event was added: the head of its log, and what is stated of keys. */
const ADDED = 2

describe('a witness that runs by itself', () => {
  let server: TestServer
  let witness: WitnessProcess
  beforeAll(async () => {
    const announced = await announceWitness(computer)
    server = await startServer({ LEDGER_WITNESSES: `witness W ${announced.key} ${announced.url}\nquorum W` })
    await grow(server)
    await passMinute(server)
    witness = await announced.start(`${keysOf(await policyOf(server))}quorum none\n`)
  })
  afterAll(async () => {
    await witness.kill()
    await server.stop()
  })
  const keysOf = (policy: string): string => policy.replace(/^(?!log ).*\n/gm, '')

  test('signs below the checkpoint, and the policy that the server names demands it, without its address', async () => {
    const policy = await policyOf(server)
    expect(policy).toContain('witness W witness.example/1+')
    expect(policy).not.toContain('http')
    await expect(verifyCheckpoint(await checkpointOf(server), parsePolicy(policy))).rejects.toMatchObject({
      code: 'not_witnessed',
    })
    await server.ledger.askWitnesses(silent)
    for (let i = 0; i < 3; i++) {
      const { checkpoint, witnesses } = await verifyCheckpoint(await checkpointOf(server), parsePolicy(policy))
      expect([checkpoint.size, witnesses.length]).toEqual([await signedSize(server), 1])
      await grow(server)
      await server.ledger.askWitnesses(silent)
    }
  })

  test('verify-log names it, and fails when its signatures are older than demanded, or another witness is expected', async () => {
    const { status, stdout } = await computer.run(['verify-log', server.url, '--json'])
    const report = { witnesses: { state: 'current', signed: [{ name: 'W' }], of: 1 } }
    expect([status, JSON.parse(stdout.toString())]).toMatchObject([0, report])

    const mine = computer.makeFile('mine.txt', Buffer.from(await policyOf(server)))
    expect((await computer.run(['verify-log', server.url, '--policy', mine])).status).toBe(0)
    const stranger = await mlDsaCosigner('stranger.example', new Uint8Array(32).fill(5), systemRandom)
    const theirs = computer.makeFile(
      'theirs.txt',
      Buffer.from(`${keysOf(await policyOf(server))}witness S ${formatVerifierKey(stranger.key)}\nquorum S\n`),
    )
    const late = await computer.run(['verify-log', server.url, '--policy', theirs])
    expect([late.status, late.stderr]).toEqual([1, expect.stringContaining('Too few independent witnesses')])
    const [first] = await logSigners('127.0.0.1/audit/anchor')
    const others = computer.makeFile('others.txt', Buffer.from(`log ${formatVerifierKey(first.key)}\nquorum none\n`))
    const refused = await computer.run(['verify-log', server.url, '--policy', others])
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('other keys')])
  })

  test('what is not signed by it yet is shown after a minute, and never less than was shown before', async () => {
    const before = await sizeOf(server)
    await grow(server)
    expect([await sizeOf(server), await signedSize(server)]).toEqual([before, before + ADDED])
    await passMinute(server)
    expect(await sizeOf(server)).toBe(before + ADDED)
    await server.ledger.askWitnesses(silent)
    await grow(server)
    expect(await sizeOf(server)).toBe(before + ADDED)
    await server.ledger.askWitnesses(silent)
    expect(await sizeOf(server)).toBe(before + 2 * ADDED)
  })

  test('signs a log that rests again after half an hour, by its own time', async () => {
    let movedMs = 0
    const clock = { ...systemClock, nowMs: () => Date.now() + movedMs, elapsedMs: () => performance.now() + movedMs }
    const ledger = new Ledger({ ...server, clock })
    const times = async (): Promise<{ seconds: number; read: number }> => {
      const { rows } = await server.database.owner<{ seconds: number; read: number }>(
        `select max(seconds)::float8 as seconds, extract(epoch from max(s.witnessed_at))::float8 as read
         from ledger.cosignatures, ledger.shown s`,
      )
      return rows[0] ?? { seconds: 0, read: 0 }
    }
    await ledger.askWitnesses(silent)
    const before = await times()
    await ledger.askWitnesses(silent)
    expect(await times()).toEqual(before)
    movedMs = 1_801_000
    await ledger.askWitnesses(silent)
    expect((await times()).read).toBeGreaterThan(before.read)
    const again = await times()
    await ledger.askWitnesses(silent)
    expect(await times(), 'once, though its clock is behind').toEqual(again)
  })

  test('while it is away the log grows, that is said once, and it signs when it is back', async () => {
    await witness.kill()
    const { said, log } = listener()
    let movedMs = 0
    const clock = { ...systemClock, elapsedMs: () => performance.now() + movedMs }
    const ledger = new Ledger({ ...server, clock })
    const before = await signedSize(server)
    for (let i = 0; i < 3; i++) {
      await grow(server, ledger)
      await ledger.askWitnesses(log)
      movedMs += 400_000
    }
    expect(await signedSize(server)).toBe(before + 3 * ADDED)
    expect(said).toEqual([{ level: 'warn', message: expect.stringContaining('could not be reached') }])
    expect(await refusals(server)).toEqual([])
    witness = await startWitness(computer, keysOf(await policyOf(server)) + 'quorum none\n', {
      port: Number(new URL(witness.url).port),
    })
    await ledger.askWitnesses(log)
    expect(await sizeOf(server)).toBe(before + 3 * ADDED)
    await expect(
      verifyCheckpoint(await checkpointOf(server), parsePolicy(await policyOf(server))),
    ).resolves.toBeDefined()
  })

  test('refuses a log that was rewritten, which becomes an event and is said once', async () => {
    // The log as it was before the last entries, and another one after it: as after a backup, or an attack.
    await server.database.asOwner(async (db) => {
      await db.query({ text: `set local session_replication_role = 'replica'` })
      await db.query({ text: 'delete from ledger.cosignatures' })
      await db.query({ text: 'delete from ledger.checkpoints' })
      await db.query({ text: `update ledger.tiles set hashes = sha256(hashes) || substring(hashes from 33)` })
    })
    const { said, log } = listener()
    const ledger = new Ledger({ ...server, config: { ...server.config, dataDir: computer.newFolder('data-') } })
    await grow(server, ledger)
    await ledger.askWitnesses(log)
    await ledger.askWitnesses(log)
    expect(said).toEqual([{ level: 'error', message: expect.stringContaining('the log was rewritten') }])
    expect(await refusals(server)).toEqual([{ witness: 'W', reason: expect.stringContaining('rewritten') }])
  })
})

describe('settings', () => {
  const KEY = 'liar.example+33c0f8a5+x'
  test.each([
    ['quorum none', 'names no witness'],
    ['witness W x http://w.example/\nquorum W', 'line 1'],
    [`witness W ${KEY} http://w.example/`, 'is no policy'],
  ])('%s is refused', (text, says) => {
    expect(() => readConfig({ LEDGER_WITNESSES: text })).toThrow(says)
  })

  test('an address is needed', async () => {
    const { key } = await mlDsaCosigner('w.example', new Uint8Array(32), systemRandom)
    for (const url of ['', 'ftp://w.example/', 'w.example']) {
      expect(() => readWitnesses(`witness W ${formatVerifierKey(key)} ${url}\nquorum W\n`)).toThrow('gives no address')
    }
  })
})
