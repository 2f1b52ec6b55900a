import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from '#crypto/encoding.ts'
import { memoryLog } from '../testing/memory-log.ts'
import { CompactRange } from './compact-range.ts'
import { EMPTY_ROOT, type Hash, leafHash } from './hash.ts'
import { rootOfSize } from './node.ts'
import { proveConsistency, proveInclusion } from './prove.ts'
import { isConsistent, isIncluded } from './verify-proof.ts'

const MOST = 40
const log = memoryLog(MOST)
const head = (size: number) => ({ size, root: log.rootOf(size) })
const sizes = Array.from({ length: MOST + 1 }, (_, size) => size)
const changed = (hash: Hash): Hash => hash.map((byte, i) => (i === 0 ? byte ^ 1 : byte))

/** Inputs and roots of the reference implementation of Certificate Transparency. */
describe('the tree of RFC 6962', () => {
  const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
  const roots = [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ]

  test('has the published roots', () => {
    const range = new CompactRange()
    expect(toHex(range.root())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    for (const [i, input] of inputs.entries()) {
      range.append(leafHash(fromHex(input)))
      expect(toHex(range.root()), `${i + 1} entries`).toBe(roots[i])
    }
  })
})

describe('a range', () => {
  test('grows to the root by definition, and from where it stopped', () => {
    let range = new CompactRange()
    for (const [i, leaf] of log.leaves.entries()) {
      expect(range.root(), `${i} entries`).toEqual(log.rootOf(i))
      range = new CompactRange(range.size, range.roots)
      range.append(leaf)
    }
    expect(range.size).toBe(MOST)
    expect(range.root()).toEqual(log.rootOf(MOST))
  })

  test.each([
    [3, 1],
    [3, 3],
    [0, 1],
    [-1, 0],
    [0.5, 0],
    [2 ** 53, 1],
  ])('of %d with %d roots is refused', (size, roots) => {
    expect(() => new CompactRange(size, Array<Hash>(roots).fill(EMPTY_ROOT))).toThrow(
      expect.objectContaining({ code: 'malformed' }),
    )
  })

  test('of roots that are no hashes is refused', () => {
    expect(() => new CompactRange(1, [new Uint8Array(31)])).toThrow(expect.objectContaining({ code: 'malformed' }))
  })

  test('that is full takes nothing more', () => {
    const range = new CompactRange(Number.MAX_SAFE_INTEGER, Array<Hash>(53).fill(EMPTY_ROOT))
    expect(() => range.append(EMPTY_ROOT)).toThrow(expect.objectContaining({ code: 'malformed' }))
  })
})

test('the root of any size can be read later', async () => {
  for (const size of sizes) expect(await rootOfSize(size, log.read)).toEqual(log.rootOf(size))
})

describe('a proof of inclusion', () => {
  test('holds for its entry, index and tree, and for no other', async () => {
    for (const size of [1, 2, 3, 5, 8, 21, 32, MOST]) {
      for (let index = 0; index < size; index++) {
        const proof = await proveInclusion(index, size, log.read)
        const leaf = log.leaves[index] ?? EMPTY_ROOT
        expect(isIncluded(leaf, index, proof, head(size))).toBe(true)
        for (let other = 0; other < 2 * size + 2; other++) {
          if (other !== index) expect(isIncluded(leaf, other, proof, head(size)), `${index} as ${other}`).toBe(false)
        }
        expect(isIncluded(changed(leaf), index, proof, head(size))).toBe(false)
        expect(isIncluded(leaf, index, [...proof, EMPTY_ROOT], head(size))).toBe(false)
        expect(isIncluded(leaf, index, proof.slice(1), head(size))).toBe(size === 1)
        for (const [i, hash] of proof.entries()) {
          expect(isIncluded(leaf, index, proof.with(i, changed(hash)), head(size))).toBe(false)
        }
      }
    }
  })

  test.each([
    [1, 1],
    [-1, 1],
    [0, 0],
    [0.5, 1],
    [Number.NaN, 1],
  ])('of entry %d in a tree of %d is neither made nor accepted', async (index, size) => {
    await expect(proveInclusion(index, size, log.read)).rejects.toMatchObject({ code: 'malformed' })
    expect(isIncluded(log.leaves[0] ?? EMPTY_ROOT, index, [], { size, root: log.rootOf(1) })).toBe(false)
  })

  test('with a hash of another length, or with too many, is none', () => {
    const [leaf] = memoryLog(2).leaves
    expect(isIncluded(leaf ?? EMPTY_ROOT, 0, [new Uint8Array(31)], head(2))).toBe(false)
    expect(isIncluded(leaf ?? EMPTY_ROOT, 0, Array<Hash>(64).fill(EMPTY_ROOT), head(2))).toBe(false)
  })
})

describe('a proof of consistency', () => {
  test('holds between each two sizes, and for no other root', async () => {
    for (const later of sizes) {
      for (const earlier of sizes.slice(0, later + 1)) {
        const proof = await proveConsistency(earlier, later, log.read)
        expect(isConsistent(head(earlier), head(later), proof), `${earlier} to ${later}`).toBe(true)
        expect(isConsistent({ size: earlier, root: changed(log.rootOf(earlier)) }, head(later), proof)).toBe(false)
        expect(isConsistent(head(earlier), head(later), [...proof, EMPTY_ROOT])).toBe(false)
        if (earlier > 0) {
          expect(isConsistent(head(earlier), { size: later, root: changed(log.rootOf(later)) }, proof)).toBe(false)
        }
        for (const [i, hash] of proof.entries()) {
          expect(isConsistent(head(earlier), head(later), proof.with(i, changed(hash)))).toBe(false)
        }
      }
    }
  })

  test('refuses a history that was changed, at each of its entries', async () => {
    const before = head(21)
    for (let at = 0; at < 21; at++) {
      const forked = memoryLog(MOST, at)
      const proof = await proveConsistency(21, MOST, forked.read)
      expect(isConsistent(before, { size: MOST, root: forked.rootOf(MOST) }, proof), `entry ${at}`).toBe(false)
    }
  })

  test('of an empty tree knows its one root', () => {
    expect(isConsistent(head(0), head(0), [])).toBe(true)
    expect(isConsistent(head(0), { size: 0, root: log.rootOf(1) }, [])).toBe(false)
    expect(isConsistent({ size: 0, root: log.rootOf(1) }, { size: 0, root: log.rootOf(1) }, [])).toBe(false)
  })

  test('back to a larger tree is neither made nor accepted', async () => {
    await expect(proveConsistency(3, 2, log.read)).rejects.toMatchObject({ code: 'malformed' })
    await expect(proveConsistency(-1, 2, log.read)).rejects.toMatchObject({ code: 'malformed' })
    expect(isConsistent(head(3), head(2), [])).toBe(false)
  })
})
