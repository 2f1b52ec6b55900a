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

/** All the words, of which a group is in one area of the app. */
const areas = async (): Promise<object[]> => {
  const loaded = await Promise.all([
    import('../app.ts'),
    import('../activity.ts'),
    import('../admin.ts'),
    import('../recovery/by-others.ts'),
    import('../compliance.ts'),
    import('../growth/contacts.ts'),
    import('../growth/newsletters.ts'),
    import('../training/training.ts'),
    import('../partners/partners.ts'),
    import('../invoicing/contracts.ts'),
    import('../invoicing/invoices.ts'),
    import('../sales/quotes.ts'),
    import('../sales/sales.ts'),
    import('../devices.ts'),
    import('../help/help.ts'),
    import('../ledger.ts'),
    import('../checks/checks.ts'),
    import('../operations.ts'),
    import('../documentation/documentation-editor.ts'),
    import('../seo/seo.ts'),
    import('../notifications.ts'),
    import('../spaces.ts'),
    import('../requests.ts'),
    import('../audit/audit.ts'),
    import('../settings.ts'),
    import('../people.ts'),
    import('../tenants.ts'),
    import('../status.ts'),
    import('../scim.ts'),
    import('../streams.ts'),
    import('../threats/threats.ts'),
    import('../audit/event-words.ts'),
    import('../errors.ts'),
  ])
  return loaded.flatMap((words) =>
    Object.values<unknown>(words).filter((area) => typeof area === 'object' && area !== null),
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
