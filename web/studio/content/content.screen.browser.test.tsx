import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectToast, failing, OUR_SIDE } from '#web/app/testing/failures.ts'
import { queries } from '#web/app/queries.ts'
import type { VaultAnswers } from '#web/app/testing/stub-vault.ts'
import type { WritingOrder } from '#web/lib/keyless/studio/drafts.ts'
import { type OpenDraft, VaultError } from '#web/lib/remote/vault-client.ts'
import { expectAccessible, main } from '#web/ui/testing/accessible.ts'
import { screenWidth } from '#web/ui/testing/mount.tsx'
import { DRAFT, LISTED, MODEL, mountContent, text, version } from '#web/app/testing/mount-content.ts'

const versions = page.getByRole('region', { name: 'Versions' })

test('a text is checked with its record, and what is typed next takes the outcome away', async () => {
  const check = vi.fn<NonNullable<NonNullable<VaultAnswers['drafts']>['check']>>(async () => ({
    isSigned: true,
    isSameText: true,
    facts: { model: 'tiny-1', at: '2026-11-30T09:00:00Z', editor: 'e', promptSha256: 'p', version: 2 },
  }))
  await mountContent({ check })
  await userEvent.click(page.getByRole('button', { name: 'Check a record' }))
  const dialog = page.getByRole('dialog', { name: 'Check a text with its record' })
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Text' }), 'Mail is open.')
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Record' }), '{}')
  await userEvent.click(dialog.getByRole('button', { name: 'Check', exact: true }))
  await expect.element(dialog.getByText('Signed by this installation, and the text is unchanged.')).toBeVisible()
  await expect.element(dialog.getByText('tiny-1')).toBeVisible()
  expect(check.mock.calls).toEqual([['Mail is open.', '{}']])
  await expectAccessible(dialog)
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Text' }), 'Mail is safe.')
  await expect.element(dialog.getByText(/the text is unchanged\./)).not.toBeInTheDocument()
})

test('every version can be reached, ten at a time', async () => {
  const all = Array.from({ length: 23 }, (_, at) => version(23 - at, 'person'))
  await mountContent({ read: async () => ({ ...DRAFT, versions: all }) })
  const shown = versions.getByRole('button', { name: /^Show version/ })
  await expect.poll(() => shown.elements().length).toBe(10)
  await userEvent.click(versions.getByRole('button', { name: 'Show 10 more of 13' }))
  await userEvent.click(versions.getByRole('button', { name: 'Show 3 more of 3' }))
  expect(shown.elements()).toHaveLength(23)
  await userEvent.click(versions.getByRole('button', { name: 'Show version 1', exact: true }))
  await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveValue('The first line.\nAn old second line.')
})

test('versions say who wrote them, and one is compared with the text in the editor', async () => {
  await mountContent()
  await expect.element(versions.getByText(/broke off/)).toBeVisible()
  await expectAccessible()
  await userEvent.fill(text, 'The first line.\nA third attempt.')
  await userEvent.click(versions.getByRole('button', { name: 'Compare version 1 with the editor' }))
  const dialog = page.getByRole('dialog', { name: 'From version 1 to the text in the editor' })
  await expect.poll(() => dialog.element().textContent).toMatch(/Removed: An old second line\./)
  await expect.poll(() => dialog.element().textContent).toMatch(/Added: A third attempt\./)
  await expect.poll(() => dialog.element().textContent).toMatch(/1 line added, 1 removed/)
  await expectAccessible(dialog)
})

test('an earlier version comes into the editor, and is kept only by saving', async () => {
  const save = vi.fn(async () => 4)
  await mountContent({ save: save })
  await userEvent.click(versions.getByRole('button', { name: 'Show version 1' }))
  await expect.element(text).toHaveValue('The first line.\nAn old second line.')
  expect(save).not.toHaveBeenCalled()
  await userEvent.click(page.getByRole('button', { name: 'Save', exact: true }))
  await expectToast('Draft saved')
  expect(save.mock.calls).toMatchObject([['one', { version: 3, content: 'The first line.\nAn old second line.' }]])
})

test('a version that cannot be read says so, and the text stays', async () => {
  await mountContent({ readVersion: failing })
  await userEvent.click(versions.getByRole('button', { name: 'Compare version 1 with the editor' }))
  await expectToast('The drafts could not be read', OUR_SIDE)
  await expect.element(text).toHaveValue('The first line.\nA new second line.')
})

test('a draft that somebody else changed keeps both texts', async () => {
  const clash = vi.fn(async () => Promise.reject(new VaultError('changed_meanwhile', 'changed')))
  await mountContent({ save: clash })
  await userEvent.fill(text, 'Mine.')
  await userEvent.click(page.getByRole('button', { name: 'Save', exact: true }))
  await expect.element(page.getByText(/Somebody else has changed this draft/)).toBeVisible()
  await expect.element(text).toHaveValue('Mine.')
  await expect.element(page.getByRole('button', { name: 'Keep mine' })).toBeVisible()
})

test('what is saved elsewhere takes nothing away of what is typed', async () => {
  let stored = DRAFT
  const elsewhere = async (version: number, change: Partial<OpenDraft['draft']>, content: string) => {
    stored = {
      ...DRAFT,
      draft: { ...DRAFT.draft, version, ...change },
      current: { no: version, content, kind: 'person' },
    }
    await queries.invalidateQueries({ queryKey: ['studio-drafts'] })
  }
  const save = vi.fn(async () => 6)
  await mountContent({ read: async () => stored, save })
  await userEvent.fill(text, 'Mine.')
  await elsewhere(4, { title: 'Their title' }, DRAFT.current!.content)
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Their title')
  await expect.element(text).toHaveValue('Mine.')
  await elsewhere(5, { title: 'Their title' }, 'Theirs.')
  await expect.element(page.getByText(/Somebody else has changed this draft/)).toBeVisible()
  await expect.element(text).toHaveValue('Mine.')
  await userEvent.click(page.getByRole('button', { name: 'Keep mine' }))
  await expectToast('Draft saved')
  await expect.element(page.getByText(/Somebody else has changed this draft/)).not.toBeInTheDocument()
  expect(save.mock.calls).toMatchObject([['one', { version: 5, content: 'Mine.', title: 'Their title' }]])
})

const title = page.getByRole('textbox', { name: 'Title' })
const saveButton = page.getByRole('button', { name: 'Save', exact: true })
const clash = page.getByText(/Somebody else has changed this draft/)
const changed = () => Promise.reject(new VaultError('changed_meanwhile', 'changed'))

test('what somebody else saved unseen stays where I changed other fields, also when I decide', async () => {
  let stored = DRAFT
  const elsewhere = (version: number, change: Partial<OpenDraft['draft']>, content: string) => {
    stored = {
      ...DRAFT,
      draft: { ...DRAFT.draft, version, ...change },
      current: { no: version, content, kind: 'person' },
    }
  }
  const save = vi.fn(async (_: string, { version }: { version: number }) =>
    version === stored.draft.version ? version + 1 : changed(),
  )
  await mountContent({ read: async () => stored, save })
  await userEvent.fill(text, 'Mine.')
  elsewhere(4, { title: 'Their title' }, DRAFT.current!.content)
  await userEvent.click(saveButton)
  await expectToast('Draft saved')
  expect(save.mock.lastCall).toMatchObject(['one', { version: 4, content: 'Mine.', title: 'Their title' }])
  await expect.element(title).toHaveValue('Their title')
  await expect.element(clash).not.toBeInTheDocument()
  await userEvent.fill(text, 'Mine again.')
  elsewhere(7, { title: 'Their second title' }, 'Theirs.')
  await userEvent.click(saveButton)
  await expect.element(clash).toBeVisible()
  elsewhere(8, { title: 'Their last title' }, 'Theirs.')
  await userEvent.click(page.getByRole('button', { name: 'Keep mine' }))
  await expect.element(clash).not.toBeInTheDocument()
  expect(save.mock.lastCall).toMatchObject(['one', { version: 8, content: 'Mine again.', title: 'Their last title' }])
  await expect.element(title).toHaveValue('Their last title')
})

test('a new draft is added once, however often its saving fails, and keeps what is typed by then', async () => {
  const saving = Promise.withResolvers<number>()
  const answers = [failing, () => saving.promise]
  const add = vi.fn(async () => 'one')
  const save = vi.fn(async () => answers.shift()!())
  const read = async () => ({ ...DRAFT, draft: { ...DRAFT.draft, title: 'New', version: 2 } })
  const { address } = await mountContent({ add, save, read }, '/ai-studio/content')
  await userEvent.fill(title, 'New')
  await userEvent.fill(text, DRAFT.current!.content)
  await userEvent.click(saveButton)
  await expectToast('The draft could not be saved', OUR_SIDE)
  await userEvent.click(saveButton)
  await userEvent.fill(text, 'Typed meanwhile.')
  saving.resolve(2)
  await expect.poll(address).toBe('/ai-studio/content?draft=one')
  await expect.element(versions).toBeVisible()
  await expect.element(text).toHaveValue('Typed meanwhile.')
  await expect.element(saveButton).toBeEnabled()
  expect(add).toHaveBeenCalledTimes(1)
})

test.each([
  ['a new draft', 'New draft', '/ai-studio/content', ''],
  ['the open draft', DRAFT.draft.title, '/ai-studio/content?draft=one', DRAFT.current!.content],
])('what is typed is discarded for %s', async (_, name, address, shown) => {
  await mountContent({}, address)
  await userEvent.fill(text, 'Mine.')
  await userEvent.click(page.getByRole('button', { name, exact: true }))
  await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }))
  await expect.element(text).toHaveValue(shown)
})

test('nothing that was typed is left without a question', async () => {
  const OTHER = { ...LISTED, id: 'two', title: 'Another draft' }
  const list = async () => ({ drafts: [LISTED, OTHER], model: null })
  const { address } = await mountContent({ list, remove: async () => {} })
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  await userEvent.fill(text, 'Mine.')
  await userEvent.click(page.getByRole('button', { name: 'Another draft' }))
  await expect.element(question).toBeVisible()
  await expectAccessible(question)
  await userEvent.click(question.getByRole('button', { name: 'Keep editing' }))
  await expect.element(text).toHaveValue('Mine.')
  expect(address()).toBe('/ai-studio/content?draft=one')
  await userEvent.click(page.getByRole('tab', { name: 'Overview' }))
  await userEvent.click(question.getByRole('button', { name: 'Keep editing' }))
  await userEvent.click(page.getByRole('button', { name: 'New draft' }))
  await userEvent.click(question.getByRole('button', { name: 'Discard' }))
  await expect.poll(address).toBe('/ai-studio/content')
  await expect.element(text).toHaveValue('')
})

test('what is typed while a draft is saved stays, and theirs comes when it is taken', async () => {
  const saving = Promise.withResolvers<number>()
  const theirs = { ...DRAFT, draft: { ...DRAFT.draft, version: 9 }, current: { ...DRAFT.current!, content: 'Theirs.' } }
  const read = vi.fn(async () => DRAFT)
  await mountContent({ read, save: () => saving.promise })
  await userEvent.fill(text, 'One.')
  await userEvent.click(page.getByRole('button', { name: 'Save', exact: true }))
  await userEvent.fill(text, 'One. Two.')
  read.mockResolvedValue(theirs)
  saving.resolve(4)
  await expectToast('Draft saved')
  await expect.element(text).toHaveValue('One. Two.')
  await userEvent.click(page.getByRole('button', { name: 'Take theirs' }))
  await expect.element(text).toHaveValue('Theirs.')
})

test('without a title nothing is asked of the server, also on a phone', async () => {
  await screenWidth(390)
  await mountContent({}, '/ai-studio/content')
  await userEvent.click(page.getByRole('button', { name: 'Generate Content' }))
  await expectToast('Error', 'Please enter a title')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible()
})

const stoppedAt = (fits: boolean): VaultAnswers['drafts'] => ({
  list: async () => ({ drafts: [LISTED], model: MODEL }),
  read: async () => ({ ...DRAFT, unfinished: { section: 3, sections: 5, heading: 'How to begin', fits } }),
})
const continueButton = page.getByRole('button', { name: /^Continue from section/ })

test('a text that stopped is saved as it is now, and continued from the section that is missing', async () => {
  await screenWidth(390)
  const save = vi.fn(async () => 4)
  const write = vi.fn(async (_: string, { onNews }: WritingOrder) => {
    onNews({ kind: 'plan', sections: [{ heading: 'How to begin', words: 40 }] })
    onNews({ kind: 'section', index: 0, heading: 'How to begin' })
    await expect.element(page.getByText('Section 1 of 1: How to begin')).toBeVisible()
    onNews({ kind: 'done', no: 3, version: 5 })
  })
  await mountContent({ ...stoppedAt(true), save, write })
  await expect.element(page.getByText(/The writing stopped in section 3 of 5: How to begin\./)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible(main)
  await userEvent.fill(text, 'My own beginning.')
  await userEvent.click(page.getByRole('button', { name: 'Continue from section 3' }))
  await expectToast('Content Generated')
  expect(save.mock.calls).toMatchObject([['one', { version: 3, content: 'My own beginning.' }]])
  expect(write.mock.calls).toMatchObject([['one', { version: 4, continues: true }]])
})

test('what leaves to continue is shown for each missing section, of the text as it is typed', async () => {
  const request = { system: 'You write one section', prompt: 'Write it.', redactions: {} }
  const section = { ...request, endpoint: 'content.section' }
  const further = [section, { ...request, endpoint: 'content.meta' }]
  const preview = vi.fn(async () => ({ ...section, ...MODEL, isPrivate: false, further }))
  await mountContent({ ...stoppedAt(true), preview })
  await userEvent.fill(text, 'My own beginning.')
  await userEvent.click(page.getByRole('button', { name: 'See what leaves to continue' }))
  const seen = page.getByRole('dialog', { name: 'What leaves' })
  for (const name of ['Missing section 1', 'Missing section 2', 'The description for search engines'])
    await expect.element(seen.getByRole('heading', { name })).toBeVisible()
  await expectAccessible(seen)
  expect(preview.mock.calls).toMatchObject([[{ continues: { draft: 'one', content: 'My own beginning.' } }]])
})

test('what somebody else changed meanwhile is not continued, and the text stays', async () => {
  const clash = async () => Promise.reject(new VaultError('changed_meanwhile', 'changed'))
  await mountContent({ ...stoppedAt(true), save: clash })
  await userEvent.fill(text, 'Mine.')
  await userEvent.click(continueButton)
  await expect.element(page.getByText(/Somebody else has changed this draft/)).toBeVisible()
  await expect.element(text).toHaveValue('Mine.')
})

test('an outline that was changed does not fit the plan, and says so while it is typed', async () => {
  await mountContent(stoppedAt(true))
  await expect.element(continueButton).toBeVisible()
  await userEvent.fill(page.getByRole('textbox', { name: 'Outline' }), 'Other')
  await expect.element(page.getByText(/the outline was changed since/)).toBeVisible()
  await expect.element(continueButton).not.toBeInTheDocument()
})

test.each([
  ['was planned for another outline', stoppedAt(false)],
  ['has no model that could write', { read: stoppedAt(true)!.read!, list: async () => ({ drafts: [], model: null }) }],
  ['is whole', { list: stoppedAt(true)!.list! }],
] as const)('nothing is continued of a text that %s', async (_, drafts) => {
  await mountContent(drafts)
  await expect.element(text).toHaveValue('The first line.\nA new second line.')
  await expect.element(continueButton).not.toBeInTheDocument()
})

test.each([
  ['open', '/ai-studio/content?draft=one'],
  ['new', '/ai-studio/content'],
])('why the writing of a draft that was %s stopped is said for as long as the draft is open', async (_, address) => {
  const message = 'The answer of the language model broke off'
  const write = async (_id: string, { onNews }: WritingOrder) =>
    onNews({ kind: 'failed', code: 'cut', message, kept: 3 })
  const save = async () => 4
  await mountContent({ write, save, add: async () => 'one' }, address)
  await userEvent.fill(page.getByRole('textbox', { name: 'Title' }), 'Share files with your doctor today')
  await userEvent.click(page.getByRole('button', { name: /^Generate/ }))
  await expectToast('Error', 'Failed to generate content. Please try again.')
  await expect.element(text).toHaveValue('The first line.\nA new second line.')
  const said = page.getByText(`${message}. What was written is kept as a version.`)
  await expect.element(said).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'New draft' }))
  await expect.element(said).not.toBeInTheDocument()
})

test('a text that can be continued says why it stopped in the place where it is continued', async () => {
  const unfinished = { section: 2, sections: 3, heading: 'How to begin', fits: true }
  const list = async () => ({ drafts: [LISTED], model: { provider: 'Ollama', model: 'tiny-1' } })
  const write = async (_id: string, { onNews }: WritingOrder) =>
    onNews({ kind: 'failed', code: 'cut', message: 'The answer broke off', kept: 3 })
  await mountContent({ list, write, read: async () => ({ ...DRAFT, unfinished }) })
  await userEvent.click(page.getByRole('button', { name: 'Generate again' }))
  const said = /^The answer broke off\. What was written is kept as a version\. The writing stopped in section 2 of 3/
  await expect.element(page.getByText(said)).toBeVisible()
})

test('what a model left out of a text that is whole is said next to it', async () => {
  const note = 'The model gave no description: The language model did not answer in time'
  const write = async (_id: string, { onNews }: WritingOrder) => onNews({ kind: 'done', no: 3, version: 4, note })
  await mountContent({ write })
  await userEvent.click(page.getByRole('button', { name: 'Generate again' }))
  await expect.element(page.getByText(note)).toBeVisible()
})

test('drafts that cannot be read are asked for again', async () => {
  let isUp = false
  const list = async () => (isUp ? { drafts: [], model: null } : failing())
  await mountContent({ list: list }, '/ai-studio/content')
  await expect.element(page.getByText(/The drafts could not be read/)).toBeVisible()
  isUp = true
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.element(page.getByText('No drafts yet')).toBeVisible()
})
