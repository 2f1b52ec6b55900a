/** A server whose operator holds the keys of the log, and shows one person a log that no witness signs. */
import fs from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { systemRandom } from '#crypto/primitives/random.ts'
import { formatSignature, parseNote } from '#ledger/notes/note.ts'
import { mlDsaCosigner } from '#ledger/notes/sign.ts'
import { formatVerifierKey } from '#ledger/notes/verifier-key.ts'
import { type Checker, checkAnchorLog } from '#vault/ledger/anchor-log.ts'
import { acceptLedger, checkLedger } from '#vault/ledger/check-ledger.ts'
import { type LogMemory, newLogMemory } from '#vault/ledger/log-memory.ts'
import type { WitnessReport } from '#vault/ledger/witnesses.ts'
import { ada, attacked, checkpoint, happen, own, policy, stageWitnessedLog } from './witnessed-log.ts'

const DAY_MS = 86_400_000

stageWitnessedLog()

let device: LogMemory
beforeEach(async () => {
  device = newLogMemory()
  await happen()
})

async function look(checker: Partial<Checker> = {}): Promise<WitnessReport> {
  const { log } = await checkAnchorLog(attacked.visitor, { memory: device, nowMs: Date.now(), ...checker })
  if ('problem' in log) throw new Error(log.problem)
  return log.witnesses
}
const current = {
  state: 'current',
  signed: [{ name: 'W', atMs: expect.any(Number), keepsEntries: false }],
  of: 1,
  isOther: false,
}

/** What the server answers for the checkpoint of the anchor log, and as its policy. */
function show({ note, rules }: { note?: (honest: string) => string; rules?: (honest: string) => string }): void {
  attacked.proxy.tamper(({ path: asked }, { body }) => {
    const changed = asked.endsWith('/checkpoint')
      ? note?.(body.toString())
      : asked.endsWith('/policy')
        ? rules?.(body.toString())
        : undefined
    return changed === undefined ? null : { body: Buffer.from(changed) }
  })
}
/** As the log signed it, before any witness did: all that the operator can make alone. */
const withoutWitness = (note: string): string => note.replace(/^— witness\.example.*\n/m, '')

describe('the anchor log that a witness signs', () => {
  test('of an honest server is signed by it, also later', async () => {
    expect(await look()).toEqual(current)
    await happen()
    expect(await look()).toEqual(current)
  })

  test('a log that is shown to one person alone has no signature of the witness, in this session and in later ones', async () => {
    await look()
    for (let session = 0; session < 2; session++) {
      await happen()
      show({ note: withoutWitness })
      expect(await look()).toMatchObject({ state: 'late', signed: [] })
      expect(attacked.proxy.changed()).toBeGreaterThan(0)
    }
  })

  test('signatures of an earlier tree, of another key under its name, or torn ones count for nothing', async () => {
    await look()
    const [earlier = ''] = /^— witness\.example.*\n/m.exec(await checkpoint()) ?? []
    expect(earlier).not.toBe('')
    await happen()
    const other = await mlDsaCosigner('witness.example/1', new Uint8Array(32).fill(7), systemRandom)
    const { text } = parseNote(await checkpoint())
    const foreign = formatSignature(await other.sign(text, Math.floor(Date.now() / 1000)))
    const line = /^— witness\.example.*\n/m.exec(await checkpoint())?.[0] ?? ''
    const torn = `${line.slice(0, -20)}AAAAAAAAAAAAAAAAAAA\n`
    for (const shown of [earlier, foreign, torn]) {
      show({ note: (honest) => withoutWitness(honest) + shown })
      expect(await look(), shown.slice(0, 40)).toMatchObject({ state: 'late' })
    }
  })

  test('a server that names no witness any more, or one of its own, changes nothing for who saw another', async () => {
    await look()
    await happen()
    const theirs = await mlDsaCosigner('operator.example', new Uint8Array(32).fill(6), systemRandom)
    const { text } = parseNote(await checkpoint())
    const line = formatSignature(await theirs.sign(text, Math.floor(Date.now() / 1000)))
    const named = [
      (honest: string) => honest.replace(/^(?!log ).*\n/gm, '') + 'quorum none\n',
      (honest: string) =>
        `${honest.replace(/^(?!log ).*\n/gm, '')}witness W ${formatVerifierKey(theirs.key)}\nquorum W\n`,
    ]
    for (const rules of named) {
      show({ rules, note: (honest) => withoutWitness(honest) + line })
      expect(await look()).toMatchObject({ state: 'late', isOther: true })
      show({ rules })
      expect(await look(), 'while it still signs').toMatchObject({ state: 'current', isOther: true })
    }
    attacked.proxy.honest()
    expect(await look()).toEqual(current)
  })

  test('a log that is held at a tree which was signed once is late after a day', async () => {
    await look()
    const held = await checkpoint()
    await happen()
    show({ note: () => held })
    expect(await look()).toMatchObject({ state: 'current' })
    expect(await look({ nowMs: Date.now() + DAY_MS + 60_000 })).toMatchObject({ state: 'late' })
    expect(await look({ nowMs: Date.now() + 3_700_000, maxAgeSeconds: 3_600 })).toMatchObject({ state: 'late' })
  })

  test('a policy that a person chose counts, whatever the server names', async () => {
    const chosen = await policy()
    show({ rules: (honest) => honest.replace(/^(?!log ).*\n/gm, '') + 'quorum none\n', note: withoutWitness })
    expect(await look()).toEqual({ state: 'none' })
    expect(await look({ policy: chosen })).toMatchObject({ state: 'late', isOther: true })
  })

  test('the witness itself signs no second history, and keeps what was asked', async () => {
    const { server } = attacked
    const signed = await checkpoint()
    const text = parseNote(signed).text.replace(/\n[^\n]+=\n$/, `\n${Buffer.alloc(32, 9).toString('base64')}\n`)
    const signers = await server.ledger.keys.signersOf(text.split('\n', 1)[0] ?? '')
    const lines = await Promise.all(
      signers.map(async (signer) => formatSignature(await signer.sign(text, 1_790_000_000))),
    )
    const size = text.split('\n')[1]
    const answer = await own.witness.add(`old ${size}\n\n${text}\n${lines.join('')}`)
    expect(answer?.status).toBe(422)
    expect(own.refused).toHaveLength(1)
    expect(fs.readdirSync(path.join(own.folder, 'refused'))).toHaveLength(1)
  })
})

describe('for the members of an organisation', () => {
  const check = async () => {
    const { log } = await checkLedger(ada.api, [], { memory: device, userId: ada.userId, nowMs: Date.now() })
    if (!log || 'problem' in log) throw new Error(log?.problem)
    return log.witnesses
  }

  test('the same is said beside their own log, and only a person has others expected', async () => {
    expect(await check()).toEqual(current)
    const rules = (honest: string): string => `${honest.replace(/^(?!log ).*\n/gm, '')}quorum none\n`
    show({ rules, note: withoutWitness })
    for (let session = 0; session < 2; session++) expect(await check()).toMatchObject({ state: 'late', isOther: true })
    await acceptLedger('witnesses', { memory: device, userId: ada.userId })
    expect(await check()).toEqual({ state: 'none' })
    attacked.proxy.honest()
    expect(await check(), 'the first that is named then is kept').toEqual(current)
    show({ rules, note: withoutWitness })
    expect(await check()).toMatchObject({ state: 'late' })
  })
})
