import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { compileArticle } from './build/compile-article.ts'

type Proof = { entry: Buffer; index: number; size: number; path: Buffer[]; root: Buffer }

test('the hybrid listing prints what it says', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})

  await run('hybrid-kyber-aes-encryption-guide', '')

  expect(log.mock.calls).toEqual([[1088, 48, true]])
  log.mockRestore()
})

type Verifier = { isIncluded: (proof: Proof) => boolean }
const loadVerifier = () =>
  run('blockchain-audit-trails-quantum-compliance', 'export { isIncluded }') as Promise<Verifier>

test('the Merkle listing accepts the 2,415 proofs of all trees of 1 to 69 entries, and none for another entry or index', async () => {
  const { isIncluded } = await loadVerifier()

  let accepted = 0
  const fooled: [size: number, index: number, claimed: number | string][] = []
  for (let size = 1; size <= 69; size++) {
    const entries = Array.from({ length: size }, (_, index) => Buffer.from(`event ${index}`))
    const root = rootOf(entries)
    for (const [index, entry] of entries.entries()) {
      const proof = { entry, index, size, path: pathOf(index, entries), root }
      if (isIncluded(proof)) accepted++
      if (isIncluded({ ...proof, entry: Buffer.from('another') })) fooled.push([size, index, 'another entry'])
      for (let claimed = -size; claimed <= 2 * size; claimed++)
        if (claimed !== index && isIncluded({ ...proof, index: claimed })) fooled.push([size, index, claimed])
    }
  }
  expect(accepted).toBe(2415)
  expect(fooled).toEqual([])
})

test('the Merkle listing reads all 34 bits of an index in a large tree', async () => {
  const { isIncluded } = await loadVerifier()
  const [size, index] = [2 ** 34, 2 ** 33 + 5]
  const entry = Buffer.from('event')
  const path = Array.from({ length: 34 }, (_, level) => sha256(Buffer.from(`sibling ${level}`)))
  // The tree is full, so bit `level` of the index says on which side of the way the sibling is.
  const root = path.reduce(
    (hash, sibling, level) =>
      (BigInt(index) >> BigInt(level)) & 1n ? sha256(Buffer.of(1), sibling, hash) : sha256(Buffer.of(1), hash, sibling),
    sha256(Buffer.of(0), entry),
  )

  const claimed = [index, 5, index - 2 ** 32, index + 2 ** 32, index + 0.5, index + 2 ** 34]
  expect(claimed.map((one) => isIncluded({ entry, index: one, size, path, root }))).toEqual([
    true,
    ...Array.from({ length: 5 }, () => false),
  ])
})

test('the limit of the detection article allows a burst and then one event each interval', async () => {
  const { allows } = (await run('ai-powered-threat-detection-quantum', 'export { allows }')) as {
    allows: (
      state: Map<string, number>,
      key: string,
      now: number,
      limit: { burst: number; interval: number },
    ) => boolean
  }
  const state = new Map<string, number>()
  const at = (second: number, key = 'account') => allows(state, key, second, { burst: 5, interval: 60 })

  expect(Array.from({ length: 6 }, () => at(0))).toEqual([true, true, true, true, true, false])
  expect([at(59), at(60), at(61)]).toEqual([false, true, false])
  expect(at(61, 'another account')).toBe(true)
})

/** Runs the JavaScript of an article as a module. */
function run(slug: string, exported: string): Promise<unknown> {
  const source = fs.readFileSync(path.join(import.meta.dirname, 'articles', `${slug}.md`), 'utf8')
  const code = compileArticle(slug, source).body.flatMap((node) =>
    typeof node !== 'string' && node.tag === 'pre' && node.language === 'js' ? [node.text] : [],
  )
  expect(code).toHaveLength(1)
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(`${code[0]}\n${exported}`)}`)
}

/** RFC 9162, 2.1.1 and 2.1.3.1, written from the definition. */
function rootOf(entries: readonly Buffer[]): Buffer {
  if (entries.length === 1) return sha256(Buffer.of(0), entries[0] ?? Buffer.of())
  const split = splitOf(entries.length)
  return sha256(Buffer.of(1), rootOf(entries.slice(0, split)), rootOf(entries.slice(split)))
}

function pathOf(index: number, entries: readonly Buffer[]): Buffer[] {
  if (entries.length === 1) return []
  const split = splitOf(entries.length)
  const [left, right] = [entries.slice(0, split), entries.slice(split)]
  return index < split ? [...pathOf(index, left), rootOf(right)] : [...pathOf(index - split, right), rootOf(left)]
}

/** The largest power of two below `size`. */
function splitOf(size: number): number {
  return 2 ** Math.ceil(Math.log2(size) - 1)
}

function sha256(...parts: Buffer[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest()
}
