import { afterAll, beforeAll, beforeEach } from 'vitest'
import { promptOf } from '../support/counterparts/openai-server.ts'
import type { Person } from '../support/people/people.ts'
import { type StudioStage, studioStage } from '../support/studio.ts'

export const plan = {
  sections: [
    { heading: 'Why', points: [], words: 40 },
    { heading: 'How', points: [], words: 40 },
  ],
}
export const meta = { meta_description: 'What it is.', suggested_tags: ['files'] }
export const REQUEST = {
  title: 'Ärzte & files',
  outline: '',
  target_keyword: 'files',
  audience: '',
  content_type: 'blog',
}
export const SAVED = { ...REQUEST, meta_description: '', suggested_tags: [], content: '# A\n\nMine.' }
export const PASSAGE = {
  way: 'shorter',
  title: 'Files',
  passage: 'Mail is open.',
  before: '# Files',
  after: 'The end.',
}

export type News = { kind: string; text?: string; no?: number; version?: number; code?: string; kept?: number | null }
type Read = {
  draft: { version: number; title: string; meta_description: string; is_being_written: boolean }
  current: { no: number; content: string; kind: string } | null
  versions: { no: number; kind: string; is_whole: boolean; author: string; model: string | null }[]
  label: string | null
}

export const draftPath = (rest: string) => `/content/v1/drafts${rest}`

/** A stage that is there for the tests of a file. */
function stageStudio(): Omit<StudioStage, 'stop'> {
  let begun: StudioStage | undefined
  const started = (): StudioStage => {
    if (!begun) throw new Error('it starts before the first test')
    return begun
  }
  beforeAll(async () => {
    begun = await studioStage()
  })
  afterAll(() => begun?.stop())
  return {
    get server() {
      return started().server
    },
    get model() {
      return started().model
    },
    get manager() {
      return started().manager
    },
    get member() {
      return started().member
    },
    get stranger() {
      return started().stranger
    },
    ask: (...request) => started().ask(...request),
    connect: (settings) => started().connect(settings),
  }
}

/** A stage for the tests of a file, and what they do to drafts; before each there is none, and no connection. */
export function stageDrafts() {
  const stage = stageStudio()
  beforeEach(async () => {
    const { server, model } = stage
    await server.database.owner('delete from studio.drafts')
    await server.database.owner('delete from studio.connections')
    await server.database.owner('delete from studio.settings')
    // More texts are written here than one person may have written in a row.
    await server.database.owner('delete from auth.rate_limits')
    model.answer(({ response_format: form, ...body }) => {
      if (!form) return { text: 'A section of the text.', pieceMs: 20 }
      const isPlan = promptOf({ ...body }).includes('sections in their order')
      return { text: JSON.stringify(isPlan ? plan : meta) }
    })
  })

  const ask = (method: string, rest: string, body?: object, person: Person | undefined = stage.manager) =>
    stage.ask(person, method, draftPath(rest), body)

  async function write(id: string, version: number, signal?: AbortSignal): Promise<{ status: number; news: News[] }> {
    const { server, manager } = stage
    const answer = await server.fetch(draftPath(`/${id}/writing`), {
      method: 'POST',
      headers: { authorization: `Bearer ${manager.session.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ version }),
      ...(signal && { signal }),
    })
    const text = await answer.text()
    const news = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as News)
    return { status: answer.status, news }
  }

  /** The newest in the log of requests to models. */
  const lastRequest = async () => {
    const { rows } = await stage.server.database.owner<{
      endpoint: string
      status: string
      error_code: string | null
    }>('select endpoint, status, error_code from studio.ai_requests order by started_at desc limit 1')
    return rows[0]
  }

  return {
    stage,
    ask,
    write,
    lastRequest,
    add: async () => String((await ask('POST', '', REQUEST)).body['id']),
    read: async (id: string) => (await ask('GET', `/${id}`)).body as unknown as Read,
  }
}
