import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectToast, failing } from '#web/app/testing/failures.ts'
import { queries } from '#web/app/queries.ts'
import { mountScreen } from '#web/app/testing/mount-screen.tsx'
import type { VaultAnswers } from '#web/app/testing/stub-vault.ts'
import { VaultError, type KeywordProject, type WholeKeywordProject } from '#web/lib/remote/vault-client.ts'
import { expectAccessible, main } from '#web/ui/testing/accessible.ts'
import { screenWidth } from '#web/ui/testing/mount.tsx'

const PROJECT: KeywordProject = {
  id: 'one',
  name: 'Launch',
  state: 'done',
  method: 'embeddings',
  seeds: ['lead scoring'],
  done: 3,
  total: 3,
  stage: 'naming',
  stage_done: 2,
  stage_total: 2,
  created_by: null,
  created_at: '2026-11-28T10:00:00Z',
  is_silent: false,
  clusters: 2,
}
const cluster = { topic: 'lead scoring', difficulty: 52, angles: ['An angle'], briefed_at: null }
const figures = { volume: null, cpc_micros: null, kd: null, clicks: null, impressions: null, position: null }
const WHOLE: WholeKeywordProject = {
  project: PROJECT,
  clusters: [
    { ...cluster, id: 'a', page: 'pillar', name: 'lead scoring', intent: 'informational', reason: 'head_term' },
    {
      ...cluster,
      id: 'b',
      page: 'pricing',
      name: 'lead scoring: pricing',
      intent: 'transactional',
      reason: 'commercial',
    },
  ],
  keywords: [
    { ...figures, keyword: 'lead scoring', source: 'seed', cluster_id: 'a' },
    { ...figures, keyword: 'what is lead scoring', source: 'idea', cluster_id: 'a' },
    { ...figures, keyword: 'lead scoring price', source: 'semrush', cluster_id: 'b', volume: 70 },
  ],
}

const mountKeywords = (keywords: VaultAnswers['keywords'] = {}, address = '/ai-studio/seo') =>
  mountScreen(address, {
    roles: { list: async () => ['growth_manager'], isOfOperator: async () => false },
    keywords: {
      list: async () => ({ projects: [PROJECT], embeddings: 'ready' }),
      read: async () => WHOLE,
      ...keywords,
    },
  })
const analyze = page.getByRole('button', { name: 'Analyze Keywords' })
const seeds = page.getByRole('textbox', { name: 'Seed keywords' })
const map = page.getByRole('group', { name: 'Map of keyword clusters' })
const detail = page.getByRole('region', { name: 'Cluster', exact: true })
const projectOf = (state: KeywordProject['state'], more: Partial<KeywordProject> = {}) => ({
  list: async () => ({ projects: [{ ...PROJECT, state, clusters: 0, ...more }], embeddings: 'ready' as const }),
})

test('without seeds nothing is asked of the server', async () => {
  await mountKeywords()
  await userEvent.fill(seeds, ' , ,\n')
  await userEvent.click(analyze)
  await expect.element(page.getByText('Please enter some seed keywords')).toBeVisible()
  await userEvent.fill(seeds, 'x'.repeat(201))
  await userEvent.click(analyze)
  await expect.element(page.getByText('A keyword has at most 200 characters.', { exact: false })).toBeVisible()
  await expectAccessible(main)
})

test('a project name that is too long is said, and nothing of it is cut or sent', async () => {
  await mountKeywords({ start: failing })
  const name = page.getByRole('textbox', { name: /^Project name/ })
  await userEvent.fill(name, 'n'.repeat(121))
  await userEvent.fill(seeds, 'crm')
  await userEvent.click(analyze)
  await expect.element(page.getByText('121 characters; 120 are taken. Nothing was cut: shorten it.')).toBeVisible()
  await expect.element(name).toHaveValue('n'.repeat(121))
  expect(name.element().hasAttribute('maxlength')).toBe(false)
})

test('seeds are sent trimmed, under a name of the day, once for two presses', async () => {
  const sent: { id: string; name: string; seeds: readonly string[] }[] = []
  const { address } = await mountKeywords({
    start: async (given) => {
      sent.push(given)
      return { ...PROJECT, id: 'two', clusters: 7 }
    },
  })
  await userEvent.fill(seeds, ' lead scoring ,, crm ')
  await userEvent.dblClick(analyze)
  await expectToast('Analysis Complete', 'Generated 7 keyword clusters')
  expect(sent).toMatchObject([
    { name: expect.stringMatching(/^SEO Project \d{4}-\d\d-\d\d$/), seeds: ['lead scoring', 'crm'] },
  ])
  expect(address()).toBe('/ai-studio/seo?project=two')
})

test('a press that is tried again after a failure is the same project', async () => {
  const ids: string[] = []
  await mountKeywords({
    start: async ({ id }) => {
      ids.push(id)
      if (ids.length === 1) throw new VaultError('keywords_busy', 'busy')
      return PROJECT
    },
  })
  await userEvent.fill(seeds, 'crm')
  await userEvent.click(analyze)
  await expectToast('Error', 'Failed to analyze keywords. Please try again.')
  const why = page.getByText('Two analyses of your organisation are running. Wait for one, or cancel it.')
  await expect.element(why).toBeVisible()
  await expect.element(seeds).toHaveValue('crm')
  await expectAccessible(main)
  await userEvent.click(analyze)
  await expect.poll(() => ids.length).toBe(2)
  expect(new Set(ids).size).toBe(1)
})

test('the map is walked with arrows, and shows what was chosen beside it', async () => {
  const { address } = await mountKeywords()
  await expect.element(detail.getByRole('heading', { level: 2 })).toHaveTextContent('lead scoring')
  await expect.poll(() => detail.element().textContent).toContain('52, short head term')
  await expect.poll(() => detail.element().textContent).toContain('what is lead scoringIdea')
  const stops = map
    .getByRole('button')
    .elements()
    .filter((one) => one.getAttribute('tabindex') === '0')
  expect(stops).toHaveLength(1)
  ;(stops[0] as SVGGElement).focus()
  for (const key of ['{ArrowRight}', '{ArrowDown}', '{ArrowLeft}', '{ArrowUp}']) {
    if (address().includes('cluster=b')) break
    await userEvent.keyboard(key)
    // The address changes in a transition of React.
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await expect.element(detail.getByRole('heading', { level: 2 })).toHaveTextContent('lead scoring: pricing')
  await expect.poll(() => detail.element().textContent).toContain('70 a month')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('lead scoring: pricing: 1 keyword, transactional')
  await expectAccessible()
})

test('the table has all clusters, also on a phone', async () => {
  await screenWidth(390)
  await mountKeywords({}, '/ai-studio/seo?view=table')
  const table = page.getByRole('table', { name: 'Keyword clusters' })
  await userEvent.click(table.getByRole('button', { name: 'lead scoring: pricing' }))
  await expect.element(detail.getByRole('heading', { level: 2 })).toHaveTextContent('lead scoring: pricing')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible(main)
})

test('a brief is generated, shown and listed', async () => {
  let isBriefed = false
  await mountKeywords({
    read: async () =>
      isBriefed
        ? { ...WHOLE, clusters: WHOLE.clusters.map((one) => ({ ...one, briefed_at: '2026-11-28T10:00:00Z' })) }
        : WHOLE,
    brief: async () => {
      isBriefed = true
      return {
        title: 'Lead scoring',
        words: 800,
        outline: [{ heading: 'What it is', words: 80 }],
        questions: ['what is lead scoring'],
        markdown: '# Lead scoring',
      }
    },
  })
  await userEvent.click(page.getByRole('tab', { name: 'Content Briefs' }))
  await expect.element(page.getByText('No brief yet.', { exact: false })).toBeVisible()
  await userEvent.click(page.getByRole('tab', { name: 'Keyword Clusters' }))
  await userEvent.click(page.getByRole('button', { name: 'Generate Brief' }))
  const brief = page.getByRole('region', { name: 'Lead scoring' })
  await expect.poll(() => brief.element().textContent).toContain('No language model wrote it')
  await expect.poll(() => brief.element().textContent).toContain('What it is 80 words')
  await expectAccessible(main)
})

test('a page is written from its keywords: a draft opens with title and keyword', async () => {
  const screen = await mountScreen('/ai-studio/seo?cluster=b', {
    roles: { list: async () => ['growth_manager'], isOfOperator: async () => false },
    keywords: { list: async () => ({ projects: [PROJECT], embeddings: 'ready' }), read: async () => WHOLE },
    drafts: { list: async () => ({ drafts: [], model: null }) },
    sources: { list: async () => ({ sources: [], embeddings: 'not installed' }) },
    grammar: { read: async () => ({ words: [], dialect: 'American', is_installed: false }) },
  })
  await userEvent.click(detail.getByRole('button', { name: 'Write this page' }))
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Lead scoring: pricing')
  await expect.element(page.getByRole('textbox', { name: 'Target Keyword' })).toHaveValue('lead scoring price')
  expect(screen.address()).toBe('/ai-studio/content')
})

test('an analysis under way shows how far each step is, can be cancelled, and says when it ends', async () => {
  let state: KeywordProject['state'] = 'running'
  let cancelled = 0
  let step: Partial<KeywordProject> = { stage: 'reading', done: 1 }
  await mountKeywords({
    list: async () => ({
      projects: [{ ...PROJECT, state, total: 4, ...step, clusters: state === 'done' ? 2 : 0 }],
      embeddings: 'ready',
    }),
    cancel: async () => void (cancelled += 1),
  })
  const shows = async (name: string, value: string) => {
    const bar = page.getByRole('progressbar', { name })
    await expect.element(bar).toHaveAttribute('aria-valuenow', value)
    await expect.element(page.getByText(name)).toBeVisible()
  }
  await shows('Step 1 of 4: 1 of 4 keywords read', '25')
  for (const [stage, done, total, name, value] of [
    ['comparing', 3, 6, 'Step 2 of 4: 3 of 6 pairs compared', '50'],
    ['joining', 1, 3, 'Step 3 of 4: 1 of 3 joins made', '33'],
    ['naming', 0, 2, 'Step 4 of 4: 0 of 2 topics named', '0'],
  ] as const) {
    step = { done: 4, stage, stage_done: done, stage_total: total }
    await queries.invalidateQueries({ queryKey: ['keywords'] })
    await shows(name, value)
  }
  await userEvent.click(page.getByRole('button', { name: 'Cancel analysis' }))
  await expectToast('Analysis cancelled')
  expect(cancelled).toBe(1)
  state = 'done'
  await expectToast('Analysis Complete', 'Generated 2 keyword clusters')
})

test('an analysis that fails while it is watched says so as it is specified', async () => {
  let state: KeywordProject['state'] = 'running'
  await mountKeywords({
    list: async () => ({ projects: [{ ...PROJECT, state, clusters: 0 }], embeddings: 'ready' }),
  })
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  state = 'failed'
  await expectToast('Error', 'Failed to analyze keywords. Please try again.')
})

test.each([
  ['cancelled', {}, 'This analysis was cancelled.'],
  ['failed', {}, 'This analysis failed.'],
  ['running', { is_silent: true }, 'The server that worked on this has ended.'],
] as const)('a project that is %s says so', async (state, more, words) => {
  await mountKeywords(projectOf(state, more))
  await expect.element(page.getByText(words, { exact: false })).toBeVisible()
})

test('a server without embeddings says what to run, and a project how it was compared', async () => {
  await mountKeywords({
    list: async () => ({ projects: [{ ...PROJECT, method: 'words' }], embeddings: 'not installed' }),
  })
  await expect
    .element(page.getByText('Embeddings are not installed: run npm run studio.', { exact: false }))
    .toBeVisible()
  await expect.element(page.getByText('Compared by shared words')).toBeVisible()
})

test('what cannot be loaded is asked for again', async () => {
  let isDown = true
  await mountKeywords({
    list: async () => (isDown ? failing() : { projects: [], embeddings: 'ready' }),
  })
  await expect.element(page.getByText('The keyword projects could not be loaded.', { exact: false })).toBeVisible()
  isDown = false
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.element(page.getByText('No project yet.', { exact: false })).toBeVisible()
})
