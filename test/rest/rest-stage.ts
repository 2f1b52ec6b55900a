import { afterAll, beforeAll } from 'vitest'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

export let server: TestServer
export let ada: Person
export let bob: Person

/** Two people who know nothing of each other. */
export function stageRest(): void {
  beforeAll(async () => {
    server = await startServer()
    ada = await signedInPerson(server)
    bob = await signedInPerson(server)
  })
  afterAll(() => server.stop())
}

export function authorised(
  path: string,
  init: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const authorization = `Bearer ${ada.session.access_token}`
  const type = init.body === undefined ? {} : { 'content-type': 'application/json' }
  return server.fetch(`/rest/v1${path}`, { ...init, headers: { authorization, ...type, ...init.headers } })
}
