import { UNSAVED_SETTINGS } from '#contract/studio/models.ts'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failing, pending } from '#web/app/testing/failures.ts'
import { queries } from '#web/app/queries.ts'
import { mountScreen } from '#web/app/testing/mount-screen.tsx'
import type { VaultAnswers } from '#web/app/testing/stub-vault.ts'
import type { ModelOverview, ModelRequest, ModelUsage } from '#web/lib/remote/vault-client.ts'
import { expectAccessible, main } from '#web/ui/testing/accessible.ts'
import { screenWidth } from '#web/ui/testing/mount.tsx'

const ALL: ModelUsage['all'] = {
  requests: 1204,
  ok: 900,
  decided: 1200,
  p50: 1240,
  p95: 8000,
  tokens: 45_000,
  cost_micros: 12_500,
  unpriced: 1,
}
const USAGE: ModelUsage = {
  all: ALL,
  statuses: [
    { status: 'ok', requests: 900 },
    { status: 'over_budget', requests: 4 },
  ],
  endpoints: [{ endpoint: 'content.section', ...ALL }],
  models: [{ provider: 'Ollama', model: 'tiny-1', ...ALL, requests: 1004, p50: 2500 }],
  days: [{ day: new Date().toISOString().slice(0, 10), ...ALL }],
  people: [
    { person: 'ada@example.org', ...ALL },
    { person: null, ...ALL, requests: 7, ok: 0, decided: 0 },
  ],
  redactions: [{ kind: 'EMAIL', found: 31 }],
  errors: [
    { code: 'aborted', requests: 2 },
    { code: 'reader_left', requests: 3 },
    { code: 'refused: 500', requests: 1 },
    { code: 'refused: 502', requests: 1 },
  ],
}
const REQUEST: ModelRequest = {
  id: 'r1',
  person: 'ada@example.org',
  endpoint: 'copilot.answer',
  model: 'tiny-1',
  started_at: '2026-05-04T12:00:00Z',
  latency_ms: 1200,
  tokens_in: 1000,
  tokens_out: 234,
  status: 'error',
  error_code: 'cut',
}
const NOTHING: ModelUsage = {
  all: { requests: 0, ok: 0, decided: 0, p50: null, p95: null, tokens: 0, cost_micros: 0, unpriced: 0 },
  statuses: [],
  endpoints: [],
  models: [],
  days: [],
  people: [],
  redactions: [],
  errors: [],
}
const LIST: ModelOverview = {
  connections: [
    {
      id: 'one',
      name: 'Our Ollama',
      preset: 'ollama',
      address: 'http://127.0.0.1:11434/v1',
      key_end: null,
      state: 'unreachable',
      problem: null,
      looked_at: null,
      models: ['tiny-1'],
      version: 1,
    },
  ],
  settings: { ...UNSAVED_SETTINGS, connection_id: 'one', model: 'tiny-1' },
  prices: [],
}

const mountAnalytics = (models: VaultAnswers['models'] = {}, query = '') =>
  mountScreen(`/ai-studio/analytics${query}`, {
    roles: { list: async () => ['growth_manager'], isOfOperator: async () => false },
    models: {
      list: async () => LIST,
      lookAtAll: async () => undefined,
      usage: async () => USAGE,
      requests: async () => [REQUEST],
      ...models,
    },
  })

const part = (name: string) => page.getByRole('region', { name, exact: true })
const figures = part('Figures')
const span = page.getByRole('combobox', { name: 'Show the last' })
const countOf = (name: string) => page.getByRole('listitem').filter({ hasText: name }).element().textContent

test('figures that are still read say so', async () => {
  await mountAnalytics({ usage: pending })
  await expect.element(page.getByText('Reading figures')).toBeInTheDocument()
  await expectAccessible(main)
})

test('figures that cannot be read are asked for again', async () => {
  let isUp = false
  await mountAnalytics({ usage: async () => (isUp ? USAGE : failing()) })
  await expect.element(page.getByText(/The figures could not be read/)).toBeVisible()
  await expectAccessible(main)
  isUp = true
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.element(figures.getByText('1,204')).toBeVisible()
})

test('without a request no rate, no time and no table is shown, also on a phone', async () => {
  await screenWidth(390)
  await mountAnalytics({ usage: async () => NOTHING, requests: async () => [] })
  await expect.element(page.getByText('No requests yet')).toBeVisible()
  expect(figures.getByText('–', { exact: true }).elements()).toHaveLength(2)
  await expect.element(figures.getByText('$0.00')).toBeVisible()
  expect(page.getByRole('table').elements()).toHaveLength(0)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible(main)
})

test('figures are those of the log, and a rate is of requests that ended, also on a phone', async () => {
  await screenWidth(390)
  await mountAnalytics()
  await expect.element(figures.getByText('1.24 s')).toBeVisible()
  await expect.element(figures.getByText('95 of 100 within 8 s')).toBeVisible()
  await expect.element(figures.getByText('75%')).toBeVisible()
  await expect.element(figures.getByText('900 of 1,200 ended well')).toBeVisible()
  await expect.element(figures.getByText('$0.0125')).toBeVisible()
  await expect.element(figures.getByText('without 1 request whose model has no price')).toBeVisible()
  await expect.element(part('Most Used Endpoints').getByText('Content: section of a text')).toBeVisible()
  const model = part('By model').getByRole('row', { name: /tiny-1 \(Ollama\)/ })
  await expect.element(model.getByText('1,004')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Errors by kind' })).toBeVisible()
  const removed = part('People').getByRole('row', { name: /Somebody who was removed/ })
  await expect.element(removed.getByText('–', { exact: true })).toBeVisible()
  await expect.poll(() => countOf('Over budget')).toBe('Over budget4')
  await expect.poll(() => countOf('Email addresses')).toBe('Email addresses31')
  await expect.poll(() => countOf('Refused by the provider: 502')).toBe('Refused by the provider: 5021')
  expect(page.getByRole('listitem').filter({ hasText: 'reader_left' }).elements()).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible()
})

test('a badge is there only while what it names is on, and a model says whether it answers', async () => {
  await mountAnalytics()
  const privacy = part('Security & Privacy')
  await expect.element(privacy.getByText('PII redaction')).toBeVisible()
  await expect.element(privacy.getByText('Banned claims')).not.toBeInTheDocument()
  await expect.element(part('AI Models').getByText('Our Ollama: tiny-1')).toBeVisible()
  await expect.element(part('AI Models').getByText('Unreachable')).toBeVisible()
})

test('connections are asked what they offer as the page opens', async () => {
  const end = Promise.withResolvers<void>()
  let connections = LIST.connections
  const lookAtAll = vi.fn(async () => {
    await end.promise
    connections = connections.map((one) => ({ ...one, state: 'active' as const }))
  })
  await mountAnalytics({ list: async () => ({ ...LIST, connections }), lookAtAll })
  await expect.element(page.getByText('Unreachable')).toBeVisible()
  await expect.element(page.getByText('Asking them what they offer now…')).toBeVisible()
  end.resolve()
  await expect.element(page.getByText('Active', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Asking them what they offer now…')).not.toBeInTheDocument()
  expect(lookAtAll).toHaveBeenCalledTimes(1)
})

test('figures are there where the list of models cannot be read', async () => {
  await mountAnalytics({ list: failing })
  await expect.poll(() => queries.getQueryState(['studio-models', 'list'])?.status).toBe('error')
  await expect.element(figures.getByText('1,204')).toBeVisible()
  await expect.element(part('Security & Privacy')).not.toBeInTheDocument()
})

test('the log says who asked for what, and why it did not end well', async () => {
  let isUp = false
  const refused = { ...REQUEST, id: 'r2', person: null, status: 'over_budget' as const, error_code: 'person_tokens' }
  await mountAnalytics({ requests: async () => (isUp ? [REQUEST, refused] : failing()) })
  await expect.element(page.getByText(/The log could not be read/)).toBeVisible()
  isUp = true
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  const table = page.getByRole('table', { name: 'Latest requests' })
  const cells = (row: number) =>
    [...(table.getByRole('row').elements()[row]?.querySelectorAll('td, th') ?? [])].map((cell) => cell.textContent)
  await expect
    .poll(() => cells(1).slice(1))
    .toEqual(['Copilot: written answertiny-1 · 1.2 s', 'ada@example.org', 'FailedAnswer broke off', '1,234'])
  expect(cells(2).slice(2, 4)).toEqual([
    expect.stringMatching(/removed$/),
    'Over budgetTokens of the person are used up',
  ])
  await expectAccessible(main)
})

test('requests that were refused for the budget are listed, also where there are no others', async () => {
  const refused = { ...REQUEST, status: 'over_budget' as const, error_code: 'copilot_tokens' }
  const usage = { ...NOTHING, statuses: [{ status: 'over_budget' as const, requests: 1 }] }
  await mountAnalytics({ usage: async () => usage, requests: async () => [refused] })
  const table = page.getByRole('table', { name: 'Latest requests' })
  await expect.element(table.getByText('The person’s share for the copilot is used up')).toBeVisible()
  await expect.poll(() => countOf('Over budget')).toBe('Over budget1')
  await expect.element(page.getByText('No requests yet')).not.toBeInTheDocument()
  await expectAccessible(main)
})

test('another span is in the address, and one that is none is thirty days', async () => {
  const usage = vi.fn(async (days: number) => (days === 7 ? failing() : USAGE))
  const screen = await mountAnalytics({ usage }, '?days=12')
  await expect.element(figures.getByText('1,204')).toBeVisible()
  expect(usage.mock.calls).toEqual([[30]])
  await userEvent.selectOptions(span, '90 days')
  await expect.poll(() => usage.mock.lastCall).toEqual([90])
  await expect.element(figures.getByText('1,204')).toBeVisible()
  expect(screen.address()).toBe('/ai-studio/analytics?days=90')
  await userEvent.selectOptions(span, '7 days')
  await expect.element(page.getByText(/The figures could not be read/)).toBeVisible()
  await expect.element(figures).not.toBeInTheDocument()
  await screen.goBack()
  await expect.element(figures.getByText('1,204')).toBeVisible()
})
