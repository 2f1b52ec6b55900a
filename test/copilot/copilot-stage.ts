import { afterAll, beforeAll } from 'vitest'
import type { CopilotState } from '#contract/copilot/copilot.ts'
import { signedInPerson } from '../support/people/people.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

export let server: TestServer
let token: string

/** A server with a signed-in person. */
export function stageCopilot(): void {
  beforeAll(async () => {
    server = await startServer()
    token = (await signedInPerson(server)).session.access_token
  })
  afterAll(() => server.stop())
}

export const ask = (body: unknown, bearer: string | undefined = token): Promise<Response> =>
  server.fetch('/copilot/v1/questions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
    body: JSON.stringify(body),
  })

export const state = async (): Promise<CopilotState> =>
  (await (
    await server.fetch('/copilot/v1/state', { headers: { authorization: `Bearer ${token}` } })
  ).json()) as CopilotState
