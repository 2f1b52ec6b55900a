import { expect, onTestFinished, test, vi } from 'vitest'

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

/** Every group of English words that a page may read, by its files. Words of the public site are not translated. */
const areas = async (): Promise<object[]> => {
  const files = import.meta.glob<Record<string, unknown>>([
    '../**/*.ts',
    '!../languages/**',
    '!../site/**',
    '!../**/*.test.ts',
  ])
  const loaded = await Promise.all(Object.values(files).map((load) => load()))
  return loaded.flatMap((words) =>
    Object.values(words).filter((area): area is object => typeof area === 'object' && area !== null),
  )
}

/** The first file of the app in the stack, below this one. */
const readerOf = (stack: string) => [...stack.matchAll(/\/web\/([^:)]+)/g)][1]?.[1] ?? stack

test('no module reads a word while it is loaded: the language may change later', { timeout: 120_000 }, async () => {
  // Test files share what they import: here every module is loaded again, and nobody else has these.
  vi.resetModules()
  onTestFinished(() => {
    vi.resetModules()
    vi.unstubAllGlobals()
  })
  for (const name of ['addEventListener', 'document', 'matchMedia']) vi.stubGlobal(name, () => undefined)
  const readers = new Set<string>()
  for (const words of await areas()) watchWords(words, readers)
  const modules = Object.entries(
    import.meta.glob([
      '../../admin/**/*.{ts,tsx}',
      '../../app/**/*.{ts,tsx}',
      '../../parts/**/*.{ts,tsx}',
      '../../studio/**/*.{ts,tsx}',
      '../../ui/**/*.{ts,tsx}',
      '../../lib/**/*.{ts,tsx}',
      '!**/*.test.*',
      '!../../ui/testing/**',
      '!../../app/testing/**',
      '!../../app/main.tsx',
    ]),
  )
  expect(modules.length).toBeGreaterThan(300)
  for (const [, load] of modules) await load()
  expect([...readers].toSorted()).toEqual([])
})
