import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import {
  type IdentityProvider,
  settingsFor,
  startIdentityProvider,
} from '../../test/support/counterparts/identity-provider.ts'
import { createSamlIdentityProvider, readQuestion } from '../../test/support/counterparts/saml-identity-provider.ts'
import { type RunningServer, startServer } from '../support/server.ts'

// What only a browser decides: which cookies travel with a navigation from another site. The server is on `localhost`, the
// others on 127.0.0.1, which is another site.

let server: RunningServer
let provider: IdentityProvider
test.beforeAll(async () => {
  provider = await startIdentityProvider(() => `${server.url}/auth/v1/callback`)
  provider.accounts.set('ada', { email: 'ada@example.test', email_verified: true })
  server = await startServer(settingsFor(provider))
})
test.afterAll(async () => {
  await server.stop()
  provider.stop()
})

/** A site that answers every request with a form that posts itself. */
async function startForeignSite(form: (url: URL) => Promise<{ action: string; fields: Record<string, string> }>) {
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const { action, fields } = await form(new URL(request.url ?? '', 'http://127.0.0.1'))
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    )
    const script = '<script>document.forms[0].submit()</script>'
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<form method="post" action="${action}">${inputs.join('')}</form>${script}`)
  }
  const site = http.createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(site.address() as AddressInfo).port}`, stop: () => site.close() }
}

const authorizeUrl = () =>
  `${server.url}/auth/v1/authorize?${new URLSearchParams({ provider: 'keycloak', redirect_to: `${server.url}/livez` }).toString()}`

const landed = (page: Page) => page.waitForURL((url) => url.pathname === '/livez' && (url.hash + url.search).length > 1)

test('a person signs in at a provider and comes back with tokens', async ({ page }) => {
  await page.goto(authorizeUrl())
  await page.locator('input[name=login]').fill('ada')
  await page.locator('input[name=password]').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await landed(page)
  expect(new URL(page.url()).hash).toContain('access_token=')
})

test('a callback that is posted from another site still finds the cookie', async ({ page }) => {
  let state = ''
  page.on('request', (request) => (state = new URL(request.url()).searchParams.get('state') ?? state))
  await page.goto(authorizeUrl())
  await page.locator('input[name=login]').waitFor()
  expect(state).not.toBe('')
  const fields = { state, error: 'user_cancelled_authorize' }
  const foreign = await startForeignSite(async () => ({ action: `${server.url}/auth/v1/callback`, fields }))
  await page.goto(foreign.url)
  await landed(page)
  expect(new URL(page.url()).searchParams.get('error')).toBe('user_cancelled_authorize')
  foreign.stop()
})

test('a SAML answer signs in the browser that asked, and no other', async ({ page, browser }) => {
  let answers = 0
  const foreign = await startForeignSite(async (url) => {
    const question = readQuestion(url.href)
    answers += 1
    const fields = await idp.answer({ question, email: 'grace@example.test', nameId: 'grace' })
    return { action: question.acsUrl, fields }
  })
  const idp = createSamlIdentityProvider(`${foreign.url}/sso`)
  const key = fs.readFileSync(path.join(server.dataDir, 'secrets/secret-key'), 'utf8').trim()
  const made = await fetch(`${server.url}/auth/v1/admin/sso/providers`, {
    method: 'POST',
    headers: { apikey: key },
    body: JSON.stringify({ type: 'saml', metadata_xml: idp.metadata, domains: ['example.test'] }),
  })
  expect(made.status).toBe(201)

  const ask = async (page: Page): Promise<string> => {
    await page.goto(`${server.url}/livez`)
    return page.evaluate(async (redirectTo) => {
      const body = JSON.stringify({ domain: 'example.test', redirect_to: redirectTo, skip_http_redirect: true })
      const answer = await fetch('/auth/v1/sso', { method: 'POST', body })
      return ((await answer.json()) as { url: string }).url
    }, `${server.url}/livez`)
  }
  await page.goto(await ask(page))
  await landed(page)
  expect(new URL(page.url()).hash).toContain('access_token=')

  // Somebody begins, and has another browser continue.
  const url = await ask(page)
  const victim = await (await browser.newContext()).newPage()
  await victim.goto(url)
  await victim.waitForURL((to) => to.pathname === '/auth/v1/sso/saml/finish')
  expect(await victim.locator('body').innerText()).toContain('No sign-in of this browser waits here')
  expect(answers).toBe(2)
  foreign.stop()
})
