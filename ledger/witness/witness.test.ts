import fs from 'node:fs'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { fromHex } from '#crypto/encoding.ts'
import { memoryLog } from '../testing/memory-log.ts'
import { logSigners, signedCheckpoint } from '../testing/signed-log.ts'
import type { NoteSigner } from '../notes/sign.ts'
import { verifierKey } from '../notes/verifier-key.ts'
import { EMPTY_ROOT } from '../tree/hash.ts'
import { proveConsistency } from '../tree/prove.ts'
import type { TreeHead } from '../tree/verify-proof.ts'
import { formatAddCheckpoint, parseAddCheckpoint } from './add-checkpoint.ts'
import { type Judgement, judgeCheckpoint, type WitnessKnowledge } from './judge-checkpoint.ts'

/** A witness that keeps what it accepted. */
function keepingWitness(keysOf: WitnessKnowledge['keysOf']) {
  const last = new Map<string, TreeHead>()
  return async (body: string): Promise<Judgement> => {
    const judgement = await judgeCheckpoint(body, { keysOf, lastOf: async (origin) => last.get(origin) })
    if (judgement.status === 200) last.set(judgement.checkpoint.origin, judgement.checkpoint)
    return judgement
  }
}

/** The cases of another witness, in their order. Each is a request, and the status and text of the answer. */
describe('the published cases', () => {
  const LOG = 'sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562'
  const KEY = fromHex('ffdc2d4d98e4124d3feaf788c0c2f9abfd796083d1f0495437f302ec79cf100f')
  const text = fs.readFileSync(new URL('../vectors/litewitness.hurl', import.meta.url), 'utf8')
  const cases = [...text.matchAll(/```\n([^`]*)```\nHTTP (\d+)\n\[Asserts\]\nbody (?:contains|==) "([^"]*)"/g)].map(
    ([, body = '', status, says = '']) => ({ body, status: Number(status), says }),
  )

  test('are answered as there, but for an unknown log, of which the protocol says 404 by now', async () => {
    expect(cases).toHaveLength(9)
    const witness = keepingWitness((origin) => (origin === LOG ? [verifierKey(LOG, 'ed25519', KEY)] : []))
    for (const { body, status, says } of cases) {
      const judgement = await witness(body)
      expect(judgement.status, says).toBe(says === 'unknown log' ? 404 : status)
      if (judgement.status === 409) expect(`${judgement.size}\\n`).toBe(says)
      if ('reason' in judgement) expect(judgement.reason).toContain(says)
    }
  })
})

describe('a witness', () => {
  const ORIGIN = 'vault.example/audit/anchor'
  const NOW = 1_790_000_000
  const log = memoryLog(40)
  const head = (size: number): TreeHead => ({ size, root: log.rootOf(size) })
  let signers: [NoteSigner, NoteSigner]
  let judge: (body: string) => Promise<Judgement>
  beforeEach(async () => {
    signers = await logSigners(ORIGIN)
    judge = keepingWitness((origin) => (origin === ORIGIN ? signers.map(({ key }) => key) : []))
  })

  const request = async (oldSize: number, to: TreeHead, by: readonly NoteSigner[] = signers, from = log) =>
    formatAddCheckpoint({
      oldSize,
      proof: await proveConsistency(oldSize, to.size, from.read),
      checkpoint: await signedCheckpoint(ORIGIN, to, by, NOW),
    })

  test('follows a log as it grows, and signs the same again', async () => {
    for (const [from, to] of [
      [0, 3],
      [3, 3],
      [3, 8],
      [8, 40],
    ] as const) {
      expect(await judge(await request(from, head(to)))).toMatchObject({ status: 200, checkpoint: { size: to } })
    }
  })

  test('does not sign a second history, and keeps what shows it', async () => {
    await judge(await request(0, head(8)))
    const forked = memoryLog(40, 5)
    const judgement = await judge(await request(8, { size: 12, root: forked.rootOf(12) }, signers, forked))
    expect(judgement).toMatchObject({ status: 422, note: { signatures: [{ name: ORIGIN }, { name: ORIGIN }] } })
    const same = await judge(await request(8, { size: 8, root: forked.rootOf(8) }, signers, forked))
    expect(same.status, 'of the same size').toBe(422)
    expect((await judge(await request(8, head(12)))).status, 'the first history continues').toBe(200)
  })

  test('says which size it signed last to a log that forgot it', async () => {
    await judge(await request(0, head(8)))
    expect(await judge(await request(0, head(12)))).toEqual({ status: 409, size: 8 })
    expect(await judge(await request(9, head(12)))).toEqual({ status: 409, size: 8 })
  })

  test('refuses to go back', async () => {
    await judge(await request(0, head(8)))
    const back = formatAddCheckpoint({
      oldSize: 8,
      proof: [],
      checkpoint: await signedCheckpoint(ORIGIN, head(3), signers, NOW),
    })
    expect((await judge(back)).status).toBe(400)
  })

  test('refuses what the log did not sign with both of its keys', async () => {
    for (const signer of signers) expect((await judge(await request(0, head(3), [signer]))).status).toBe(403)
    expect((await judge(await request(0, head(3), await logSigners(ORIGIN, 2)))).status).toBe(403)
    const forged = (await request(0, head(3))).replace('\n3\n', '\n4\n')
    expect((await judge(forged)).status).toBe(403)
  })

  test('knows the root of an empty log', async () => {
    const empty = await request(0, { size: 0, root: EMPTY_ROOT })
    expect((await judge(empty)).status).toBe(200)
    const other = formatAddCheckpoint({
      oldSize: 0,
      proof: [],
      checkpoint: await signedCheckpoint(ORIGIN, { size: 0, root: log.rootOf(1) }, signers, NOW),
    })
    expect((await judge(other)).status).toBe(422)
  })

  test('answers 400 to what is no request, whatever it is', async () => {
    const good = await request(0, head(3))
    for (const body of [
      '',
      'old 0',
      good.replace('old 0', 'old 00'),
      good.replace('old 0', 'new 0'),
      good.slice(0, -1),
    ]) {
      expect((await judge(body)).status, body).toBe(400)
    }
    const long = good.replace('old 0\n', `old 0\n${'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n'.repeat(64)}`)
    expect((await judge(long)).status).toBe(400)
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (body) => {
        expect((await judge(body)).status).toBe(400)
      }),
    )
  })

  test('reads what a log writes', async () => {
    const body = await request(0, head(3))
    expect(formatAddCheckpoint(parseAddCheckpoint(body))).toBe(body)
  })
})
