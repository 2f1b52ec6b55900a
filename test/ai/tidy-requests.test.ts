import { afterAll, beforeAll, expect, test } from 'vitest'
import { tidyRequests } from '#server/ai/request-log.sql.ts'
import { type StudioStage, studioStage } from '../support/studio.ts'

let stage: StudioStage
beforeAll(async () => {
  stage = await studioStage()
})
afterAll(() => stage.stop())

type Kept = { endpoint: string; status: string; error_code: string | null; has_text: boolean }

/** Requests of the manager's organisation by their age, before the task and after it. */
async function tidied(
  requests: readonly (readonly [endpoint: string, age: string, status: string])[],
): Promise<Kept[]> {
  const { database } = stage.server
  await database.owner('delete from studio.ai_requests')
  for (const [endpoint, age, status] of requests) {
    await database.owner(
      `insert into studio.ai_requests (tenant_id, user_id, endpoint, provider, model, status, started_at, prompt_sha256, prompt_body, answer_body)
       select tenant_id, user_id, $2, 'Test', 'tiny-1', $4, clock_timestamp() - $3::interval, '\\x00', 'asked', 'answered'
       from profiles where user_id = $1`,
      [stage.manager.session.user.id, endpoint, age, status],
    )
  }
  await tidyRequests(database)
  const { rows } = await database.owner<Kept>(
    `select endpoint, status, error_code, prompt_body is not null and answer_body is not null as has_text from studio.ai_requests order by endpoint`,
  )
  return rows
}

test('requests are forgotten after the days of the organisation, and their texts before', async () => {
  await stage.connect({ keeps_bodies: true, body_days: 7, log_days: 30 })
  expect(
    await tidied([
      ['a.new', '1 hour', 'ok'],
      ['b.body', '6 days 23 hours', 'ok'],
      ['c.no_body', '7 days 1 hour', 'ok'],
      ['d.log', '29 days 23 hours', 'ok'],
      ['e.gone', '30 days 1 hour', 'ok'],
    ]),
  ).toMatchObject([
    { endpoint: 'a.new', has_text: true },
    { endpoint: 'b.body', has_text: true },
    { endpoint: 'c.no_body', has_text: false },
    { endpoint: 'd.log', has_text: false },
  ])
})

test('texts go at once where the organisation keeps none any longer', async () => {
  await stage.connect({ keeps_bodies: false })
  expect(await tidied([['a', '1 minute', 'ok']])).toMatchObject([{ endpoint: 'a', has_text: false }])
})

test('what a server left behind ends, and what runs is left alone', async () => {
  await stage.connect({ keeps_bodies: true, body_days: 7, log_days: 30 })
  expect(
    await tidied([
      ['a.runs', '29 minutes', 'running'],
      ['b.left', '31 minutes', 'running'],
    ]),
  ).toMatchObject([
    { endpoint: 'a.runs', status: 'running', error_code: null },
    { endpoint: 'b.left', status: 'aborted', error_code: 'server_ended' },
  ])
})
