import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyCheckpoint } from '#ledger/log/verify-checkpoint.ts'
import { parsePolicy } from '#ledger/notes/policy.ts'
import { readEntryBundle } from '#ledger/tree/entry-bundle.ts'
import { formatVerifierKey } from '#ledger/notes/verifier-key.ts'
import { logSigners } from '#ledger/testing/signed-log.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { Ledger } from '#server/ledger/ledger.ts'
import { hashOf } from '../../cli/witness/witness-files.ts'
import { CommandLine } from '../support/command-line.ts'
import { type OwnWitness, startOwnWitness } from '../support/own-witness.ts'
import { announceWitness, type WitnessProcess } from '../support/witness-process.ts'
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

const DAY_SECONDS = 86_400
const keysOf = (policy: string): string => policy.replace(/^(?!log ).*\n/gm, '')
const originOf = (policy: string): string => parsePolicy(policy).logs[0]?.key.name ?? ''

describe('a mirror that runs by itself, and a witness, of which both have to sign', () => {
  let server: TestServer
  let own: OwnWitness
  let mirror: WitnessProcess
  let startMirror: (policy: string) => Promise<WitnessProcess>
  beforeAll(async () => {
    own = await startOwnWitness()
    const announced = await announceWitness(computer, { name: 'mirror.example/1', more: ['--mirror'] })
    startMirror = (policy) => announced.start(`${policy}quorum none\n`)
    server = await startServer({
      LEDGER_WITNESSES: `${own.setting.split('\n')[0]}\ngroup both all W M\nquorum both`,
      LEDGER_MIRRORS: `witness M ${announced.key} ${announced.url}`,
    })
    await grow(server)
    await passMinute(server)
    own.watch(await policyOf(server))
    mirror = await startMirror(keysOf(await policyOf(server)))
  })
  afterAll(async () => {
    own.stop()
    await mirror.kill()
    await server.stop()
  })
  const mirrored = (path: string): Promise<Response> =>
    originHash().then((hash) => fetch(`${mirror.url}${hash}/${path}`))
  const originHash = async (): Promise<string> => hashOf(originOf(await policyOf(server)))

  test('is sent every entry, signs below the checkpoint, and the policy names it as what it is', async () => {
    const policy = await policyOf(server)
    expect(policy).toContain('witness M mirror.example/1+')
    expect(policy).toContain('\n# mirror M\n')
    expect(policy).not.toContain('# mirror W')
    expect(policy).not.toContain('http')
    await server.ledger.askWitnesses(silent, 'witnesses')
    await expect(verifyCheckpoint(await checkpointOf(server), parsePolicy(policy))).rejects.toMatchObject({
      code: 'not_witnessed',
    })
    await server.ledger.askWitnesses(silent, 'mirrors')
    for (let i = 0; i < 3; i++) {
      const { checkpoint, witnesses } = await verifyCheckpoint(await checkpointOf(server), parsePolicy(policy))
      expect([checkpoint.size, witnesses.length]).toEqual([await signedSize(server), 2])
      const shown = await (await mirrored('checkpoint')).text()
      expect(shown.split('\n').slice(0, 3)).toEqual((await checkpointOf(server)).split('\n').slice(0, 3))
      const path = `tile/entries/000.p/${checkpoint.size}`
      const [theirs, ours] = [await mirrored(path), await server.fetch(`/audit/v1/logs/anchor/${path}`)]
      const entries = new Uint8Array(await theirs.arrayBuffer())
      expect(readEntryBundle(entries, checkpoint.size)).toHaveLength(checkpoint.size)
      expect(entries).toEqual(new Uint8Array(await ours.arrayBuffer()))
      await grow(server)
      await server.ledger.askWitnesses(silent)
    }
  })

  test('counts by the age of what it signed, as any other', async () => {
    const policy = parsePolicy(await policyOf(server))
    const now = Math.floor(Date.now() / 1000)
    const note = await checkpointOf(server)
    await expect(verifyCheckpoint(note, policy, { now, maxSeconds: DAY_SECONDS })).resolves.toBeDefined()
    const later = { now: now + DAY_SECONDS + 60, maxSeconds: DAY_SECONDS }
    await expect(verifyCheckpoint(note, policy, later)).rejects.toMatchObject({ code: 'not_witnessed' })
  })

  test('the operator and verify-log see it apart from witnesses', async () => {
    expect(await server.ledger.signings()).toEqual([
      {
        name: 'M',
        url: mirror.url,
        keepsEntries: true,
        last: { size: await signedSize(server), seconds: expect.any(Number) },
      },
      { name: 'W', url: expect.any(String), keepsEntries: false, last: expect.anything() },
    ])
    const { status, stdout } = await computer.run(['verify-log', server.url])
    expect([status, stdout.toString()]).toEqual([
      0,
      expect.stringMatching(/M \(keeps the entries as well\) on [^,\n]*, W on /),
    ])
  })

  test('killed while the log grows, it is sent what it lacks, after that was said once', async () => {
    await mirror.kill()
    const { said, log } = listener()
    let movedMs = 0
    const clock = { ...systemClock, elapsedMs: () => performance.now() + movedMs }
    const ledger = new Ledger({ ...server, clock })
    const before = await sizeOf(server)
    for (let i = 0; i < 3; i++) {
      await grow(server, ledger)
      await ledger.askWitnesses(log)
      movedMs += 400_000
    }
    expect(said).toEqual([{ level: 'warn', message: expect.stringContaining('a mirror of the ledger has not signed') }])
    expect(await sizeOf(server), 'the witness alone is too few').toBe(before)
    expect(await refusals(server)).toEqual([])
    mirror = await startMirror(keysOf(await policyOf(server)))
    await ledger.askWitnesses(log)
    expect(await sizeOf(server)).toBe(await signedSize(server))
  })

  test('keeps the first history after the server rewrote its log, which becomes an event', async () => {
    const size = await signedSize(server)
    await server.database.asOwner(async (db) => {
      await db.query({ text: `set local session_replication_role = 'replica'` })
      await db.query({ text: 'delete from ledger.cosignatures' })
      await db.query({ text: 'delete from ledger.checkpoints' })
      await db.query({ text: `update ledger.tiles set hashes = sha256(hashes) || substring(hashes from 33)` })
      // What the next root is made of: a proof by tiles alone may leave the changed one out.
      await db.query({ text: `update ledger.logs set roots[1] = sha256(roots[1]) where kind = 'anchor'` })
    })
    const { said, log } = listener()
    const ledger = new Ledger({ ...server, config: { ...server.config, dataDir: computer.newFolder('data-') } })
    await grow(server, ledger)
    await ledger.askWitnesses(log, 'mirrors')
    expect(said).toEqual([{ level: 'error', message: expect.stringContaining('the log was rewritten') }])
    expect(await refusals(server)).toEqual([{ witness: 'M', reason: expect.stringContaining('rewritten') }])
    expect((await (await mirrored('checkpoint')).text()).split('\n')[1]).toBe(String(size))
  })
})

test('settings of mirrors name an address, and only one of the two has a quorum', async () => {
  const [{ key }, { key: other }] = await logSigners('m.example')
  const mirror = `witness M ${formatVerifierKey(other)} http://m.example/`
  expect(() => readConfig({ LEDGER_MIRRORS: mirror })).toThrow('is no policy')
  expect(() => readConfig({ LEDGER_MIRRORS: `witness M ${formatVerifierKey(other)}\nquorum M` })).toThrow('no address')
  expect(() =>
    readConfig({ LEDGER_MIRRORS: `witness M ${formatVerifierKey(key)} http://m.example/\nquorum M` }),
  ).toThrow('line 1')
  const { ledgerWitnesses } = readConfig({ LEDGER_MIRRORS: mirror, LEDGER_WITNESSES: 'quorum M' })
  expect(ledgerWitnesses?.asked).toMatchObject([{ name: 'M', keepsEntries: true }])
  expect(readConfig({ LEDGER_WITNESSES: `${mirror}\nquorum M` }).ledgerWitnesses?.asked).toMatchObject([
    { keepsEntries: false },
  ])
})
