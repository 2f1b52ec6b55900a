import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MODEL_LIMITS } from '#contract/studio/models.ts'
import { expectToast, failing, OUR_SIDE, pending } from '#web/app/testing/failures.ts'
import { queries } from '#web/app/queries.ts'
import { mountScreen } from '#web/app/testing/mount-screen.tsx'
import type { VaultAnswers } from '#web/app/testing/stub-vault.ts'
import { type ModelConnection, type ModelOverview, type OwnModels, VaultError } from '#web/lib/remote/vault-client.ts'
import { expectAccessible, main } from '#web/ui/testing/accessible.ts'
import { screenWidth } from '#web/ui/testing/mount.tsx'

const OLLAMA: ModelConnection = {
  id: 'one',
  name: 'Our Ollama',
  preset: 'ollama',
  address: 'http://127.0.0.1:11434/v1',
  key_end: null,
  state: 'active',
  problem: null,
  looked_at: '2026-11-28T10:00:00Z',
  models: ['tiny-1', 'tiny-2'],
  version: 4,
}
const AWAY: ModelConnection = {
  ...OLLAMA,
  id: 'two',
  name: 'Mistral',
  preset: 'mistral',
  address: 'https://api.mistral.ai/v1',
  key_end: 'x9Qz',
  state: 'unreachable',
  problem: 'The address did not answer',
  looked_at: null,
  models: [],
}
const SETTINGS: ModelOverview['settings'] = {
  connection_id: 'one',
  model: 'tiny-1',
  org_micros: 2_500_000,
  org_tokens: null,
  person_micros: null,
  person_tokens: 40_000,
  redacts_private: true,
  keeps_bodies: false,
  body_days: 7,
  log_days: 400,
  banned_claims: ['unbreakable'],
  copilot_for_all: false,
  copilot_tokens: 100_000,
  version: 3,
}
const PRICE = { model: 'tiny-1', micros_in: 250_000, micros_out: 1_000_000 }
const FILLED: ModelOverview = { connections: [OLLAMA, AWAY], settings: SETTINGS, prices: [PRICE] }
const NO_ROOM: OwnModels = { max_bytes: 0, is_installed: true, files: [] }
const EMPTY: ModelOverview = {
  connections: [],
  settings: { ...SETTINGS, connection_id: null, model: null, org_micros: null, person_tokens: null, banned_claims: [] },
  prices: [],
}

const mountModels = (models: VaultAnswers['models'] = {}) =>
  mountScreen('/ai-studio/models', {
    roles: { list: async () => ['growth_manager'], isOfOperator: async () => false },
    models: { list: async () => FILLED, listOwn: async () => NO_ROOM, lookAtAll: async () => undefined, ...models },
  })

const connections = page.getByRole('region', { name: 'Connections' })
const settings = page.getByRole('region', { name: 'Model and limits' })
const rowOf = (name: string) => connections.getByRole('listitem').filter({ hasText: name })
const field = (name: string) => settings.getByRole('textbox', { name, exact: true })
const saveSettings = settings.getByRole('button', { name: 'Save', exact: true })

test('connections that are still read say so', async () => {
  await mountModels({ list: pending })
  await expect.element(page.getByText('Reading connections')).toBeInTheDocument()
  await expectAccessible(main)
})

test('connections that cannot be read are asked for again', async () => {
  let isUp = false
  await mountModels({ list: async () => (isUp ? FILLED : failing()) })
  await expect.element(page.getByText(/The connections could not be read/)).toBeVisible()
  await expectAccessible(main)
  isUp = true
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.element(connections.getByText('Our Ollama')).toBeVisible()
})

test('without a connection it says what could be one, also on a phone', async () => {
  await screenWidth(390)
  await mountModels({ list: async () => EMPTY })
  await expect.element(connections.getByText('No model is connected')).toBeVisible()
  // The operator allows none.
  await expect.element(page.getByRole('button', { name: 'Upload a model' })).not.toBeInTheDocument()
  await expect.element(settings.getByRole('combobox', { name: 'Text model' })).toHaveTextContent('None: briefs only')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible(main)
})

test('each connection says whether it answers, what it offers and how its key ends, also on a phone', async () => {
  await screenWidth(390)
  await mountModels()
  await expect.element(rowOf('Our Ollama').getByText('Active')).toBeVisible()
  await expect.element(rowOf('Our Ollama').getByText(/no key\s· 2 models\s· looked at/)).toBeVisible()
  await expect.element(rowOf('Mistral').getByText('Unreachable')).toBeVisible()
  const detail = /key ends in x9Qz\s· 0 models\s· The address did not answer\s· not looked at yet/
  await expect.element(rowOf('Mistral').getByText(detail)).toBeVisible()
  await expect.element(field('US dollars a month, all together')).toHaveValue('2.5')
  await expect.element(field('Tokens a month, each person')).toHaveValue('40,000')
  await expect.element(field('Prices')).toHaveValue('tiny-1, 0.25, 1')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible()
})

test('each connection is asked as the page opens, without a press, and what it says is shown', async () => {
  const end = Promise.withResolvers<void>()
  let list = FILLED
  const lookAtAll = vi.fn(async () => {
    await end.promise
    const connections = FILLED.connections.map((one) => ({ ...one, state: 'active' as const, models: ['new-1'] }))
    list = { ...FILLED, connections }
  })
  await mountModels({ list: async () => list, lookAtAll })
  await expect.element(rowOf('Mistral').getByText('Unreachable')).toBeVisible()
  const asking = connections.getByText('Asking them what they offer now…')
  await expect.element(asking).toBeVisible()
  await expectAccessible(main)
  end.resolve()
  await expect.element(rowOf('Mistral').getByText('Active')).toBeVisible()
  await expect.element(rowOf('Our Ollama').getByText(/1 model\s/)).toBeVisible()
  await expect.element(asking).not.toBeInTheDocument()
  expect(lookAtAll).toHaveBeenCalledTimes(1)
})

test('connections that cannot be asked are shown as they were, with when that was', async () => {
  await mountModels({ lookAtAll: failing })
  await expect.element(rowOf('Our Ollama').getByText('Active')).toBeVisible()
  await expect.element(rowOf('Our Ollama').getByText(/looked at/)).toBeVisible()
  await expect.element(connections.getByText('Asking them what they offer now…')).not.toBeInTheDocument()
})

test('without connections nothing is asked', async () => {
  const lookAtAll = vi.fn(failing)
  await mountModels({ list: async () => EMPTY, lookAtAll })
  await expect.element(connections.getByText('No model is connected')).toBeVisible()
  expect(lookAtAll).not.toHaveBeenCalled()
})

test('a connection that is tested says how many models it offers, or why it does not answer', async () => {
  const full = { ...OLLAMA, models: Array.from({ length: MODEL_LIMITS.models }, (_, at) => `model-${at}`) }
  const answers: ModelConnection[] = [OLLAMA, { ...OLLAMA, models: ['tiny-1'] }, full, AWAY]
  const look = vi.fn(async () => answers.shift() ?? failing())
  await mountModels({ look })
  const press = () => userEvent.click(rowOf('Our Ollama').getByRole('button', { name: 'Test' }))
  await press()
  await expectToast('It answers, and offers 2 models')
  await press()
  await expectToast('It answers, and offers 1 model')
  await press()
  await expectToast('It answers, and offers 500 models or more')
  await press()
  await expectToast('It does not answer as it should', 'The address did not answer')
  await press()
  await expectToast('Nothing was changed', OUR_SIDE)
  expect(look.mock.calls).toEqual(Array.from({ length: 5 }, () => ['one']))
})

test('a connection is removed after a question, and stays where that fails', async () => {
  let isUp = false
  const remove = vi.fn(async () => (isUp ? undefined : failing()))
  await mountModels({ remove })
  const open = () => userEvent.click(rowOf('Mistral').getByRole('button', { name: 'Disconnect' }))
  const dialog = page.getByRole('alertdialog', { name: 'Disconnect Mistral?' })
  await open()
  await expectAccessible(dialog)
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(remove).not.toHaveBeenCalled()
  await open()
  await userEvent.click(dialog.getByRole('button', { name: 'Disconnect' }))
  await expectToast('Nothing was changed', OUR_SIDE)
  isUp = true
  await open()
  await userEvent.click(dialog.getByRole('button', { name: 'Disconnect' }))
  await expectToast('Disconnected')
  expect(remove.mock.calls).toEqual([['two'], ['two']])
})

test('a new connection takes the address of its provider, and is looked at once', async () => {
  const add = vi.fn<(fields: { id: string }) => Promise<void>>(async () => undefined)
  const look = vi.fn<(id: string) => Promise<ModelConnection>>(async () => OLLAMA)
  await mountModels({ add, look })
  await userEvent.click(page.getByRole('button', { name: 'Connect', exact: true }))
  const dialog = page.getByRole('dialog', { name: 'Connect a model' })
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Provider' }), 'Mistral')
  await expect.element(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue('https://api.mistral.ai/v1')
  await expectAccessible(dialog)
  await userEvent.click(dialog.getByRole('button', { name: 'Connect' }))
  await expect.element(dialog.getByText('Fill in this field.')).toBeVisible()
  expect(add).not.toHaveBeenCalled()
  await userEvent.fill(dialog.getByLabelText('Key'), ' sk-secret ')
  await userEvent.click(dialog.getByRole('button', { name: 'Connect' }))
  await expectToast('Connected')
  await expect.element(dialog).not.toBeInTheDocument()
  const fields = { name: 'Mistral', preset: 'mistral', address: 'https://api.mistral.ai/v1', key: 'sk-secret' }
  expect(add.mock.calls).toEqual([[{ ...fields, id: expect.any(String) }]])
  expect(look.mock.calls).toEqual([[add.mock.calls[0]?.[0].id]])
})

test('a name that was typed stays where another provider is chosen', async () => {
  await mountModels()
  await userEvent.click(page.getByRole('button', { name: 'Connect', exact: true }))
  const dialog = page.getByRole('dialog', { name: 'Connect a model' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await expect.element(name).toHaveValue('Ollama')
  await userEvent.fill(name, 'In the cellar')
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Provider' }), 'Mistral')
  await expect.element(name).toHaveValue('In the cellar')
})

test('what is sent again after a cut line is the same connection', async () => {
  const add = vi.fn<(fields: { id: string }) => Promise<void>>(async () => undefined)
  add.mockRejectedValueOnce(new VaultError('offline', 'cut'))
  await mountModels({ add, look: async () => OLLAMA })
  await userEvent.click(page.getByRole('button', { name: 'Connect', exact: true }))
  const dialog = page.getByRole('dialog', { name: 'Connect a model' })
  await userEvent.click(dialog.getByRole('button', { name: 'Connect' }))
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Connect' }))
  await expectToast('Connected')
  const ids = add.mock.calls.map(([{ id }]) => id)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('a connection that does not answer is saved, and is not called connected', async () => {
  await mountModels({ add: async () => undefined, look: async () => AWAY })
  await userEvent.click(page.getByRole('button', { name: 'Connect', exact: true }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Connect' }))
  await expectToast('Saved, but it does not answer as it should', 'The address did not answer')
  await expect.element(page.getByText('Connected', { exact: true })).not.toBeInTheDocument()
})

test('a connection that is refused stays in its form, with what the server said', async () => {
  const said = 'The key was typed for another address. Type it again. Nothing was stored.'
  const change = vi.fn(async () => Promise.reject(new VaultError('unexpected', said)))
  await mountModels({ change })
  await userEvent.click(rowOf('Mistral').getByRole('button', { name: 'Edit' }))
  const dialog = page.getByRole('dialog', { name: 'Edit Mistral' })
  await expect.element(dialog.getByText(/Leave empty to keep the one that is there/)).toBeVisible()
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Address' }), 'https://other.example/v1')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(said)
  await expect.element(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue('https://other.example/v1')
  const fields = { name: 'Mistral', preset: 'mistral', address: 'https://other.example/v1', version: 4 }
  expect(change.mock.calls).toEqual([['two', fields]])
})

test('settings are saved in tokens and millionths of a dollar, and prices only where they changed', async () => {
  const saved = vi.fn(async () => undefined)
  const savedPrices = vi.fn(async () => undefined)
  await mountModels({ saveSettings: saved, savePrices: savedPrices })
  const answered = ['copilot', 'answer', 'Where is the trash?']
  queries.setQueryData(answered, {})
  await userEvent.fill(field('Tokens a month, all together'), '1,000')
  await userEvent.fill(field('US dollars a month, all together'), '')
  await userEvent.fill(field('Claims that no text may make'), ' unbreakable \n\nunbreakable\nperfect')
  await userEvent.click(page.getByRole('checkbox', { name: /Let everybody .* answers of the copilot/ }))
  await userEvent.fill(field('Tokens a month for the copilot, each person who does not manage growth'), '50,000')
  await userEvent.click(saveSettings)
  await expectToast('Settings saved')
  // The same question may have a model that writes now.
  expect(queries.getQueryState(answered)?.isInvalidated).toBe(true)
  const budgets = { org_tokens: 1000, org_micros: null, person_tokens: 40_000, person_micros: null }
  expect(saved.mock.calls).toEqual([
    [
      {
        ...SETTINGS,
        ...budgets,
        banned_claims: ['unbreakable', 'perfect'],
        copilot_for_all: true,
        copilot_tokens: 50_000,
      },
    ],
  ])
  expect(savedPrices).not.toHaveBeenCalled()
  await userEvent.fill(field('Prices'), 'tiny-1, 0.5, 1')
  await userEvent.click(saveSettings)
  await expectToast('Settings saved')
  expect(savedPrices.mock.calls).toEqual([[[{ ...PRICE, micros_in: 500_000 }]]])
})

test('a price that is none is named by its line, and nothing is asked of the server', async () => {
  const saved = vi.fn(async () => undefined)
  await mountModels({ saveSettings: saved })
  await userEvent.fill(field('Prices'), 'tiny-1, 0.5, 1\ntiny-2, cheap, 1')
  await userEvent.click(saveSettings)
  await expect.element(settings.getByRole('alert').getByText(/^Line 2 is not/)).toBeVisible()
  expect(saved).not.toHaveBeenCalled()
})

test('settings that are not saved say so, and what was typed stays', async () => {
  await mountModels({ saveSettings: failing })
  await userEvent.fill(field('Tokens a month, all together'), '1000')
  await userEvent.click(saveSettings)
  await expect.element(settings.getByRole('alert')).toHaveTextContent(OUR_SIDE)
  await expect.element(field('Tokens a month, all together')).toHaveValue('1000')
})
