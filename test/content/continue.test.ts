import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AskedChat, promptOf } from '../support/counterparts/openai-server.ts'
import type { Person } from '../support/people/people.ts'
import { type StudioStage, studioStage } from '../support/studio.ts'

let stage: StudioStage
beforeAll(async () => {
  stage = await studioStage()
})
afterAll(() => stage.stop())
beforeEach(async () => {
  await stage.server.database.owner('delete from studio.drafts')
  await stage.connect()
})

const plan = {
  sections: [
    { heading: 'Why', points: ['Mail is open.'], words: 40 },
    { heading: 'How', points: ['Send one file.'], words: 40 },
    { heading: 'Cost', points: ['It is free.'], words: 40 },
  ],
}
const meta = { meta_description: 'What it is.', suggested_tags: ['files'] }
const REQUEST = { title: 'Files', outline: 'Why\nHow', target_keyword: '', audience: '', content_type: 'blog' }
const WHOLE = '# Files\n\n## Why\n\nWhy is whole.\n'
const HALF = `${WHOLE}\n## How\n\nHow is ha`
const REST = '\n## How\n\nHow is whole.\n\n## Cost\n\nCost is whole.\n'

const path = (rest: string) => `/content/v1/drafts${rest}`
const ask = (method: string, rest: string, body?: object, person: Person = stage.manager) =>
  stage.ask(person, method, path(rest), body)

type News = { kind: string; index?: number; code?: string; kept?: number | null; version?: number; sections?: object[] }
type Heard = { status: number; code: string | undefined; news: News[]; last: News | undefined }
async function write(id: string, body: object, person: Person = stage.manager): Promise<Heard> {
  const { status, body: refused, text } = await ask('POST', `/${id}/writing`, body, person)
  const news = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as News)
  return { status, code: refused['code'] as string | undefined, news, last: news.at(-1) }
}

type Read = {
  draft: { version: number; is_being_written: boolean }
  current: { no: number; content: string; kind: string } | null
  versions: { no: number; kind: string; is_whole: boolean }[]
  unfinished: { section: number; sections: number; heading: string; fits: boolean } | null
}
const read = async (id: string) => (await ask('GET', `/${id}`)).body as unknown as Read
const save = async (id: string, content: string, change: object = {}) => {
  const { version } = (await read(id)).draft
  const saved = { ...REQUEST, meta_description: '', suggested_tags: [], content, version, ...change }
  expect((await ask('PUT', `/${id}`, saved)).status).toBe(200)
  return version + 1
}

const sectionOf = (chat: AskedChat) => /plan of the section\n(\w+)/.exec(promptOf(chat))?.[1] ?? ''
/** Answers each section with its own text. @param odd sections that end otherwise */
function writes(
  odd: Record<string, { cutAfter: string } | { status: number } | { text: string; pieceMs: number }> = {},
) {
  stage.model.chats.length = 0
  stage.model.answer((chat) => {
    const isPlan = promptOf(chat).includes('sections in their order')
    if (chat.response_format) return { text: JSON.stringify(isPlan ? plan : meta) }
    const heading = sectionOf(chat)
    return odd[heading] ?? { text: `${heading} is whole.` }
  })
}
/** Sections that the model was asked for, in their order. */
const askedSections = () => stage.model.chats.map(({ body }) => sectionOf(body)).filter((heading) => heading !== '')

/** A draft whose second section broke off. */
async function stopped(): Promise<string> {
  const id = String((await ask('POST', '', REQUEST)).body['id'])
  writes({ How: { cutAfter: 'How is ha' } })
  expect((await write(id, { version: 1 })).last).toMatchObject({ kind: 'failed', code: 'cut', kept: 1 })
  expect((await read(id)).current?.content).toBe(HALF)
  writes()
  return id
}

test('only the missing sections are written, the one that broke off from its heading', async () => {
  const id = await stopped()
  expect((await read(id)).unfinished).toEqual({ section: 2, sections: 3, heading: 'How', fits: true })
  const { news, last } = await write(id, { version: 2, continues: true })
  expect(news[0]).toMatchObject({ kind: 'plan', sections: plan.sections })
  expect(news.filter(({ kind }) => kind === 'section').map(({ index }) => index)).toEqual([1, 2])
  expect(last).toMatchObject({ kind: 'done', no: 2, version: 3 })
  expect(askedSections()).toEqual(['How', 'Cost'])
  expect(stage.model.chats.some(({ body }) => promptOf(body).includes('sections in their order'))).toBe(false)
  expect(await read(id)).toMatchObject({
    current: { kind: 'model', content: WHOLE + REST },
    versions: [
      { no: 2, is_whole: true },
      { no: 1, is_whole: false },
    ],
    unfinished: null,
  })
})

test('what leaves to continue is shown before, section by section, as it is sent then', async () => {
  const id = await stopped()
  const preview = (draft: string, change: object = {}, person: Person = stage.manager) =>
    stage.ask(person, 'POST', '/content/v1/previews', { ...REQUEST, ...change, continues: { draft, content: HALF } })
  const { status, body } = await preview(id)
  expect([status, body['endpoint']]).toEqual([200, 'content.section'])
  const further = body['further'] as { endpoint: string; prompt: string }[]
  expect(further.map(({ endpoint }) => endpoint)).toEqual(['content.section', 'content.meta'])
  expect(stage.model.chats).toHaveLength(0)
  expect(further[0]?.prompt).toContain('plan of the section\nCost\n- It is free.')
  await write(id, { version: 2, continues: true })
  const withoutMark = (text: string) => text.replaceAll(/DATA [0-9a-f]{12}/g, 'DATA')
  expect(withoutMark(promptOf(stage.model.chats[0]!.body))).toContain(withoutMark(String(body['prompt'])))
  // It is whole now, and another outline or another organisation has none of its plan.
  expect((await preview(id)).body).toMatchObject({ code: 'nothing_to_continue' })
  const other = await stopped()
  expect((await preview(other, { outline: 'Other' })).body).toMatchObject({ code: 'plan_outdated' })
  expect((await preview(other, {}, stage.stranger)).status).toBe(404)
})

test('what people edited meanwhile is what the model reads, and stays a version', async () => {
  const id = await stopped()
  const edited = HALF.replace('Why is whole.', 'My own reason.').replace('How is ha', 'How, by me.')
  const version = await save(id, `${edited}\n\n## My own\n\nMine.\n`)
  expect((await read(id)).unfinished).toMatchObject({ section: 2, fits: true })
  expect((await write(id, { version, continues: true })).last).toMatchObject({ kind: 'done', no: 3 })
  const prompt = promptOf(stage.model.chats[0]!.body)
  expect(prompt).toContain('My own reason.')
  expect(prompt).toContain('Mine.')
  expect(prompt).not.toContain('How, by me.')
  expect((await read(id)).current?.content).toBe(`# Files\n\n## Why\n\nMy own reason.\n\n## My own\n\nMine.\n${REST}`)
  expect((await ask('GET', `/${id}/versions/2`)).body['content']).toContain('How, by me.')
})

test('a heading that the model had not come to is a person’s own', async () => {
  const id = String((await ask('POST', '', REQUEST)).body['id'])
  writes({ How: { status: 401 } })
  await write(id, { version: 1 })
  expect((await read(id)).current?.content).toBe(WHOLE)
  const version = await save(id, `${WHOLE}\n## How\n\nMine.\n`)
  writes()
  await write(id, { version, continues: true })
  expect((await read(id)).current?.content).toBe(`${WHOLE}\n## How\n\nMine.\n${REST}`)
})

test('a text that stops again is continued again, and one of which nothing came is kept once', async () => {
  const id = await stopped()
  writes({ How: { status: 401 } })
  expect((await write(id, { version: 2, continues: true })).last).toMatchObject({ kind: 'failed', kept: null })
  expect(await read(id)).toMatchObject({ draft: { version: 2, is_being_written: false }, current: { content: HALF } })
  writes({ Cost: { cutAfter: 'Cost is' } })
  expect((await write(id, { version: 2, continues: true })).last).toMatchObject({ kind: 'failed', kept: 2, version: 3 })
  expect((await read(id)).unfinished).toMatchObject({ section: 3, heading: 'Cost' })
  writes()
  expect((await write(id, { version: 3, continues: true })).last).toMatchObject({ kind: 'done', no: 3 })
  expect(askedSections()).toEqual(['Cost'])
  expect((await read(id)).current?.content).toBe(WHOLE + REST)
})

test('a text that is cancelled, and a budget that ends, leave the plan as well', async () => {
  const id = String((await ask('POST', '', REQUEST)).body['id'])
  writes({ How: { text: 'word '.repeat(400), pieceMs: 20 } })
  const answer = await stage.server.fetch(path(`/${id}/writing`), {
    method: 'POST',
    headers: { authorization: `Bearer ${stage.manager.session.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ version: 1 }),
  })
  let heard = ''
  for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
    heard += piece
    // Leaving the loop closes the connection.
    if (heard.includes('How\\n\\nword')) break
  }
  await expect.poll(async () => (await read(id)).unfinished).toMatchObject({ section: 2, fits: true })
  await stage.server.database.owner('update studio.settings set org_tokens = 10')
  expect((await write(id, { version: 2, continues: true })).last).toMatchObject({ code: 'over_budget', kept: null })
  await stage.server.database.owner('update studio.settings set org_tokens = null')
  writes()
  expect((await write(id, { version: 2, continues: true })).last).toMatchObject({ kind: 'done' })
  expect((await read(id)).current?.content).toBe(WHOLE + REST)
})

test('a passage that was rewritten in a text that stopped is a change like those of people', async () => {
  const id = await stopped()
  stage.model.answer({ text: 'Why is rewritten.' })
  const rewritten = await stage.ask(stage.manager, 'POST', '/content/v1/rewritings', {
    way: 'clearer',
    passage: 'Why is whole.',
  })
  const { passage, ticket } = JSON.parse(/^data: (.*"done".*)$/m.exec(rewritten.text)?.[1] ?? '') as Record<
    string,
    string
  >
  const from = HALF.indexOf('Why is whole.')
  const place = { from, to: from + 'Why is whole.'.length, passage, ticket }
  const taken = { ...REQUEST, meta_description: '', suggested_tags: [], content: HALF, version: 2, ...place }
  expect((await ask('POST', `/${id}/rewritings`, taken)).status).toBe(201)
  expect((await read(id)).unfinished).toMatchObject({ section: 2, heading: 'How', fits: true })
  writes()
  await write(id, { version: 3, continues: true })
  expect((await read(id)).current?.content).toBe(WHOLE.replace('whole', 'rewritten') + REST)
})

test('the record says which version was continued', async () => {
  const id = await stopped()
  await write(id, { version: 2, continues: true })
  const { earlier, ...record } = (await ask('GET', `/${id}/record`)).body
  expect(earlier).toHaveLength(1)
  const statement = JSON.parse(String(record['statement'])) as { continues: { version: number; sha256: string } }
  expect(statement.continues).toMatchObject({ version: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string })
  const first = (await ask('GET', `/${id}/versions/1`)).body['content']
  const { body } = await stage.ask(stage.manager, 'POST', '/content/v1/verifications', { content: first, record })
  expect(body).toMatchObject({ isSigned: true, isSameText: false })
})

test('a draft that changed in another tab is not continued', async () => {
  const id = await stopped()
  await save(id, 'Theirs.')
  const refused = await write(id, { version: 2, continues: true })
  expect(refused).toMatchObject({ status: 409, code: 'studio_changed' })
  expect(stage.model.chats).toHaveLength(0)
  expect((await read(id)).draft.is_being_written).toBe(false)
})

test.each([{ outline: 'Other' }, { content_type: 'landing' }])(
  'a plan for another outline does not fit: %j',
  async (change) => {
    const id = await stopped()
    const version = await save(id, HALF, change)
    expect((await read(id)).unfinished).toMatchObject({ section: 2, fits: false })
    expect(await write(id, { version, continues: true })).toMatchObject({ status: 409, code: 'plan_outdated' })
    const back = await save(id, HALF)
    expect((await write(id, { version: back, continues: true })).last).toMatchObject({ kind: 'done' })
  },
)

test('nothing is missing of a whole text, a brief, and one that people wrote', async () => {
  const id = String((await ask('POST', '', REQUEST)).body['id'])
  expect(await write(id, { version: 1, continues: true })).toMatchObject({ status: 409, code: 'nothing_to_continue' })
  writes()
  await write(id, { version: 1 })
  expect((await read(id)).unfinished).toBeNull()
  expect(await write(id, { version: 2, continues: true })).toMatchObject({ status: 409, code: 'nothing_to_continue' })
  const other = await stopped()
  await stage.server.database.owner('delete from studio.settings')
  await write(other, { version: 2 })
  expect(await read(other)).toMatchObject({ unfinished: null, current: { kind: 'brief' } })
})

test('without a model nothing is written over, also no brief', async () => {
  const id = await stopped()
  await stage.server.database.owner('delete from studio.settings')
  expect((await write(id, { version: 2, continues: true })).last).toMatchObject({ code: 'no_model', kept: null })
  expect(await read(id)).toMatchObject({ current: { content: HALF }, unfinished: { section: 2 } })
})

test('others continue no text', async () => {
  const id = await stopped()
  expect((await write(id, { version: 2, continues: true }, stage.member)).status).toBe(403)
  expect((await write(id, { version: 2, continues: true }, stage.stranger)).status).toBe(404)
})
