import { afterAll, expect, test, vi } from 'vitest'
import { m } from '../app.ts'
import { devices } from '../devices.ts'
import { help } from '../help/help.ts'
import { ledger } from '../ledger.ts'
import { streams } from '../streams.ts'
import { threats } from '../threats.ts'
import { eventWords } from '../audit/event-words.ts'
import { failures, sentences } from '../errors.ts'

/** Notes from where each word is read. */
function watchWords(group: object, readers: Set<string>): void {
  for (const [key, words] of Object.entries(group)) {
    const isGroup = typeof words === 'object' && words !== null && !Array.isArray(words)
    if (isGroup) watchWords(words as object, readers)
    else {
      Object.defineProperty(group, key, {
        get: () => {
          const reader = readerOf(new Error('read').stack ?? '')
          if (!reader.startsWith('messages/')) readers.add(reader)
          return words as unknown
        },
      })
    }
  }
}

afterAll(() => void vi.unstubAllGlobals())

/** The first file of the app in the stack, below this one. */
const readerOf = (stack: string) => [...stack.matchAll(/\/web\/([^:)]+)/g)][1]?.[1] ?? stack

test('no module reads a word while it is loaded: the language may change later', { timeout: 120_000 }, async () => {
  for (const name of ['addEventListener', 'document', 'matchMedia']) vi.stubGlobal(name, () => undefined)
  const readers = new Set<string>()
  for (const words of [m, devices, eventWords, help, ledger, streams, threats, sentences, failures])
    watchWords(words, readers)
  const modules = Object.entries(
    import.meta.glob([
      '../../app/**/*.{ts,tsx}',
      '../../ui/**/*.{ts,tsx}',
      '../../lib/**/*.{ts,tsx}',
      '!**/*.test.*',
      '!../../ui/testing/**',
      '!../../app/main.tsx',
    ]),
  )
  expect(modules.length).toBeGreaterThan(300)
  for (const [, load] of modules) await load()
  expect([...readers].toSorted()).toEqual([])
})
