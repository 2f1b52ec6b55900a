import { expect, test } from 'vitest'
import { isIdle, readIdleMinutes, saveIdleMinutes } from './idle-lock.ts'

function storageWith(value: string | null) {
  let kept = value
  return { getItem: () => kept, setItem: (_key: string, next: string) => void (kept = next) }
}

test('a choice is kept; none, or one that does not exist, is never', () => {
  const storage = storageWith(null)
  expect(readIdleMinutes(storage)).toBe(0)
  saveIdleMinutes(storage, 15)
  expect(readIdleMinutes(storage)).toBe(15)
  for (const odd of ['7', '', 'soon', '-5', '1e9']) expect(readIdleMinutes(storageWith(odd)), odd).toBe(0)
})

test('idle is from the chosen minute on, and never when that was chosen', () => {
  const touched = 1_000_000
  expect(isIdle({ lastTouchMs: touched, nowMs: touched + 5 * 60_000 - 1, minutes: 5 })).toBe(false)
  expect(isIdle({ lastTouchMs: touched, nowMs: touched + 5 * 60_000, minutes: 5 })).toBe(true)
  expect(isIdle({ lastTouchMs: touched, nowMs: touched + 1e12, minutes: 0 })).toBe(false)
})
