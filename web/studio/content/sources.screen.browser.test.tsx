import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectToast, failing } from '#web/app/testing/failures.ts'
import { mountScreen } from '#web/app/testing/mount-screen.tsx'
import type { VaultAnswers } from '#web/app/testing/stub-vault.ts'
import type { WritingOrder } from '#web/lib/keyless/studio/drafts.ts'
import { type FileView, type OpenDraft, VaultError, type VaultFile } from '#web/lib/remote/vault-client.ts'
import { expectAccessible, main } from '#web/ui/testing/accessible.ts'
import { screenWidth } from '#web/ui/testing/mount.tsx'

const DRAFT: OpenDraft = {
  draft: {
    id: 'one',
    title: 'Share files',
    content_type: 'blog',
    outline: '',
    target_keyword: '',
    audience: '',
    meta_description: '',
    suggested_tags: [],
    version: 3,
    is_being_written: false,
  },
  current: { no: 1, content: '# Share files\n\n## Why\n\nText.\n\n## How\n\nMore.', kind: 'person' },
  versions: [],
  label: null,
  unfinished: null,
}
const SOURCE = {
  id: 's1',
  name: 'Survey',
  kind: 'pasted' as const,
  format: 'txt' as const,
  sentences: 2,
  is_read: true,
  author: null,
  created_at: '2026-11-28T10:00:00Z',
}
const FACT = {
  source: 's1',
  no: 4,
  name: 'Survey',
  place: 'line 3',
  text: 'Nine of ten clinics use mail.',
  found_by: 'meaning' as const,
  similarity: 0.62,
}
const WORD_FACT = { ...FACT, no: 5, text: 'Mail has no key at all.', found_by: 'words' as const, similarity: 0.5 }
const LISTED = { sources: [SOURCE], embeddings: 'ready' as const }
const MODEL = { provider: 'Own server', model: 'tiny-1' }

type Given = Pick<VaultAnswers, 'drafts' | 'sources' | 'files' | 'spaces'>
const mountContent = ({ drafts = {}, sources = {}, files = {}, spaces = {} }: Given = {}) =>
  mountScreen('/ai-studio/content?draft=one', {
    roles: { list: async () => ['growth_manager'], isOfOperator: async () => false },
    models: { list: failing },
    grammar: { read: async () => ({ words: [], dialect: 'American', is_installed: false }) },
    drafts: { list: async () => ({ drafts: [], model: null }), read: async () => DRAFT, ...drafts },
    sources: {
      list: async () => LISTED,
      facts: async ({ headings }) =>
        headings.map((heading) => ({ heading, facts: heading === 'Why' ? [FACT, WORD_FACT] : [] })),
      ...sources,
    },
    files,
    spaces,
  })

const text = page.getByRole('textbox', { name: 'Text', exact: true })
const cards = page.getByRole('list', { name: 'Facts for Why' })
const sheet = page.getByRole('dialog')
const openSheet = () => userEvent.click(page.getByRole('button', { name: 'Sources' }))

test('a card says where its sentence is from and how it was found, and comes into its section', async () => {
  const facts = vi.fn(async () => [{ heading: 'Why', facts: [FACT, WORD_FACT] }])
  await mountContent({ sources: { facts } })
  await expect.element(cards.getByText('“Nine of ten clinics use mail.”')).toBeVisible()
  await expect.element(cards.getByText('Survey, line 3').first()).toBeVisible()
  await expect.element(cards.getByText('Similar in meaning: 0.62')).toBeVisible()
  await expect.element(cards.getByText('Found by words: 50 % of them')).toBeVisible()
  expect(facts.mock.calls).toEqual([[{ title: 'Share files', target_keyword: '', headings: ['Why', 'How'] }]])
  await expectAccessible(main)
  await userEvent.click(cards.getByRole('button', { name: 'Insert “Nine of ten clinics use mail.”' }))
  await expect
    .element(text)
    .toHaveValue(
      '# Share files\n\n## Why\n\nText.\n\n> “Nine of ten clinics use mail.”\n>\n> Source: Survey, line 3\n\n## How\n\nMore.',
    )
  // Without a model there is none to give it to.
  await expect.element(page.getByRole('checkbox', { name: /to the model/ })).not.toBeInTheDocument()
})

test('a chosen card is given to the model, and one whose source is gone is let go', async () => {
  await screenWidth(390)
  const write = vi.fn<(id: string, order: WritingOrder) => Promise<void>>()
  write.mockRejectedValue(new VaultError('entry_gone', 'gone'))
  await mountContent({ drafts: { list: async () => ({ drafts: [], model: MODEL }), write } })
  const choice = page.getByRole('checkbox', { name: 'Give “Nine of ten clinics use mail.” to the model' })
  await userEvent.click(choice)
  await expect.element(page.getByText('1 fact is given to the model when it writes.')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await userEvent.click(page.getByRole('button', { name: 'Generate again' }))
  await expect.poll(() => write.mock.calls).toMatchObject([['one', { version: 3, facts: [{ source: 's1', no: 4 }] }]])
  await expect.element(choice).not.toBeChecked()
})

test('a text is pasted as a source, and a refusal is said in the form', async () => {
  let refuses = true
  const add = vi.fn(async () => {
    if (refuses) throw new VaultError('unexpected', 'There is no sentence to quote in it.')
    return 2
  })
  await mountContent({ sources: { add } })
  await openSheet()
  await expectAccessible(sheet)
  await userEvent.click(sheet.getByRole('button', { name: 'Paste a text' }))
  await userEvent.fill(sheet.getByRole('textbox', { name: 'Name' }), 'Notes')
  await userEvent.fill(sheet.getByRole('textbox', { name: 'Text' }), 'One two three four.')
  await userEvent.click(sheet.getByRole('button', { name: 'Add source' }))
  await expect.element(sheet.getByRole('alert')).toHaveTextContent('There is no sentence to quote in it.')
  refuses = false
  await userEvent.click(sheet.getByRole('button', { name: 'Add source' }))
  await expectToast('Source added: 2 sentences')
  expect(add.mock.calls.at(-1)).toEqual([{ kind: 'pasted', name: 'Notes', text: 'One two three four.' }])
  await expect.element(sheet.getByRole('list', { name: 'Sources of the organisation' })).toBeVisible()
})

test('a source is deleted after a question', async () => {
  const remove = vi.fn(async () => undefined)
  await mountContent({ sources: { remove } })
  await openSheet()
  await expect.element(sheet.getByText('pasted · 2 sentences · found by meaning')).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: 'Delete source Survey' }))
  await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
  await expectToast('Source deleted')
  expect(remove.mock.calls).toEqual([['s1']])
})

const FILE = { id: 'f1', spaceId: null, folderId: null, name: 'plan.md', sizeBytes: 30, trashedAt: null } as VaultFile
const viewOf = (bytes: Uint8Array<ArrayBuffer>, name = 'plan.md') => ({
  name,
  read: async () => [bytes],
  sizeBytes: bytes.length,
  close: () => undefined,
})

test('of a file of the vault exactly the text leaves that was confirmed', async () => {
  const add = vi.fn(async () => 1)
  const bytes = new TextEncoder().encode('Secret part. The public part is five words.')
  await mountContent({
    sources: { add },
    files: {
      list: async () => [
        FILE,
        { ...FILE, id: 'f2', name: 'photo.jpg' },
        { ...FILE, id: 'f3', name: 'old.md', trashedAt: '2026-01-01' },
      ],
      view: async () => viewOf(bytes) as unknown as FileView,
    },
  })
  await openSheet()
  await userEvent.click(sheet.getByRole('button', { name: 'From the vault' }))
  await expect.element(sheet.getByRole('button', { name: 'plan.md' })).toBeVisible()
  await expect.element(sheet.getByRole('button', { name: 'photo.jpg' })).not.toBeInTheDocument()
  await expect.element(sheet.getByRole('button', { name: 'old.md' })).not.toBeInTheDocument()
  await userEvent.click(sheet.getByRole('button', { name: 'plan.md' }))
  await expect.element(sheet.getByText('The server learns what you send')).toBeVisible()
  await expect.element(sheet.getByText(/in the audit log/)).toBeVisible()
  await expectAccessible(sheet)
  const send = sheet.getByRole('button', { name: 'Send this text' })
  await userEvent.click(send)
  await expect.element(sheet.getByText('Confirm that the server may have this text.')).toBeVisible()
  await userEvent.click(sheet.getByRole('checkbox'))
  await userEvent.fill(sheet.getByRole('textbox', { name: 'Text' }), 'The public part is five words.')
  // Another text than the one that was confirmed.
  await userEvent.click(send)
  expect(add).not.toHaveBeenCalled()
  await userEvent.click(sheet.getByRole('checkbox'))
  await userEvent.click(send)
  await expectToast('Source added: 1 sentence')
  expect(add.mock.calls).toEqual([
    [{ kind: 'vault', name: 'plan.md', format: 'md', text: 'The public part is five words.', file: 'f1' }],
  ])
})

test.each([
  ['is no text', viewOf(new Uint8Array([1, 0, 2])), 'This is no text that can be read.'],
  ['is too large', { ...viewOf(new Uint8Array([65])), sizeBytes: 1024 * 1024 + 1 }, 'The file is larger than 1 MB.'],
])('a file of the vault that %s is not shown, and nothing leaves', async (_, view, said) => {
  await mountContent({ files: { list: async () => [FILE], view: async () => view as unknown as FileView } })
  await openSheet()
  await userEvent.click(sheet.getByRole('button', { name: 'From the vault' }))
  await userEvent.click(sheet.getByRole('button', { name: 'plan.md' }))
  await expect.element(sheet.getByRole('alert')).toHaveTextContent(said)
})

test('facts that cannot be read are asked for again', async () => {
  let isUp = false
  await mountContent({ sources: { facts: async () => (isUp ? [{ heading: 'Why', facts: [FACT] }] : failing()) } })
  await expect.element(page.getByText(/The facts could not be read/)).toBeVisible()
  isUp = true
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.element(cards).toBeVisible()
})

test('once the meaning of a source was read, facts are looked for again', async () => {
  let isRead = false
  const facts = vi.fn(async () => [{ heading: 'Why', facts: [isRead ? FACT : WORD_FACT] }])
  const list = async () => ({ ...LISTED, sources: [{ ...SOURCE, is_read: isRead }] })
  await mountContent({ sources: { facts, list } })
  await expect.element(cards.getByText('“Mail has no key at all.”')).toBeVisible()
  isRead = true
  await expect.element(cards.getByText('“Nine of ten clinics use mail.”'), { timeout: 8000 }).toBeVisible()
})

test('a file of a team space is chosen there, and the confirmation names the space', async () => {
  const add = vi.fn(async () => 1)
  const inSpace = { ...FILE, id: 'f9', spaceId: 'b', name: 'board.md' }
  const opened = vi.fn(async () => viewOf(new TextEncoder().encode('The board meets every month.'), 'board.md'))
  const space = { id: 'b', name: 'Board', role: 'viewer', problem: null }
  await mountContent({
    sources: { add },
    files: { list: async () => [FILE], view: opened as unknown as (id: string) => Promise<FileView> },
    spaces: {
      list: async () => [space, { ...space, id: 'x', name: null, problem: 'space_refused' }] as never,
      files: async () => [inSpace, { ...inSpace, id: 'f8', name: 'gone.md', folderId: 'below' }],
      folders: async () =>
        [
          { id: 'top', parentId: null, trashedAt: '2026-01-01' },
          { id: 'below', parentId: 'top', trashedAt: null },
        ] as never,
    },
  })
  await openSheet()
  await userEvent.click(sheet.getByRole('button', { name: 'From the vault' }))
  await expect.element(sheet.getByRole('button', { name: 'plan.md' })).toBeVisible()
  const where = sheet.getByRole('combobox', { name: 'Where the file is' })
  expect([...(where.element() as HTMLSelectElement).options].map(({ text: label }) => label)).toEqual([
    'My vault',
    'Team space “Board”',
  ])
  await userEvent.selectOptions(where, 'Team space “Board”')
  await expect.element(sheet.getByRole('button', { name: 'board.md' })).toBeVisible()
  await expect.element(sheet.getByRole('button', { name: 'plan.md' })).not.toBeInTheDocument()
  await expect.element(sheet.getByRole('button', { name: 'gone.md' })).not.toBeInTheDocument()
  await expectAccessible(sheet)
  await userEvent.click(sheet.getByRole('button', { name: 'board.md' }))
  await expect
    .element(sheet.getByText(/stays sealed in “Board”.*whether they belong to the space or not/))
    .toBeVisible()
  await userEvent.click(sheet.getByRole('checkbox'))
  await userEvent.click(sheet.getByRole('button', { name: 'Send this text' }))
  await expectToast('Source added: 1 sentence')
  expect(opened.mock.calls).toEqual([['f9']])
  expect(add.mock.calls).toEqual([
    [{ kind: 'vault', name: 'board.md', format: 'md', text: 'The board meets every month.', file: 'f9' }],
  ])
})

test('a file that its author signed under another name than the list showed is not offered to be sent', async () => {
  await mountContent({
    files: {
      list: async () => [FILE],
      view: async () => viewOf(new TextEncoder().encode('Salaries of all.'), 'salaries.md') as unknown as FileView,
    },
  })
  await openSheet()
  await userEvent.click(sheet.getByRole('button', { name: 'From the vault' }))
  await userEvent.click(sheet.getByRole('button', { name: 'plan.md' }))
  await expect.element(sheet.getByRole('alert').getByText(/^This file is not the one/)).toBeVisible()
  await expect.element(sheet.getByText('Salaries of all.')).not.toBeInTheDocument()
})
