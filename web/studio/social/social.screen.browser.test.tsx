import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Platform, PLATFORM_CHARACTERS } from '#contract/studio/platforms.ts'
import { expectToast, failing, OUR_SIDE } from '#web/app/testing/failures.ts'
import { mountScreen } from '#web/app/testing/mount-screen.tsx'
import { queries } from '#web/app/queries.ts'
import type { VaultAnswers } from '#web/app/testing/stub-vault.ts'
import { type OpenCalendar, type SocialPost, type VaultClient, VaultError } from '#web/lib/remote/vault-client.ts'
import { expectAccessible, main } from '#web/ui/testing/accessible.ts'
import { screenWidth } from '#web/ui/testing/mount.tsx'

const postOn = (id: string, date: string): SocialPost => ({
  id,
  date,
  slot: '09:00',
  platform: 'LinkedIn',
  pillar: 'Keys',
  content_type: 'Text post',
  content: `Words of ${id}`,
  hashtags: [],
  cta: '',
  visual_suggestion: '',
  is_copy: true,
  published_at: null,
  version: 1,
})
const CALENDAR: OpenCalendar = {
  calendar: {
    id: 'one',
    month: '2028-02',
    topics: ['keys'],
    platforms: ['LinkedIn'],
    brand_voice: '',
    model: null,
    created_by: null,
    created_at: '2026-11-28T10:00:00Z',
  },
  posts: [postOn('first', '2028-02-29'), postOn('second', '2028-02-10')],
  label: null,
}

const listed = { ...CALENDAR.calendar, posts: 2, published: 0 }
const list = async () => ({ calendars: [listed], limits: PLATFORM_CHARACTERS, model: null })

const mountSocial = (calendars: VaultAnswers['calendars'] = {}) =>
  mountScreen('/ai-studio/social', {
    roles: { list: async () => ['growth_manager'], isOfOperator: async () => false },
    calendars: { list, read: async () => CALENDAR, ...calendars },
    models: { list: failing },
  })

type PostChange = Parameters<VaultClient['calendars']['changePost']>[1]

beforeEach(() => screenWidth(1440))

const month = page.getByRole('table', { name: 'Posts of 2028-02 by day' })
const post = (day: string) => month.getByRole('button', { name: new RegExp(`Open the post for LinkedIn on ${day}`) })
/** Answers as the server does: each change makes the next version. */
const answering = () =>
  vi.fn(async (id: string, { version, ...change }: PostChange) => ({
    ...postOn(id, '2028-02-29'),
    ...change,
    version: version + 1,
  }))

test('posts stand on their days, and open', async () => {
  await mountSocial()
  await expect.element(post('2028-02-29')).toBeVisible()
  const cell = post('2028-02-10').element().closest('td')
  expect(cell?.querySelector('time')?.dateTime).toBe('2028-02-10')
  await expectAccessible()
  await userEvent.click(post('2028-02-10'))
  await expect
    .element(page.getByRole('dialog').getByRole('textbox', { name: 'Content' }))
    .toHaveValue('Words of second')
})

test('a post that is not written says its topic, and that it is to be written', async () => {
  const brief = {
    ...postOn('first', '2028-02-29'),
    is_copy: false,
    content: 'No language model: brief. Name one mistake.',
  }
  await mountSocial({ read: async () => ({ ...CALENDAR, posts: [brief] }) })
  await expect.element(month.getByRole('button', { name: /2028-02-29, To write$/ })).toBeVisible()
  await expect.element(month.getByText('Keys: Text post')).toBeVisible()
})

test('what leaves for a calendar is shown before it is generated, week by week', async () => {
  const week = {
    system: 'You write posts.',
    prompt: 'Ask [EMAIL_1]',
    redactions: { EMAIL: 1 },
    endpoint: 'social.week',
  }
  const further = [{ ...week, prompt: 'Ask [CARD_1]', redactions: { CARD: 1 } }]
  const preview = vi.fn(async () => ({ ...week, provider: 'Ollama', model: 'tiny-1', isPrivate: true, further }))
  const make = vi.fn(failing)
  await mountSocial({
    list: async () => ({ ...(await list()), model: { provider: 'Ollama', model: 'tiny-1' } }),
    preview,
    make,
  })
  const see = page.getByRole('button', { name: 'See what leaves' })
  await expect.element(see).toBeDisabled()
  await userEvent.fill(page.getByRole('textbox', { name: 'Topics' }), 'keys, ada@example.org')
  await userEvent.fill(page.getByRole('textbox', { name: 'Brand Voice' }), 'Calm')
  await userEvent.click(see)
  const seen = page.getByRole('dialog', { name: 'What leaves' })
  await expect.element(seen.getByText(/one for each week\./)).toBeVisible()
  await expect.element(seen.getByText(/which is in the network of this server\. 2 values are replaced/)).toBeVisible()
  for (const name of ['Week 1', 'Week 2']) await expect.element(seen.getByRole('heading', { name })).toBeVisible()
  const asked = [...seen.element().querySelectorAll('pre')].map(({ textContent }) => textContent)
  expect(asked).toEqual(['You write posts.\n\nAsk [EMAIL_1]', 'You write posts.\n\nAsk [CARD_1]'])
  const marked = [...seen.element().querySelectorAll('mark')].map(({ textContent }) => textContent)
  expect(marked).toEqual(['[EMAIL_1]', '[CARD_1]'])
  await expectAccessible(seen)
  expect(preview.mock.calls).toMatchObject([
    [{ topics: ['keys', 'ada@example.org'], platforms: ['LinkedIn', 'Twitter'], brand_voice: 'Calm' }],
  ])
  expect(make).not.toHaveBeenCalled()
})

test('without a model nothing leaves, and nothing is said of it', async () => {
  await mountSocial()
  await expect.element(page.getByRole('button', { name: 'Generate 30-Day Calendar' })).toBeVisible()
  expect(page.getByRole('button', { name: 'See what leaves' }).query()).toBeNull()
})

test('a calendar that stopped is continued, and says what is missing', async () => {
  const brief = {
    ...postOn('first', '2028-02-29'),
    is_copy: false,
    content: 'No language model: brief. Name one mistake.',
  }
  const resume = vi.fn<VaultClient['calendars']['resume']>(async (id, { onNews }) => {
    onNews({ kind: 'week', written: 1, total: 2 })
    onNews({ kind: 'done', id, posts: 2, missing: 1, note: 'The language model cannot be reached' })
  })
  const withModel = async () => ({ ...(await list()), model: { provider: 'Ollama', model: 'tiny-1' } })
  await mountSocial({
    list: withModel,
    read: async () => ({ ...CALENDAR, posts: [brief, postOn('second', '2028-02-10')] }),
    resume,
  })
  await expect.element(page.getByText(/One post has only what is to be written\./)).toBeVisible()
  await expectAccessible()
  await userEvent.click(page.getByRole('button', { name: 'Continue' }))
  await expectToast('Error', 'Failed to generate social calendar. Please try again.')
  await expect
    .element(page.getByText('The language model cannot be reached. What was written is kept; one post is missing.'))
    .toBeVisible()
  expect(resume.mock.calls.map(([id]) => id)).toEqual(['one'])
})

test.each([
  ['is generated', { posts: 29, missing: 0 }, 'Calendar Generated', 'Created 29 social media posts'],
  [
    'fails',
    { code: 'over_budget', message: 'The budget of the month is used up' },
    'Error',
    'Failed to generate social calendar. Please try again.',
  ],
] as const)('a calendar that %s says so as it is specified, and what was typed stays', async (_, end, title, said) => {
  const make = vi.fn<VaultClient['calendars']['make']>(async (_fields, { onNews }) =>
    onNews('code' in end ? { kind: 'failed', ...end } : { kind: 'done', id: 'one', ...end }),
  )
  await mountSocial({ make })
  const topics = page.getByRole('textbox', { name: 'Topics' })
  await userEvent.fill(topics, 'keys, , locks')
  await userEvent.click(page.getByRole('button', { name: 'Generate 30-Day Calendar' }))
  await expectToast(title, said)
  if ('message' in end) await expect.element(page.getByText(end.message)).toBeVisible()
  await expect.element(topics).toHaveValue('keys, , locks')
  expect(make.mock.calls.map(([fields]) => fields)).toMatchObject([
    { topics: ['keys', 'locks'], platforms: ['LinkedIn', 'Twitter'] },
  ])
})

test('topics and platforms are asked for in the words of the specification', async () => {
  const make = vi.fn(failing)
  await mountSocial({ make })
  const generate = page.getByRole('button', { name: 'Generate 30-Day Calendar' })
  await userEvent.fill(page.getByRole('textbox', { name: 'Topics' }), ' , ')
  await userEvent.click(generate)
  await expectToast('Error', 'Please enter some topics')
  await userEvent.fill(page.getByRole('textbox', { name: 'Topics' }), 'keys')
  for (const name of ['LinkedIn', 'Twitter']) await userEvent.click(page.getByRole('checkbox', { name }))
  await userEvent.click(generate)
  await expectToast('Error', 'Please select at least one platform')
  expect(make).not.toHaveBeenCalled()
})

test('without a model nothing is offered to be continued, and a calendar without text of a model has no record', async () => {
  await mountSocial({
    read: async () => ({ ...CALENDAR, posts: [{ ...postOn('first', '2028-02-29'), is_copy: false }] }),
  })
  await expect.element(month).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Continue' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Download record' })).not.toBeInTheDocument()
})

test('the record of a calendar is downloaded', async () => {
  const exportRecord = vi.fn<VaultClient['calendars']['exportRecord']>(async () => new Blob(['{}']))
  await mountSocial({ read: async () => ({ ...CALENDAR, label: 'Text written by model tiny-1' }), exportRecord })
  await userEvent.click(page.getByRole('button', { name: 'Download record' }))
  await expect.poll(() => exportRecord.mock.calls).toEqual([['one']])
})

test('Alt and an arrow move a post by a day or a week, and the next press moves it on', async () => {
  const changePost = answering()
  await mountSocial({ changePost })
  await expect.element(post('2028-02-29')).toBeVisible()
  ;(post('2028-02-29').element() as HTMLElement).focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.element(post('2028-02-22')).toHaveFocus()
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await expect.element(post('2028-02-23')).toHaveFocus()
  await expect.poll(() => changePost.mock.calls.length).toBe(2)
  expect(changePost.mock.calls).toEqual([
    ['first', { version: 1, date: '2028-02-22' }],
    ['first', { version: 2, date: '2028-02-23' }],
  ])
})

test('a post does not leave the weeks that are shown', async () => {
  const changePost = answering()
  await mountSocial({ changePost })
  await expect.element(post('2028-02-29')).toBeVisible()
  ;(post('2028-02-29').element() as HTMLElement).focus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(changePost).not.toHaveBeenCalled()
  await expect.element(post('2028-02-29')).toHaveFocus()
})

test('a post is dragged to another day, and put back', async () => {
  const changePost = answering()
  await mountSocial({ changePost })
  await expect.element(post('2028-02-10')).toBeVisible()
  const target = month.getByRole('cell', { name: /^17/ })
  await userEvent.dragAndDrop(post('2028-02-10'), target)
  await expect.element(post('2028-02-17')).toBeVisible()
  await expect.element(page.getByText('Moved to 2028-02-17')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Undo' }))
  await expect.element(post('2028-02-10')).toBeVisible()
  expect(changePost.mock.calls.map(([, change]) => change as unknown)).toEqual([
    { version: 1, date: '2028-02-17' },
    { version: 2, date: '2028-02-10' },
  ])
})

test('a post that the server does not move is on its day again', async () => {
  await mountSocial({ changePost: failing })
  await expect.element(post('2028-02-29')).toBeVisible()
  ;(post('2028-02-29').element() as HTMLElement).focus()
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  await expectToast('The post could not be moved', OUR_SIDE)
  await expect.element(post('2028-02-29')).toBeVisible()
})

test('a post of another month is in the list, which the calendar says', async () => {
  await mountSocial({ read: async () => ({ ...CALENDAR, posts: [postOn('far', '2028-05-01')] }) })
  await expect.element(page.getByText(/One post is in another month: it is in the list\./)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'List', exact: true }))
  await expect.element(page.getByRole('table', { name: 'Posts' }).getByText('Words of far')).toBeVisible()
})

test('a small screen begins with the list', async () => {
  await screenWidth(390)
  await mountSocial()
  await expect.element(page.getByRole('table', { name: 'Posts', exact: true })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await userEvent.click(page.getByRole('button', { name: 'Calendar', exact: true }))
  await expect.element(month).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

const dialog = page.getByRole('dialog')
const preview = dialog.getByRole('region', { name: 'Preview' })

test('a preview shows a post as each platform takes it, with what is cut off', async () => {
  await mountSocial()
  await userEvent.click(post('2028-02-10'))
  const text = `${'a'.repeat(270)} and twenty more to cut`
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Content' }), text)
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Hashtags' }), 'keys')
  await expect.element(preview.getByText('It fits: 300 of 3,000 characters.')).toBeVisible()
  await expect.element(preview.getByText(/and twenty more to cut\s+#keys/)).toBeVisible()
  expect(preview.element().querySelector('del')).toBeNull()
  await userEvent.selectOptions(preview.getByRole('combobox'), 'Twitter: cuts off 20')
  await expect.element(preview.getByText('300 characters, and 280 are taken: the last 20 are cut off.')).toBeVisible()
  expect(preview.element().querySelector('del')?.textContent).toBe('Cut off: y more to cut\n\n#keys')
  await expectAccessible(dialog)
})

test('a call to action that is pasted too long is said, and nothing of it is cut or sent', async () => {
  const changePost = answering()
  await mountSocial({ changePost })
  await userEvent.click(post('2028-02-10'))
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Call to action' })
  await userEvent.fill(field, 'x'.repeat(301))
  await userEvent.click(page.getByRole('button', { name: 'Save post' }))
  await expect.element(page.getByText('301 characters; 300 are taken. Nothing was cut: shorten it.')).toBeVisible()
  await expect.element(field).toHaveValue('x'.repeat(301))
  expect(field.element().hasAttribute('maxlength')).toBe(false)
  expect(changePost).not.toHaveBeenCalled()
  await expectAccessible(page.getByRole('dialog'))
  await userEvent.fill(field, 'x'.repeat(300))
  await userEvent.click(page.getByRole('button', { name: 'Save post' }))
  await expectToast('Post saved')
})

test('what somebody else changes in a post takes nothing away of what is typed', async () => {
  let stored = CALENDAR
  const changePost = vi
    .fn<VaultClient['calendars']['changePost']>()
    .mockImplementationOnce(async () => {
      const [first, second] = CALENDAR.posts
      stored = { ...CALENDAR, posts: [first!, { ...second!, content: 'Theirs.', version: 2 }] }
      throw new VaultError('changed_meanwhile', 'changed')
    })
    .mockImplementation(answering())
  await mountSocial({ changePost, read: async () => stored })
  const content = dialog.getByRole('textbox', { name: 'Content' })
  const clash = dialog.getByText('Somebody else has changed this post. What you typed is still here.')
  await userEvent.click(post('2028-02-10'))
  await userEvent.fill(content, 'Mine.')
  await userEvent.click(dialog.getByRole('button', { name: 'Save post' }))
  await expect.element(clash).toBeVisible()
  await expect.element(content).toHaveValue('Mine.')
  await userEvent.click(dialog.getByRole('button', { name: 'Take theirs' }))
  await expect.element(content).toHaveValue('Theirs.')
  await userEvent.fill(content, 'Mine again.')
  stored = { ...stored, posts: stored.posts.map((one) => ({ ...one, version: 3 })) }
  await queries.invalidateQueries({ queryKey: ['studio-calendars'] })
  await expect.element(clash).toBeVisible()
  await expectAccessible()
  await userEvent.click(dialog.getByRole('button', { name: 'Keep mine' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save post' }))
  await expectToast('Post saved')
  expect(changePost.mock.calls.at(-1)).toMatchObject(['second', { version: 3, content: 'Mine again.' }])
})

test('the table has the limits that posts are held to, and says which are of the organisation, also on a phone', async () => {
  await screenWidth(390)
  await mountSocial({ list: async () => ({ ...(await list()), limits: { ...PLATFORM_CHARACTERS, TikTok: 4000 } }) })
  const limits = page.getByRole('table', { name: 'Limits of platforms' })
  const row = (name: string) => limits.getByRole('row', { name: new RegExp(`^${name}`) })
  await expect.element(row('Facebook')).toHaveTextContent('Facebook63,206Each letter counts 1')
  await expect
    .element(row('TikTok'))
    .toHaveTextContent('TikTok4,000 (set by your organisation; usually 2,200)Each letter counts 1')
  await expect
    .element(row('Twitter'))
    .toHaveTextContent('Twitter280Addresses count 23, emoji, Chinese, Japanese and Korean letters 2, others 1')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible(main)
})

test('limits are changed in a form with the usual ones, and an empty field goes back to these', async () => {
  await screenWidth(390)
  let limits: Record<Platform, number> = { ...PLATFORM_CHARACTERS, TikTok: 4000 }
  const saveLimits = vi.fn(async (given: Record<Platform, number>) => {
    limits = given
  })
  await mountSocial({ list: async () => ({ ...(await list()), limits }), saveLimits })
  await userEvent.click(page.getByRole('button', { name: 'Change limits' }))
  const form = page.getByRole('dialog', { name: 'Limits of platforms' })
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  await expect.element(field('TikTok')).toHaveValue('4000')
  await expect.element(field('Twitter')).toHaveValue('')
  await expect.element(field('Twitter')).toHaveAccessibleDescription('Usually 280')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible(form)
  for (const wrong of ['49', '100001', '3.5', 'many']) {
    await userEvent.fill(field('Twitter'), wrong)
    await userEvent.click(form.getByRole('button', { name: 'Save limits' }))
    await expect.element(form.getByText('A number from 50 to 100,000, or nothing.')).toBeVisible()
  }
  await userEvent.fill(field('Twitter'), '25,000')
  await userEvent.fill(field('TikTok'), '')
  await userEvent.click(form.getByRole('button', { name: 'Save limits' }))
  await expectToast('Limits saved')
  expect(saveLimits.mock.calls).toEqual([[{ ...PLATFORM_CHARACTERS, Twitter: 25_000 }]])
  await expect
    .element(page.getByRole('row', { name: /^Twitter/ }))
    .toHaveTextContent(
      'Twitter25,000 (set by your organisation; usually 280)Addresses count 23, emoji, Chinese, Japanese and Korean letters 2, others 1',
    )
})
