import { createHash, randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

type GitHubUser = {
  id: number
  login: string
  name: string | null
  emails: { email: string; primary: boolean; verified: boolean }[]
}

export type GitHubCounterpart = { url: string; /** Who answers next. */ user: GitHubUser; stop: () => void }

type Grant = { challenge: string; redirectUri: string; scope: string }

/** OAuth as GitHub Enterprise speaks it: no ID token, JSON when asked for, PKCE, refusals with status 200. */
export async function startGitHub(client: { id: string; secret: string }): Promise<GitHubCounterpart> {
  const grants = new Map<string, Grant>()
  const tokens = new Map<string, Grant>()
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost')
      const send = (status: number, answer: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(answer))
      if (pathname === '/login/oauth/authorize') {
        const code = randomUUID()
        const redirectUri = query.get('redirect_uri') ?? ''
        const scope = query.get('scope') ?? ''
        grants.set(code, { challenge: query.get('code_challenge') ?? '', redirectUri, scope })
        const location = new URL(redirectUri)
        location.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString()
        return response.writeHead(302, { location: location.href }).end()
      }
      if (pathname === '/login/oauth/access_token') return send(200, exchange(new URLSearchParams(body)))
      const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
      const grant = tokens.get(token)
      if (!grant) return send(401, { message: 'Bad credentials' })
      if (!request.headers['user-agent']) return send(403, { message: 'Request forbidden by administrative rules' })
      const { emails, ...user } = counterpart.user
      if (pathname === '/api/v3/user') return send(200, { ...user, avatar_url: `${counterpart.url}/u/${user.id}` })
      const mayReadEmails = grant.scope.split(' ').includes('user:email')
      if (pathname === '/api/v3/user/emails' && mayReadEmails) return send(200, emails)
      return send(404, { message: 'Not Found' })
    })
  })

  function exchange(form: URLSearchParams): unknown {
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret)
      return {
        error: 'incorrect_client_credentials',
        error_description: 'The client_id and/or client_secret are wrong.',
      }
    const derived = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || grant.challenge !== derived || grant.redirectUri !== form.get('redirect_uri'))
      return { error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' }
    const token = `gho_${randomUUID()}`
    tokens.set(token, grant)
    return { access_token: token, token_type: 'bearer', scope: grant.scope.replaceAll(' ', ',') }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const counterpart: GitHubCounterpart = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    user: { id: 1, login: 'octocat', name: null, emails: [] },
    stop: () => server.close(),
  }
  return counterpart
}
