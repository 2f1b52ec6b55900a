import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { noteEmbedded } from '#server/embeddings/embedding-log.sql.ts'
import { EmbeddingsUnavailableError, ServerStopsError } from '#server/embeddings/embeddings.ts'
import { isInstalled, MODEL } from '#server/embeddings/minilm.ts'
import { type StudioStage, studioStage } from '../support/studio.ts'

const installed = needs(isInstalled(), 'the embeddings: npm run studio')
const NOBODY = '00000000-0000-4000-8000-000000000000'

let stage: StudioStage
let tenant: string
beforeAll(async () => {
  stage = await studioStage()
  const { rows } = await stage.server.database.owner<{ tenant: string }>(
    'select tenant_id as tenant from profiles where user_id = $1',
    [stage.manager.session.user.id],
  )
  tenant = rows[0]?.tenant ?? ''
})
afterAll(() => stage.stop())
beforeEach(async () => {
  await stage.server.database.owner('delete from studio.ai_requests')
})

const send = async (path: string, body: object) => {
  const { status, body: answer } = await stage.ask(stage.manager, 'POST', path, body)
  expect(status, path).toBeLessThan(300)
  return answer
}
const usage = async () =>
  (await stage.ask(stage.manager, 'GET', '/ai/v1/usage?days=7')).body as Record<string, object[]>

test(
  'work of the embeddings is in the figures: asked for by whom and for what, without tokens and costs',
  installed,
  async () => {
    await send('/keywords/v1/projects', { id: crypto.randomUUID(), name: 'Launch', seeds: ['file sharing', 'backup'] })
    await send('/sources/v1/sources', {
      kind: 'pasted',
      name: 'Survey',
      text: 'Attachments of email are stored unencrypted on every server. The cafeteria serves lunch until two.',
    })
    const sources = async () => (await stage.ask(stage.manager, 'GET', '/sources/v1/sources')).body['sources']
    await expect.poll(sources).toMatchObject([{ is_read: true }])
    await send('/sources/v1/facts', { title: 'Email', target_keyword: '', headings: ['Attachments of email'] })

    const names = async () => (await usage())['endpoints']?.map((row) => 'endpoint' in row && row.endpoint).toSorted()
    await expect.poll(names).toEqual(['content.facts', 'keywords.meanings', 'sources.meanings'])
    const { all, models, people } = await usage()
    expect(all).toMatchObject({ requests: 3, ok: 3, decided: 3, tokens: 0, cost_micros: 0, unpriced: 0 })
    expect(models).toMatchObject([{ provider: 'QuantumShield', model: MODEL, requests: 3 }])
    expect(people).toMatchObject([{ person: stage.manager.email, requests: 3 }])
    const { rows } = await stage.server.database.owner(
      `select from studio.ai_requests where engine = 'embedded' and prompt_body is null and answer_body is null`,
    )
    expect(rows).toHaveLength(3)
  },
)

const stopped = AbortSignal.abort()
test.each([
  ['is damaged', new EmbeddingsUnavailableError('damaged'), undefined, 'error', 'damaged'],
  ['belongs to a server that stops', new ServerStopsError(), undefined, 'error', 'server_ended'],
  ['is stopped', new Error('cancelled'), stopped, 'aborted', 'aborted'],
  ['fails', new Error('no such table'), undefined, 'error', 'unexpected'],
])(
  'an engine that %s is in the log with its reason, and the failure is told',
  async (_, error, signal, status, code) => {
    const user = stage.manager.session.user.id
    const work = { tenant, user, endpoint: 'content.facts', digest: Buffer.alloc(32), signal } as const
    await expect(noteEmbedded(stage.server.database, work, () => Promise.reject(error))).rejects.toBe(error)
    const { body } = await stage.ask(stage.manager, 'GET', '/ai/v1/requests')
    expect(body['requests']).toMatchObject([
      { endpoint: 'content.facts', person: stage.manager.email, status, error_code: code },
    ])
  },
)

test('work for an organisation or a person who is gone ends as it would, without a note or a name', async () => {
  const work = { tenant: NOBODY, user: NOBODY, endpoint: 'content.facts', digest: Buffer.alloc(32) } as const
  expect(await noteEmbedded(stage.server.database, work, async () => 'read')).toBe('read')
  await noteEmbedded(stage.server.database, { ...work, tenant }, async () => 'read')
  const { rows } = await stage.server.database.owner('select tenant_id, user_id from studio.ai_requests')
  expect(rows).toEqual([{ tenant_id: tenant, user_id: null }])
})
