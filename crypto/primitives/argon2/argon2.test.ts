import { expect, test } from 'vitest'
import { toHex, utf8 } from '../../encoding.ts'
import { stretchArgon2id as native } from './native.ts'
import { stretchArgon2id as portable } from './portable.ts'

const password = utf8('pässword')

test('what the command line derives is what a browser derives', async () => {
  const cases = [
    { m: 65_536, t: 3, p: 4, length: 32 },
    { m: 65_541, t: 4, p: 1, length: 32 },
    { m: 70_000, t: 3, p: 16, length: 64 },
  ]
  for (const [at, parameters] of cases.entries()) {
    const options = { password, salt: new Uint8Array(16).fill(at), ...parameters }
    expect(await native(options)).toEqual(await portable(options))
  }
})

test.for([
  ['native', native],
  ['portable', portable],
] as const)('an answer of the reference implementation, %s', async ([, stretch]) => {
  // `argon2 -id`: password "password", salt "somesalt", 2^16 KiB, two passes, one lane.
  const answer = await stretch({
    password: utf8('password'),
    salt: utf8('somesalt'),
    m: 65_536,
    t: 2,
    p: 1,
    length: 32,
  })
  expect(toHex(answer)).toBe('09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7')
})
