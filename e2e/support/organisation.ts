import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect } from '@playwright/test'
import { createSamlIdentityProvider, readQuestion } from '../../test/support/counterparts/saml-identity-provider.ts'
import type { RunningServer } from './server.ts'

/** An identity provider that answers every question with `email`, and the server that knows it. */
export async function startOrganisation(
  server: RunningServer,
  { domain, email }: { domain: string; email: string },
): Promise<{ stop: () => void }> {
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const question = readQuestion(new URL(request.url ?? '', 'http://127.0.0.1').href)
    const fields = await idp.answer({ question, email, nameId: email })
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    )
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(
      `<form method="post" action="${question.acsUrl}">${inputs.join('')}</form><script>document.forms[0].submit()</script>`,
    )
  }
  const site = http.createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const idp = createSamlIdentityProvider(`http://127.0.0.1:${(site.address() as AddressInfo).port}/sso`)
  const key = fs.readFileSync(path.join(server.dataDir, 'secrets/secret-key'), 'utf8').trim()
  const made = await fetch(`${server.url}/auth/v1/admin/sso/providers`, {
    method: 'POST',
    headers: { apikey: key },
    body: JSON.stringify({ type: 'saml', metadata_xml: idp.metadata, domains: [domain] }),
  })
  expect(made.status).toBe(201)
  return { stop: () => site.close() }
}
