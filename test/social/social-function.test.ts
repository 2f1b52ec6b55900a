import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { charactersOf, postText } from '#contract/studio/platforms.ts'
import { promptOf } from '../support/counterparts/openai-server.ts'
import { type StudioStage, studioStage } from '../support/studio.ts'

let stage: StudioStage
beforeAll(async () => {
  stage = await studioStage()
})
afterAll(() => stage.stop())
beforeEach(async () => {
  stage.model.chats.length = 0
  await stage.server.database.owner('delete from studio.connections')
  await stage.server.database.owner('delete from studio.settings')
  await stage.server.database.owner('delete from studio.platform_limits')
})

type Entry = Record<'date' | 'platform' | 'content' | 'content_type' | 'cta' | 'visual_suggestion', string> & {
  hashtags: string[]
}
async function call(body: object, person = stage.manager) {
  const { data, error } = await person.client.functions.invoke<{ calendar: Entry[] }>('ai-social-calendar', { body })
  const answer = error ? (error as { context?: Response }).context : undefined
  const message = answer ? ((await answer.json()) as { error: string }).error : ''
  return { calendar: data?.calendar ?? [], status: answer?.status, message }
}

const REQUEST = {
  topics: ['post-quantum cryptography', 'file sharing'],
  month: '2028-02',
  platforms: ['LinkedIn', 'Twitter'],
  brand_voice: 'calm',
  tenant_id: 'default',
}
/** As many posts as were asked for. */
const postsFor = (prompt: string, content: (number: number) => string) => ({
  posts: [...prompt.matchAll(/^(\d+)\. \(/gm)].map(([, number]) => ({
    number: Number(number),
    content: content(Number(number)),
    hashtags: ['security', '#Files'],
    cta: 'Read it',
    visual_suggestion: 'A lock',
  })),
})

test('without a model it has a plan for each day of the month, with prompts in the place of copy', async () => {
  const { calendar } = await call(REQUEST)
  expect(calendar).toHaveLength(29)
  expect(calendar.map(({ date }) => date)).toEqual(
    calendar.map((_, day) => `2028-02-${String(day + 1).padStart(2, '0')}`),
  )
  expect(new Set(calendar.map(({ platform }) => platform))).toEqual(new Set(['LinkedIn', 'Twitter']))
  expect(new Set(calendar.map(({ content }) => content)).size).toBe(29)
  for (const entry of calendar) {
    expect(Object.keys(entry).toSorted()).toEqual(
      ['content', 'content_type', 'cta', 'date', 'hashtags', 'platform', 'visual_suggestion'].toSorted(),
    )
    expect(entry.content).toMatch(/^No language model: brief\. Write a /)
    expect(entry.content).toContain('Voice: calm.')
  }
  expect(stage.model.chats).toHaveLength(0)
})

test('also with one topic on one platform no two days are the same', async () => {
  const { calendar } = await call({ ...REQUEST, topics: ['trust'], platforms: ['TikTok'], month: '2027-01' })
  expect(new Set(calendar.map(({ content }) => content)).size).toBe(31)
})

test('with a model it has the copy, one answer a week', async () => {
  await stage.connect()
  let count = 0
  stage.model.answer((body) => ({ text: JSON.stringify(postsFor(promptOf(body), () => `Copy ${(count += 1)}.`)) }))
  const { calendar } = await call(REQUEST)
  expect(stage.model.chats).toHaveLength(5)
  expect(calendar.map(({ content }) => content)).toEqual(calendar.map((_, at) => `Copy ${at + 1}.`))
  expect(calendar[0]).toMatchObject({ hashtags: ['#Security', '#Files'], cta: 'Read it', visual_suggestion: 'A lock' })
})

test('no post is longer than its platform takes, and none comes twice', async () => {
  await stage.connect()
  await stage.server.database.owner(
    `insert into studio.platform_limits (tenant_id, platform, characters) select tenant_id, 'LinkedIn', 100 from profiles where user_id = $1`,
    [stage.manager.session.user.id],
  )
  let count = 0
  stage.model.answer((body) => ({
    text: JSON.stringify(
      postsFor(promptOf(body), (number) =>
        number === 1 ? 'Twice the same.' : `${(count += 1)} 日本語 is written here. `.repeat(40),
      ),
    ),
  }))
  const { calendar } = await call(REQUEST)
  const limits: Record<string, number> = { LinkedIn: 100, Twitter: 280 }
  for (const { platform, content, hashtags } of calendar.filter(
    ({ content: text }) => !text.startsWith('No language'),
  )) {
    expect(charactersOf(platform as 'Twitter', postText(content, hashtags))).toBeLessThanOrEqual(limits[platform]!)
  }
  expect(calendar.filter(({ content }) => content === 'Twice the same.')).toHaveLength(1)
  expect(calendar.filter(({ content }) => content.startsWith('No language model'))).toHaveLength(4)
})

test('a post that the model leaves out keeps its prompt', async () => {
  await stage.connect()
  let count = 0
  stage.model.answer((body) => {
    const { posts } = postsFor(promptOf(body), () => `Copy ${(count += 1)}.`)
    return { text: JSON.stringify({ posts: posts.slice(1) }) }
  })
  const { calendar } = await call(REQUEST)
  expect(calendar).toHaveLength(29)
  expect(calendar[0]!.content).toMatch(/^No language model: brief/)
})

test.each([
  [{ topics: [] }, /^Please enter some topics$/],
  [{ topics: ['  '] }, /^Please enter some topics$/],
  [{ topics: undefined }, /^Please enter some topics$/],
  [{ platforms: [] }, /^Please select at least one platform$/],
  [{ platforms: ['MySpace'] }, /^platforms/],
  [{ month: '2028-13' }, /^month/],
])('%j is refused', async (change, message) => {
  const refused = await call({ ...REQUEST, ...change })
  expect(refused.status).toBe(400)
  expect(refused.message).toMatch(message)
})

/** The addresses that the header of an answer names. */
const linksOf = (answer: Response | undefined) =>
  Object.fromEntries(
    [...(answer?.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, place, rel]) => [rel, place]),
  ) as { related?: string; describedby?: string }
const invoke = (body: object) =>
  stage.manager.client.functions.invoke<{ calendar: Entry[] }>('ai-social-calendar', { body })

test('the header of an answer names the record, which fits each post', async () => {
  await stage.connect()
  let count = 0
  stage.model.answer((body) => ({ text: JSON.stringify(postsFor(promptOf(body), () => `Copy ${(count += 1)}.`)) }))
  const { data, response } = await invoke(REQUEST)
  const { body: record } = await stage.ask(stage.manager, 'GET', linksOf(response).describedby!)
  for (const { content } of [data!.calendar[0]!, data!.calendar[28]!]) {
    const verdict = await stage.ask(stage.manager, 'POST', '/content/v1/verifications', { content, record })
    expect(verdict.body).toMatchObject({ isSigned: true, isSameText: true, statement: { model: 'tiny-1' } })
  }
})

test('weeks that were written before a failure are kept in the studio', async () => {
  await stage.connect()
  let weeks = 0
  stage.model.answer((body) => {
    weeks += 1
    if (weeks > 2) return { status: 401 }
    return { text: JSON.stringify(postsFor(promptOf(body), (number) => `Week ${weeks}, ${number}.`)) }
  })
  const { response } = await invoke(REQUEST)
  expect(response!.status).toBe(502)
  expect(((await response!.json()) as { error: string }).error).toContain('What was written is kept in the studio')
  const { body } = await stage.ask(stage.manager, 'GET', linksOf(response).related!)
  const { posts } = body as unknown as { posts: { is_copy: boolean }[] }
  expect(posts.filter(({ is_copy: isCopy }) => isCopy)).toHaveLength(14)
})

test('it takes the permission', async () => {
  expect((await call(REQUEST, stage.member)).status).toBe(403)
})
