import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failing } from '#web/app/testing/failures.ts'
import type { VaultAnswers } from '#web/app/testing/stub-vault.ts'
import type { RewriteOrder } from '#web/lib/keyless/studio/rewriting.ts'
import { type RewriteFields, VaultError } from '#web/lib/remote/vault-client.ts'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { screenWidth } from '#web/ui/testing/mount.tsx'
import { DRAFT, LISTED, MODEL, mountContent, text } from '#web/app/testing/mount-content.ts'

const PASSAGE = 'A new second line.'
type Rewrite = (fields: RewriteFields, order: RewriteOrder) => Promise<void>
const withModel = (rewrite: Rewrite, more: VaultAnswers['drafts'] = {}): VaultAnswers['drafts'] => ({
  list: async () => ({ drafts: [LISTED], model: MODEL }),
  rewrite,
  ...more,
})
const answering =
  (passage: string): Rewrite =>
  async (_, { onNews }) => {
    onNews({ kind: 'text', text: passage.slice(0, 3) })
    onNews({ kind: 'done', passage, model: 'tiny-1', ticket: 'signed' })
  }
const rewriteButton = page.getByRole('button', { name: 'Rewrite selection' })
const panel = page.getByRole('region', { name: 'Rewrite a passage' })
const answer = page.getByRole('region', { name: /^Rewritten by model tiny-1/ })
const field = () => text.element() as HTMLTextAreaElement
async function select(passage: string): Promise<void> {
  await expect.element(text).toBeVisible()
  const from = field().value.indexOf(passage)
  await userEvent.click(text)
  field().setSelectionRange(from, from + passage.length)
  await expect.element(rewriteButton).toBeEnabled()
}
async function openPanel(passage = PASSAGE): Promise<void> {
  await select(passage)
  await userEvent.click(rewriteButton)
  await expect.element(panel).toBeVisible()
}
const inPanel = (name: string) => panel.getByRole('button', { name, exact: true })

test('a selection is rewritten next to its text, replaced as a version of the model, and taken back in one step', async () => {
  const rewrite = vi.fn(answering('A line, [see](https://new.example) 45 % better.'))
  const takePassage = vi.fn(async () => ({ no: 4, version: 4 }))
  await mountContent(withModel(rewrite, { takePassage }))
  await openPanel(`\n${PASSAGE}`)
  await expectAccessible(panel)
  await userEvent.click(inPanel('Shorter'))
  await expect.element(answer.getByText('A line, [see](https://new.example) 45 % better.')).toBeVisible()
  await expect.element(panel.getByRole('region', { name: 'Original' }).getByText(PASSAGE)).toBeVisible()
  await expect.element(panel.getByText('Links that were not there: https://new.example')).toBeVisible()
  await expect.element(panel.getByText('Figures that were not there: 45 %')).toBeVisible()
  await expect.element(text).toHaveValue(DRAFT.current!.content)
  await expectAccessible(panel)
  expect(rewrite.mock.calls[0]?.[0]).toMatchObject({
    way: 'shorter',
    passage: PASSAGE,
    before: 'The first line.\n',
    after: '',
  })
  await userEvent.click(inPanel('Replace the original'))
  const after = 'The first line.\nA line, [see](https://new.example) 45 % better.'
  await expect.element(text).toHaveValue(after)
  await expect.element(panel).not.toBeInTheDocument()
  const taken = { version: 3, from: 16, to: 34, ticket: 'signed', content: DRAFT.current!.content }
  expect(takePassage.mock.calls).toMatchObject([['one', taken]])
  await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  field().focus()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(text).toHaveValue(DRAFT.current!.content)
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await expect.element(text).toHaveValue(after)
  await userEvent.click(page.getByRole('button', { name: 'Undo' }))
  await expect.element(text).toHaveValue(DRAFT.current!.content)
})

test('a passage is followed through what is typed around it, and left alone where it was typed into', async () => {
  const takePassage = vi.fn(async () => ({ no: 4, version: 4 }))
  await mountContent(withModel(answering('Better.'), { takePassage }))
  await openPanel()
  await userEvent.click(inPanel('Clearer'))
  await expect.element(answer.getByText('Better.')).toBeVisible()
  const typed = `Before. ${DRAFT.current!.content} Behind.`
  await userEvent.fill(text, `Before. ${DRAFT.current!.content}`)
  await userEvent.fill(text, typed)
  await userEvent.click(inPanel('Replace the original'))
  await expect.element(text).toHaveValue('Before. The first line.\nBetter. Behind.')
  expect(takePassage.mock.calls).toMatchObject([['one', { content: typed, from: 24, to: 42 }]])
  await openPanel('Better.')
  await userEvent.click(inPanel('Clearer'))
  await expect.element(inPanel('Replace the original')).toBeEnabled()
  await userEvent.fill(text, 'Before. The first line.\nBet, ter. Behind.')
  await expect.element(inPanel('Replace the original')).toBeDisabled()
  await expect.element(panel.getByText(/The passage was changed since it was selected/)).toBeVisible()
  await userEvent.click(inPanel('Discard'))
  await expect.element(text).toHaveValue('Before. The first line.\nBet, ter. Behind.')
  expect(document.activeElement).toBe(field())
})

test('a model that breaks off, or is stopped, leaves its part next to the text, and is asked again', async () => {
  await screenWidth(390)
  const stopped = Promise.withResolvers<void>()
  const calls = [
    async (_: RewriteFields, { onNews }: RewriteOrder) => {
      onNews({ kind: 'text', text: 'Half a' })
      onNews({ kind: 'failed', code: 'cut', message: 'The answer of the language model broke off' })
    },
    (_: RewriteFields, { signal, onNews }: RewriteOrder) => {
      onNews({ kind: 'text', text: 'Again' })
      signal.addEventListener('abort', () => stopped.reject(new Error('aborted')))
      return stopped.promise
    },
  ]
  const rewrite = vi.fn<Rewrite>(async (fields, order) => calls.shift()?.(fields, order))
  await mountContent(withModel(rewrite))
  await openPanel()
  await userEvent.fill(panel.getByRole('textbox', { name: 'In your own words' }), 'For children')
  await userEvent.click(inPanel('As described'))
  const why = 'The answer of the language model broke off. This is a part of the answer. Your text is as it was.'
  await expect.element(panel.getByText(why)).toBeVisible()
  await expect.element(answer.getByText('Half a')).toBeVisible()
  await expect.element(panel.getByRole('region', { name: /Part of the answer/ })).toBeVisible()
  await expect.element(inPanel('Replace the original')).not.toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible(panel)
  await userEvent.click(inPanel('Try again'))
  await expect.element(answer.getByText('Again')).toBeVisible()
  expect(rewrite.mock.calls[1]?.[0]).toMatchObject({ way: 'own', instruction: 'For children' })
  await userEvent.keyboard('{Escape}')
  await expect.element(panel.getByText(/^Stopped\. This is a part of the answer\./)).toBeVisible()
  await expect.element(text).toHaveValue(DRAFT.current!.content)
})

test('where somebody else saved meanwhile nothing is replaced, and the answer stays', async () => {
  const takePassage = async () => Promise.reject(new VaultError('changed_meanwhile', 'changed'))
  await mountContent(withModel(answering('Better.'), { takePassage }))
  await openPanel()
  await userEvent.click(inPanel('Friendlier'))
  await userEvent.click(inPanel('Replace the original'))
  await expect.element(page.getByText(/Somebody else has changed this draft/)).toBeVisible()
  await expect.element(answer.getByText('Better.')).toBeVisible()
  await expect.element(text).toHaveValue(DRAFT.current!.content)
})

test('rewriting says what it takes: a model, a selection, and one that is not too long', async () => {
  await mountContent(withModel(failing))
  await expect.element(page.getByText('Select a passage in the text first.')).toBeVisible()
  await expect.element(rewriteButton).toBeDisabled()
  await userEvent.fill(text, 'x'.repeat(6001))
  await userEvent.click(text)
  field().setSelectionRange(0, 6001)
  await expect
    .element(page.getByText(/^6,001 characters selected; 6,000 characters are rewritten at once/))
    .toBeVisible()
  await expect.element(rewriteButton).toBeDisabled()
})

test('an instruction that is too long is said whole, and neither it nor what leaves for it is asked', async () => {
  const rewrite = vi.fn(failing)
  await mountContent(withModel(rewrite))
  await openPanel()
  const field = panel.getByRole('textbox', { name: 'In your own words' })
  await userEvent.fill(field, 'i'.repeat(301))
  await expect.element(panel.getByText('301 characters; 300 are taken.', { exact: false })).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'See what leaves' })).toBeDisabled()
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('i'.repeat(301))
  expect(rewrite).not.toHaveBeenCalled()
})

test('without a model the action is there and says how to get one', async () => {
  await mountContent()
  await expect.element(rewriteButton).toBeDisabled()
  await expect.element(page.getByText(/Rewriting takes a language model\./)).toBeVisible()
})

test('what leaves is shown before it does, with what is replaced in it', async () => {
  const leaving = {
    system: 'You rewrite.',
    prompt: 'Write to [EMAIL_1]',
    provider: 'Own server',
    model: 'tiny-1',
    isPrivate: false,
    redactions: { EMAIL: 1 },
    endpoint: '',
    further: [],
  }
  const section = {
    endpoint: 'content.section',
    system: 'You write.',
    prompt: 'About [CARD_1]',
    redactions: { CARD: 1 },
  }
  const previewRewriting = vi.fn(async () => leaving)
  const preview = vi.fn(async () => ({ ...leaving, endpoint: 'content.plan', further: [section] }))
  await mountContent(withModel(failing, { previewRewriting, preview }))
  const seen = page.getByRole('dialog', { name: 'What leaves' })
  await userEvent.click(page.getByRole('button', { name: 'See what leaves' }))
  await expect.element(seen.getByRole('heading', { name: 'The plan' })).toBeVisible()
  await expect.element(seen.getByText(/2 values are replaced by placeholders/)).toBeVisible()
  await expect.element(seen.getByText(/Write to/)).toBeVisible()
  expect([...seen.element().querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    '[EMAIL_1]',
    '[CARD_1]',
  ])
  expect(preview.mock.calls).toMatchObject([[{ title: DRAFT.draft.title, target_keyword: 'file sharing' }]])
  await userEvent.keyboard('{Escape}')
  await openPanel()
  await userEvent.click(panel.getByRole('button', { name: 'See what leaves' }))
  await expect.element(seen).toBeVisible()
  await expectAccessible(seen)
  expect(previewRewriting.mock.calls).toMatchObject([[{ passage: PASSAGE, way: 'clearer' }]])
})
