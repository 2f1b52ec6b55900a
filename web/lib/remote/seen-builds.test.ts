import { expect, test } from 'vitest'
import { noteBuild } from './seen-builds.ts'

const one = { version: '1.0.0', sha256: 'a'.repeat(64) }
const other = { version: '1.1.0', sha256: 'b'.repeat(64) }

function memory(kept = new Map<string, string>()): Pick<Storage, 'getItem' | 'setItem'> {
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
}

test('another build than before is news once, the first one never', () => {
  const storage = memory()
  expect(noteBuild(storage, one, 1)).toEqual({ builds: [{ ...one, since: 1 }], isNew: false })
  expect(noteBuild(storage, one, 2)).toEqual({ builds: [{ ...one, since: 1 }], isNew: false })
  const both = [
    { ...other, since: 3 },
    { ...one, since: 1 },
  ]
  expect(noteBuild(storage, other, 3)).toEqual({ builds: both, isNew: true })
  expect(noteBuild(storage, other, 4)).toEqual({ builds: both, isNew: false })
})

test('an older build that comes back is news', () => {
  const storage = memory()
  for (const [at, build] of [one, other].entries()) noteBuild(storage, build, at)
  expect(noteBuild(storage, one, 9)).toMatchObject({ isNew: true, builds: [{ since: 9 }, { since: 1 }, { since: 0 }] })
})

test('at most twenty are kept, and what cannot be read or kept is no news', () => {
  const storage = memory()
  for (let at = 0; at < 30; at++) noteBuild(storage, { ...one, sha256: String(at).padStart(64, '0') }, at)
  expect(noteBuild(storage, other, 30).builds).toHaveLength(20)

  for (const kept of ['{broken', '{}', '[null, {"version":1}]']) {
    expect(noteBuild(memory(new Map([['app-builds', kept]])), one, 1)).toMatchObject({
      isNew: false,
      builds: [{ since: 1 }],
    })
  }
  const full = { ...storage, setItem: () => expect.fail('is full') }
  expect(
    noteBuild(
      {
        ...full,
        setItem: () => {
          throw new Error('full')
        },
      },
      one,
      1,
    ).isNew,
  ).toBe(false)
})
