import { expect, test } from 'vitest'
import { pinRefusal, pinnedPasskeys, withPasskey, withoutPasskeys } from './passkey-pins.ts'

const [key, other] = [new Uint8Array([1, 2, 3]), new Uint8Array([4, 5, 6])]
const pins = withPasskey(withPasskey({ policy: '1:x' }, 'a', key), 'b', other)

test('passkeys are pinned until they are removed', () => {
  expect(pinnedPasskeys(pins)).toEqual([
    { id: 'a', publicKey: key },
    { id: 'b', publicKey: other },
  ])
  const removed = withoutPasskeys(pins, ['a', 'never-pinned'])
  expect(removed).toEqual({ ...pins, 'passkey/a': 'gone', 'passkey/never-pinned': 'gone' })
  expect(pinnedPasskeys(removed)).toEqual([{ id: 'b', publicKey: other }])
})

test('a key that a server had pinned under two ids goes with either', () => {
  const twice = withPasskey(pins, 'c', key)
  expect(pinnedPasskeys(withoutPasskeys(twice, ['a'])).map(({ id }) => id)).toEqual(['b'])
  // Two that are gone have no key in common.
  const gone = withoutPasskeys(pins, ['a'])
  expect(pinnedPasskeys(withoutPasskeys(gone, ['a'])).map(({ id }) => id)).toEqual(['b'])
})

test('an id takes one key, and none after it was removed', () => {
  expect(pinRefusal(pins, 'new', key)).toBeNull()
  expect(pinRefusal(pins, 'a', key)).toBeNull()
  expect(pinRefusal(pins, 'a', other)).toBe('other-key')
  expect(pinRefusal(withoutPasskeys(pins, ['a']), 'a', key)).toBe('removed')
})
