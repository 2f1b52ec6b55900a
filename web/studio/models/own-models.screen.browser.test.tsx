import { UNSAVED_SETTINGS } from '#contract/studio/models.ts'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectToast, failing, OUR_SIDE } from '#web/app/testing/failures.ts'
import { mountScreen } from '#web/app/testing/mount-screen.tsx'
import type { VaultAnswers } from '#web/app/testing/stub-vault.ts'
import { type ModelConnection, type ModelOverview, type OwnModels, VaultError } from '#web/lib/remote/vault-client.ts'
import { expectAccessible, main } from '#web/ui/testing/accessible.ts'
import { screenWidth } from '#web/ui/testing/mount.tsx'

const TINY: ModelConnection = {
  id: 'own',
  name: 'Tiny',
  preset: 'own',
  address: 'file:model',
  key_end: null,
  state: 'active',
  problem: null,
  looked_at: '2026-11-29T10:00:00Z',
  models: ['Tiny'],
  version: 1,
}
const LIST: ModelOverview = {
  connections: [TINY],
  settings: UNSAVED_SETTINGS,
  prices: [],
}
const SHA256 = 'a1'.repeat(32)
const OWN: OwnModels = {
  max_bytes: 8 * 1024 ** 3,
  is_installed: true,
  files: [
    {
      connection_id: 'own',
      size_bytes: 2_043_232,
      uploaded_at: '2026-11-29T10:00:00Z',
      sha256: SHA256,
      architecture: 'llama',
      parameters: 509_472,
      context_tokens: 2048,
    },
  ],
}

const mountModels = (models: VaultAnswers['models'] = {}) =>
  mountScreen('/ai-studio/models', {
    roles: { list: async () => ['growth_manager'], isOfOperator: async () => false },
    models: { list: async () => LIST, listOwn: async () => OWN, lookAtAll: async () => undefined, ...models },
  })

const row = page.getByRole('region', { name: 'Connections' }).getByRole('listitem').filter({ hasText: 'Tiny' })
const dialog = page.getByRole('dialog', { name: 'Upload a model' })
const open = () => userEvent.click(page.getByRole('button', { name: 'Upload a model' }))
async function choose(name: string, text = 'GGUF and more'): Promise<void> {
  await userEvent.upload(dialog.element().querySelector('input[type=file]')!, new File([text], name))
}

test('an uploaded model says what it is, with its checksum, also on a phone, and has no address to edit', async () => {
  await screenWidth(390)
  await mountModels()
  await expect.element(row.getByText('Active')).toBeVisible()
  const detail = new RegExp(
    `Uploaded model\\s· .* MB\\s· llama with 509,472 parameters\\s· reads 2,048 tokens\\s· SHA-256 ${SHA256}`,
  )
  await expect.element(row.getByText(detail)).toBeVisible()
  await expect.element(row.getByRole('button', { name: 'Edit' })).not.toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible(main)
})

test('a model that is removed takes its file along, after a question', async () => {
  let isUp = false
  const remove = vi.fn(async () => (isUp ? undefined : failing()))
  await mountModels({ remove })
  const ask = () => userEvent.click(row.getByRole('button', { name: 'Remove' }))
  const question = page.getByRole('alertdialog', { name: 'Remove Tiny?' })
  await ask()
  await expect.element(question.getByText(/Its file is deleted/)).toBeVisible()
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  await expectToast('Nothing was changed', OUR_SIDE)
  isUp = true
  await ask()
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  await expectToast('Removed')
  expect(remove.mock.calls).toEqual([['own'], ['own']])
})

test('a file is chosen, named, sent with its progress, and looked at', async () => {
  const end = Promise.withResolvers<void>()
  const sent: { name: string; report: (bytes: number) => void }[] = []
  await mountModels({
    upload: async ({ name, onSent }) => {
      sent.push({ name, report: onSent })
      await end.promise
    },
  })
  await open()
  await expect.element(dialog.getByText(/may have 8 GB together/)).toBeVisible()
  await expectAccessible(dialog)
  await choose('Little-Model-Q4.gguf', 'x'.repeat(2000))
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Little-Model-Q4')
  await userEvent.click(dialog.getByRole('button', { name: 'Upload', exact: true }))
  sent[0]!.report(500)
  await expect
    .element(dialog.getByRole('progressbar', { name: 'How much is uploaded' }))
    .toHaveAttribute('aria-valuenow', '25')
  await expectAccessible(dialog)
  sent[0]!.report(2000)
  await expect.element(dialog.getByText('The file is looked at')).toBeVisible()
  end.resolve()
  await expectToast('The model is there. Choose it as the text model.')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent.map(({ name }) => name)).toEqual(['Little-Model-Q4'])
})

test('a file of another name is not sent', async () => {
  await mountModels({})
  await open()
  await choose('letter.pdf')
  await expect.element(dialog.getByText('This is no GGUF file: the name of one ends in .gguf')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Upload', exact: true })).not.toBeInTheDocument()
})

test('what the server says of a file stays in the dialog, and another can be chosen', async () => {
  const sentence = 'The GGUF file is truncated: it lists more than it has. Nothing was kept.'
  await mountModels({ upload: async () => Promise.reject(new VaultError('unexpected', sentence)) })
  await open()
  await choose('a.gguf')
  await userEvent.click(dialog.getByRole('button', { name: 'Upload', exact: true }))
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(sentence)
  await expect.element(dialog.getByRole('button', { name: 'Choose a file' })).toBeVisible()
})

test('an upload is cancelled', async () => {
  await mountModels({
    upload: async ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })),
  })
  await open()
  await choose('a.gguf')
  await userEvent.click(dialog.getByRole('button', { name: 'Upload', exact: true }))
  await expect.element(dialog.getByRole('button', { name: 'Cancel the upload' })).toHaveFocus()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel the upload' }))
  await expectToast('The upload was cancelled, and nothing of it is kept')
  await expect.element(dialog.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
})

test('a server without the engine says so before anything is sent', async () => {
  await mountModels({ listOwn: async () => ({ ...OWN, is_installed: false }) })
  await open()
  await expect.element(dialog.getByText(/The engine is not installed on this server/)).toBeVisible()
})
