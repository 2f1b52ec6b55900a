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

test('a password of any length is judged in a moment', () => {
  const before = performance.now()
  for (const unit of ['a', 'password', 'p@ssw0rd', '12', 'x7']) estimatePassword(unit.repeat(300).slice(0, 1024), [])
  expect(performance.now() - before).toBeLessThan(2000)
})
