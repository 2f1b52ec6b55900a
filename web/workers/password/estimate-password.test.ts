import { expect, test } from 'vitest'
import { estimatePassword } from './estimate-password.ts'

test.each([
  ['aaaaaaaaaaaaaaa', 'repeat'],
  ['passwordpassword', 'repeat'],
  ['password1234567', 'common'],
  ['abcdefghijklmnop', 'sequence'],
  ['understandable', 'word'],
  ['17.03.1984', 'date'],
] as const)('%s is guessed soon, and why is said', (password, weakness) => {
  const estimate = estimatePassword(password, [])
  expect(estimate.guessesLog10).toBeLessThan(8)
  expect(estimate.weakness).toBe(weakness)
})

test.each(['k7mqx-29vbd-hsw3e-8tnpa', 'trampoline violet arithmetic harbour'])('%s is hard to guess', (password) => {
  expect(estimatePassword(password, []).guessesLog10).toBeGreaterThan(14)
})

test('names and addresses of the person are tried first', () => {
  const free = estimatePassword('Brandlhuberin1984', [])
  const own = estimatePassword('Brandlhuberin1984', ['brandlhuberin'])
  expect(own.guessesLog10).toBeLessThan(free.guessesLog10 - 4)
  expect(own.weakness).toBe('yours')
})

test.each(['a', 'password', 'p@ssw0rd', '12', 'x7'])(
  'a long password is judged by its first 80 characters, or it would take long: %s, over and over',
  (unit) => {
    const long = unit.repeat(300)
    expect(estimatePassword(`${long.slice(0, 80)}${'?'.repeat(900)}`, [])).toEqual(
      estimatePassword(long.slice(0, 80), []),
    )
  },
)
