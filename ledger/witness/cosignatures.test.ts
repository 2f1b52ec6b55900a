import { beforeAll, describe, expect, test } from 'vitest'
import { systemRandom } from '#crypto/primitives/random.ts'
import { formatCheckpoint } from '../notes/checkpoint.ts'
import { formatSignature } from '../notes/note.ts'
import { parsePolicy, witnessRules } from '../notes/policy.ts'
import { ed25519Cosigner, mlDsaCosigner, type NoteSigner } from '../notes/sign.ts'
import { formatVerifierKey } from '../notes/verifier-key.ts'
import { logSigners, signedCheckpoint } from '../testing/signed-log.ts'
import { memoryLog } from '../testing/memory-log.ts'
import { readCosignatures, readWitnessing } from './cosignatures.ts'

const ORIGIN = 'vault.example/audit/anchor'
const NOW = 1_790_000_000
const log = memoryLog(9)
const textOf = (size: number): string =>
  formatCheckpoint({ origin: ORIGIN, size, root: log.rootOf(size), extensions: [] })

let [first, second]: [NoteSigner?, NoteSigner?] = []
beforeAll(async () => {
  first = await mlDsaCosigner('witness.example/1', new Uint8Array(32).fill(8), systemRandom)
  second = await ed25519Cosigner('witness.example/2', new Uint8Array(32).fill(9))
})
const signersOfBoth = (): [NoteSigner, NoteSigner] => {
  if (!first || !second) throw new Error('no witnesses')
  return [first, second]
}
const lineOf = async (signer: NoteSigner, size = 9, seconds = NOW): Promise<string> =>
  formatSignature(await signer.sign(textOf(size), seconds))
const policyText = (quorum: string): string => {
  const [a, b] = signersOfBoth().map(({ key }) => formatVerifierKey(key))
  return `# two\nwitness A ${a} https://a.example/\nwitness\tB ${b}\ngroup both all A B\nquorum ${quorum}\n`
}
const cosigned = async (...lines: readonly string[]): Promise<string> =>
  (await signedCheckpoint(ORIGIN, { size: 9, root: log.rootOf(9) }, await logSigners(ORIGIN), NOW)) + lines.join('')

describe('the answer of a witness', () => {
  test('is read line by line, without those of unknown keys', async () => {
    const [a, b] = signersOfBoth()
    const answer = (await lineOf(a)) + (await lineOf(b))
    expect(await readCosignatures(textOf(9), answer, [a.key])).toEqual([
      { key: a.key, seconds: NOW, line: expect.stringContaining('witness.example/1') },
    ])
    expect(await readCosignatures(textOf(9), answer, [a.key, b.key])).toHaveLength(2)
  })

  test('is refused when it is over another tree, has no time, or is no list of signatures', async () => {
    for (const signer of signersOfBoth()) {
      const code = { code: 'bad_signature' }
      await expect(readCosignatures(textOf(9), await lineOf(signer, 8), [signer.key])).rejects.toMatchObject(code)
      await expect(readCosignatures(textOf(9), await lineOf(signer, 9, 0), [signer.key])).rejects.toMatchObject(code)
      for (const answer of ['', 'ok\n', (await lineOf(signer)).trimEnd()])
        await expect(readCosignatures(textOf(9), answer, [signer.key])).rejects.toMatchObject({ code: 'malformed' })
    }
  })
})

describe('who vouches for a checkpoint', () => {
  test('is counted by the quorum', async () => {
    const [a, b] = signersOfBoth()
    const policy = parsePolicy(policyText('both'))
    expect(await readWitnessing(await cosigned(), policy)).toEqual({ signed: [], isEnough: false })
    expect(await readWitnessing(await cosigned(await lineOf(a)), policy)).toEqual({
      signed: [{ name: 'A', seconds: NOW }],
      isEnough: false,
    })
    expect((await readWitnessing(await cosigned(await lineOf(a), await lineOf(b)), policy)).isEnough).toBe(true)
  })

  test('a line that does not hold counts for nothing, and takes nothing from the others', async () => {
    const [a, b] = signersOfBoth()
    const checkpoint = await cosigned(await lineOf(a), await lineOf(b, 8))
    expect(await readWitnessing(checkpoint, parsePolicy(policyText('A')))).toEqual({
      signed: [{ name: 'A', seconds: NOW }],
      isEnough: true,
    })
    expect((await readWitnessing(checkpoint, parsePolicy(policyText('B')))).isEnough).toBe(false)
  })

  test('old cosignatures are named, and are not enough', async () => {
    const [a] = signersOfBoth()
    const checkpoint = await cosigned(await lineOf(a, 9, NOW - 7200), await lineOf(a, 9, NOW - 3600))
    const witnessing = await readWitnessing(checkpoint, parsePolicy(policyText('A')), { now: NOW, maxSeconds: 3000 })
    expect(witnessing).toEqual({ signed: [{ name: 'A', seconds: NOW - 3600 }], isEnough: false })
    expect((await readWitnessing(checkpoint, parsePolicy(policyText('A')))).isEnough).toBe(true)
  })
})

test('what a policy says of witnesses has one form', () => {
  const [a, b] = signersOfBoth().map(({ key }) => formatVerifierKey(key))
  expect(witnessRules(policyText('both'))).toBe(`witness A ${a}\nwitness B ${b}\ngroup both all A B\nquorum both\n`)
  expect(() => witnessRules('quorum A\n')).toThrow('not defined')
})
