import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, startServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('a failure that nobody foresaw is answered without what it says', async () => {
  expect((await server.fetch('/config.json')).status).toBe(200)
  await server.database.owner('alter table public.tenants rename to tenants_of_before')
  const answer = await server.fetch('/config.json')
  await server.database.owner('alter table public.tenants_of_before rename to tenants')
  expect(answer.status).toBe(500)
  expect(await answer.json()).toEqual({
    code: 'unexpected',
    message: 'The server could not answer. Try again in a moment.',
  })
})
