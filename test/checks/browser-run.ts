import type { BrowserAnswer, BrowserCheckId } from '#contract/checks/checks.ts'
import type { Person } from '../support/people/people.ts'
import type { TestServer } from '../support/server/test-server.ts'

/** A request about runs. */
export const askAbout = (server: TestServer, person: Person, path: string, body?: object): Promise<Response> =>
  server.fetch(`/checks/v1/runs${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${person.session.access_token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })

/** A run whose page takes part. No job works on it yet. @returns its id */
export async function startWithBrowser(server: TestServer, person: Person): Promise<string> {
  const answer = await askAbout(server, person, '', { browser: true })
  return (JSON.parse(await answer.text()) as { id: string }).id
}

export const passedIn = (id: BrowserCheckId, evidence: BrowserAnswer['evidence'] = {}): BrowserAnswer => ({
  id,
  status: 'passed',
  evidence,
})

export const failedIn = (id: BrowserCheckId, error: string): BrowserAnswer => ({
  id,
  status: 'failed',
  error,
  evidence: {},
})
