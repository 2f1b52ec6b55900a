import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '../support/people/people.ts'
import { promptOf } from '../support/counterparts/openai-server.ts'
import { type StudioStage, studioStage } from '../support/studio.ts'

let stage: StudioStage
beforeAll(async () => {
  stage = await studioStage()
})
afterAll(() => stage.stop())
beforeEach(async () => {
  await stage.server.database.owner('delete from studio.drafts')
  await stage.server.database.owner('delete from studio.connections')
  await stage.server.database.owner('delete from studio.settings')
  stage.model.answer(({ response_format: form, ...body }) => {
    if (!form) return { text: 'A section of the text.', pieceMs: 20 }
    const isPlan = promptOf({ ...body }).includes('sections in their order')
    return { text: JSON.stringify(isPlan ? plan : meta) }
  })
})

const plan = {
  sections: [
    { heading: 'Why', points: [], words: 40 },
    { heading: 'How', points: [], words: 40 },
  ],
}
const meta = { meta_description: 'What it is.', suggested_tags: ['files'] }
const REQUEST = { title: 'Ärzte & files', outline: '', target_keyword: 'files', audience: '', content_type: 'blog' }
const SAVED = { ...REQUEST, meta_description: '', suggested_tags: [], content: '# A\n\nMine.' }

const path = (rest: string) => `/content/v1/drafts${rest}`
const ask = (method: string, rest: string, body?: object, person: Person | undefined = stage.manager) =>
  stage.ask(person, method, path(rest), body)
const add = async () => String((await ask('POST', '', REQUEST)).body['id'])

type News = { kind: string; text?: string; no?: number; version?: number; code?: string; kept?: number | null }
async function write(id: string, version: number, signal?: AbortSignal): Promise<{ status: number; news: News[] }> {
  const answer = await stage.server.fetch(path(`/${id}/writing`), {
    method: 'POST',
    headers: { authorization: `Bearer ${stage.manager.session.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ version }),
    ...(signal && { signal }),
  })
  const text = await answer.text()
  const news = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as News)
  return { status: answer.status, news }
}
const textOf = (news: readonly News[]) => news.map(({ text = '' }) => text).join('')
type Read = {
  draft: { version: number; title: string; meta_description: string; is_being_written: boolean }
  current: { no: number; content: string; kind: string } | null
  versions: { no: number; kind: string; is_whole: boolean; author: string; model: string | null }[]
  label: string | null
}
const read = async (id: string) => (await ask('GET', `/${id}`)).body as unknown as Read

test('without a model a brief is kept, and says so for as long as nobody wrote over it', async () => {
  const id = await add()
  const { news } = await write(id, 1)
  expect(news.map(({ kind }) => kind)).toEqual(['text', 'done'])
  expect(await read(id)).toMatchObject({
    label: 'No language model: brief',
    draft: { version: 2, is_being_written: false },
    versions: [{ no: 1, kind: 'brief', is_whole: true, author: stage.manager.email, model: null }],
  })
  expect((await ask('GET', `/${id}/record`)).status).toBe(404)
  await ask('PUT', `/${id}`, { ...SAVED, version: 2 })
  expect((await read(id)).label).toBeNull()
})

test('with a model the text comes as it is written, and keeps its label whatever people change', async () => {
  await stage.connect()
  const id = await add()
  const { news } = await write(id, 1)
  expect(news[0]).toMatchObject({ kind: 'plan', sections: [{ heading: 'Why' }, { heading: 'How' }] })
  expect(news.filter(({ kind }) => kind === 'text').length).toBeGreaterThan(6)
  expect(news.at(-1)).toMatchObject({ kind: 'done', no: 1, version: 2, meta_description: 'What it is.' })
  const { current, label } = await read(id)
  expect(current?.content).toBe(textOf(news))
  expect(label).toBe('Text written by model tiny-1')
  await ask('PUT', `/${id}`, { ...SAVED, version: 2 })
  expect(await read(id)).toMatchObject({
    label: 'Text written by model tiny-1',
    current: { no: 2, kind: 'person', content: SAVED.content },
    versions: [
      { no: 2, kind: 'person' },
      { no: 1, kind: 'model', model: 'tiny-1' },
    ],
  })
  expect((await ask('GET', `/${id}/versions/1`)).body).toMatchObject({ content: textOf(news) })
})

test('the record of a text is signed, and fits this text and its file alone', async () => {
  await stage.connect()
  const id = await add()
  await write(id, 1)
  const file = await ask('GET', `/${id}/export`)
  expect(file.headers.get('content-disposition')).toContain("filename*=UTF-8''arzte-files.md")
  expect(file.text).toMatch(
    /^# Ärzte & files\n\n\*\*Meta Description:\*\* What it is\.\n\n\*\*Target Keyword:\*\* files\n\n\*\*Tags:\*\* files\n\n\*Text written by model tiny-1\*\n\n---\n\n## Why/,
  )
  const { body: record } = await ask('GET', `/${id}/record`)
  expect(JSON.parse(String(record['statement']))).toMatchObject({ model: 'tiny-1', version: 1, draft: id })
  const verify = async (content: string, given: object) =>
    (await stage.ask(stage.member, 'POST', '/content/v1/verifications', { content, record: given })).body
  const { content } = (await read(id)).current!
  expect(await verify(content, record)).toMatchObject({ isSigned: true, isSameText: true })
  expect(await verify(file.text, record)).toMatchObject({ isSigned: true, isSameText: true })
  expect(await verify(content.replace('section', 'chapter'), record)).toMatchObject({
    isSigned: true,
    isSameText: false,
  })
  const forged = { ...record, statement: String(record['statement']).replace('tiny-1', 'tiny-2') }
  expect(await verify(content, forged)).toMatchObject({ isSigned: false })
})

test('text so far is kept where the stream breaks', async () => {
  await stage.connect()
  const id = await add()
  let sections = 0
  stage.model.answer(({ response_format: form }) => {
    if (form) return { text: JSON.stringify(plan) }
    return (sections += 1) === 1 ? { text: 'The first is whole.' } : { cutAfter: 'The second is' }
  })
  const { news } = await write(id, 1)
  expect(news.at(-1)).toMatchObject({ kind: 'failed', code: 'cut', kept: 1, version: 2 })
  expect(await read(id)).toMatchObject({
    versions: [{ kind: 'model', is_whole: false }],
    draft: { is_being_written: false },
  })
  expect((await read(id)).current?.content).toContain('The first is whole.\n\n## How\n\nThe second is')
})

test('who cancels keeps what came, and the model stops', async () => {
  await stage.connect()
  const id = await add()
  stage.model.answer(({ response_format: form }) =>
    form ? { text: JSON.stringify(plan) } : { text: 'word '.repeat(400), pieceMs: 20 },
  )
  const gone = stage.model.gone()
  const cancelled = new AbortController()
  setTimeout(() => cancelled.abort(), 700)
  await expect(write(id, 1, cancelled.signal)).rejects.toThrow()
  await expect.poll(async () => (await read(id)).versions.length).toBe(1)
  await expect.poll(() => stage.model.gone()).toBe(gone + 1)
  const { current, versions, draft } = await read(id)
  expect(versions[0]).toMatchObject({ kind: 'model', is_whole: false })
  expect(current?.content).toContain('word word')
  expect(draft.is_being_written).toBe(false)
})

test('two tabs do not write over each other, and the later one sees both states', async () => {
  const id = await add()
  expect((await ask('PUT', `/${id}`, { ...SAVED, version: 1 })).body).toEqual({ version: 2 })
  const late = await ask('PUT', `/${id}`, { ...SAVED, content: 'Other.', title: 'B', version: 1 })
  expect(late).toMatchObject({
    status: 409,
    body: { code: 'studio_changed', current: { title: REQUEST.title, version: 2 }, content: SAVED.content },
  })
  expect((await read(id)).versions).toHaveLength(1)
})

test('one text is written once at a time', async () => {
  await stage.connect()
  const id = await add()
  const [first, second] = await Promise.all([write(id, 1), write(id, 1)])
  expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await read(id)).versions).toHaveLength(1)
  expect((await write(id, 1)).status).toBe(409)
})

test('a provider that is away leaves the draft as it was', async () => {
  await stage.connect()
  const id = await add()
  await stage.server.database.owner(`update studio.connections set address = 'http://127.0.0.1:9/v1'`)
  const { news } = await write(id, 1)
  expect(news).toMatchObject([{ kind: 'failed', code: 'unreachable', kept: null }])
  expect(await read(id)).toMatchObject({ draft: { version: 1, is_being_written: false }, versions: [] })
})

test('what would leave is shown, with the marks of what people typed', async () => {
  await stage.connect()
  const { body } = await stage.ask(stage.manager, 'POST', '/content/v1/previews', {
    ...REQUEST,
    audience: 'ada@example.org',
  })
  expect(String(body['prompt'])).toContain('audience\n[EMAIL_1]')
  expect(stage.model.chats.filter(({ body: chat }) => promptOf(chat).includes('ada@'))).toEqual([])
})

test.each([
  [{ ...REQUEST, title: ' ' }],
  [{ ...REQUEST, title: 'x'.repeat(20_000) }],
  [{ ...REQUEST, content_type: 'novel' }],
])('a draft that cannot be is refused', async (request) => {
  expect((await ask('POST', '', request)).status).toBe(400)
})

test('drafts are for who manages growth in their organisation', async () => {
  const id = await add()
  for (const [method, rest, body] of [
    ['GET', ''],
    ['POST', '', REQUEST],
    ['GET', `/${id}`],
    ['PUT', `/${id}`, { ...SAVED, version: 1 }],
    ['POST', `/${id}/writing`, { version: 1 }],
    ['GET', `/${id}/export`],
    ['DELETE', `/${id}`],
  ] as const) {
    expect((await ask(method, rest, body, stage.member)).status).toBe(403)
    if (rest !== '') expect((await ask(method, rest, body, stage.stranger)).status).toBe(404)
  }
  expect((await ask('GET', '', undefined, stage.stranger)).body).toMatchObject({ drafts: [] })
  expect((await ask('DELETE', `/${id}`)).status).toBe(204)
})
