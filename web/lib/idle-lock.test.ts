import { beforeEach, describe, expect, test } from 'vitest'
import { isIdle, lastTouch, noteTouch, readIdleMinutes, saveIdleMinutes, wasLeftAlone } from './idle-lock.ts'

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

describe('several tabs', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  beforeEach(() => kept.clear())

  test('a touch in one counts in all, whichever came last', () => {
    noteTouch(storage, 100_000)
    expect(lastTouch(storage, { own: 20_000, nowMs: 130_000 })).toBe(100_000)
    expect(lastTouch(storage, { own: 120_000, nowMs: 130_000 })).toBe(120_000)
  })

  test('not every movement is written', () => {
    noteTouch(storage, 100_000)
    noteTouch(storage, 103_999)
    expect(lastTouch(storage, { own: 0, nowMs: 130_000 })).toBe(100_000)
    noteTouch(storage, 104_000)
    expect(lastTouch(storage, { own: 0, nowMs: 130_000 })).toBe(104_000)
  })

  test.each(['rubbish', '200000'])('a time that cannot be, %s, keeps nothing open, and is replaced', (text) => {
    kept.set('last-touch', text)
    expect(lastTouch(storage, { own: 20_000, nowMs: 130_000 })).toBe(20_000)
    noteTouch(storage, 130_000)
    expect(lastTouch(storage, { own: 20_000, nowMs: 130_000 })).toBe(130_000)
  })

  test('a browser in which nobody touched a tab for long does not open by itself', () => {
    expect(wasLeftAlone(storage, 1e12)).toBe(false)
    saveIdleMinutes(storage, 15)
    expect(wasLeftAlone(storage, 1e12)).toBe(true)
    noteTouch(storage, 1e12)
    expect(wasLeftAlone(storage, 1e12 + 15 * 60_000 - 1)).toBe(false)
    expect(wasLeftAlone(storage, 1e12 + 15 * 60_000)).toBe(true)
    // The clock was set back.
    expect(wasLeftAlone(storage, 1e12 - 60_000)).toBe(true)
  })
})
