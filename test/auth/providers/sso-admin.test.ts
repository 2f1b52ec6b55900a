import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { signedInPerson } from '../../support/people/people.ts'
import {
  createSamlIdentityProvider,
  type SamlIdentityProvider,
} from '../../support/counterparts/saml-identity-provider.ts'
import { startServer, type TestServer } from '../../support/server/test-server.ts'

const PATH = '/auth/v1/admin/sso/providers'
let server: TestServer
beforeAll(async () => {
  server = await startServer({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' })
})
afterAll(() => server.stop())

type Provider = { id: string; saml: { entity_id: string; metadata_url?: string }; domains: { domain: string }[] }

async function call(method: string, target: string, body?: unknown) {
  const key = fs.readFileSync(path.join(server.config.dataDir, 'secrets/secret-key'), 'utf8').trim()
  const headers = { apikey: key, authorization: `Bearer ${key}` }
  const init = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await server.fetch(target, { method, headers, ...init })
  return { status: answer.status, body: (await answer.json()) as Provider & { code?: string; msg?: string } }
}

const add = (idp: SamlIdentityProvider, fields: Record<string, unknown> = {}) =>
  call('POST', PATH, { type: 'saml', metadata_xml: idp.metadata, ...fields })

describe('who may', () => {
  test('only the secret key', async () => {
    const { session } = await signedInPerson(server)
    const headers = { authorization: `Bearer ${session.access_token}` }
    expect((await server.fetch(PATH, { headers })).status).toBe(403)
    expect((await server.fetch(PATH, { method: 'POST', headers, body: '{}' })).status).toBe(403)
    expect((await server.fetch(PATH)).status).toBe(403)
  })

  test('nobody reads the tables by rest/v1', async () => {
    const { client } = await signedInPerson(server)
    for (const table of ['sso_providers', 'sso_domains', 'oauth_states'])
      expect(
        (
          await client
            .schema('auth' as 'public')
            .from(table)
            .select()
        ).error,
      ).not.toBeNull()
  })
})

describe('providers', () => {
  test('are added, listed, read, changed and removed', async () => {
    const idp = createSamlIdentityProvider()
    const domains = ['One.Example.test', 'two.example.test']
    const made = await add(idp, {
      domains,
      resource_id: 'acme',
      attribute_mapping: { keys: { email: { name: 'mail' } } },
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      resource_id: 'acme',
      saml: {
        entity_id: idp.entityId,
        metadata_xml: idp.metadata,
        attribute_mapping: { keys: { email: { name: 'mail' } } },
      },
      domains: [{ domain: 'one.example.test' }, { domain: 'two.example.test' }],
    })
    const { id } = made.body
    const listed = (await call('GET', `${PATH}?resource_id=acme`)).body as unknown as { items: Provider[] }
    expect(listed.items).toMatchObject([{ id }])
    expect((await call('GET', `${PATH}/${id}`)).body.id).toBe(id)

    const changed = await call('PUT', `${PATH}/${id}`, { domains: ['two.example.test', 'three.example.test'] })
    expect(changed.body.domains.map(({ domain }) => domain)).toEqual(['three.example.test', 'two.example.test'])
    expect(changed.body).toMatchObject({ resource_id: 'acme', saml: { attribute_mapping: { keys: {} } } })

    expect((await call('DELETE', `${PATH}/${id}`)).body.id).toBe(id)
    expect(await call('GET', `${PATH}/${id}`)).toMatchObject({ status: 404, body: { code: 'sso_provider_not_found' } })
    const { rows } = await server.database.owner<{ type: string }>(
      `select event_type as type from public.system_audit_log where event_type like 'sso%' order by created_at`,
    )
    const types = rows.map(({ type }) => type)
    for (const type of ['sso.provider_added', 'sso.provider_changed', 'sso.provider_removed', 'sso_providers.insert'])
      expect(types).toContain(type)
  })

  test('a known entity, a taken domain, another entity in a change', async () => {
    const [first, second] = [createSamlIdentityProvider(), createSamlIdentityProvider()]
    const { id } = (await add(first, { domains: ['taken.example.test'] })).body
    expect(await add(first)).toMatchObject({ status: 422, body: { code: 'saml_idp_already_exists' } })
    expect(await add(second, { domains: ['taken.example.test'] })).toMatchObject({
      status: 422,
      body: { code: 'sso_domain_already_exists' },
    })
    expect(await call('PUT', `${PATH}/${id}`, { metadata_xml: second.metadata })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
  })

  test.each<[string, (xml: string) => Record<string, unknown>, string]>([
    ['no metadata', () => ({ metadata_xml: null }), 'Either metadata_xml or metadata_url must be set'],
    ['both', () => ({ metadata_url: 'https://a.test' }), 'Only one of metadata_xml or metadata_url needs to be set'],
    ['no XML', () => ({ metadata_xml: 'hello' }), 'SAML metadata'],
    ['a document type', (xml) => ({ metadata_xml: `<!DOCTYPE a []>${xml}` }), 'must not have a document type'],
    [
      'no certificate',
      (xml) => ({ metadata_xml: xml.replaceAll(/<KeyDescriptor.*?<\/KeyDescriptor>/gs, '') }),
      'no signing certificate',
    ],
    ['no TLS', (xml) => ({ metadata_xml: xml.replaceAll('https://idp.', 'http://idp.') }), 'must be reached by https'],
    ['a script', (xml) => ({ metadata_xml: xml.replaceAll('https://idp.', 'javascript:') }), 'https'],
    ['a bad domain', () => ({ domains: ['no domain'] }), 'A domain is malformed'],
    ['another type', () => ({ type: 'oidc' }), 'Only the type saml is supported'],
  ])('are refused: %s', async (_name, change, text) => {
    const idp = createSamlIdentityProvider()
    const answer = await add(idp, change(idp.metadata))
    expect(answer.status).toBe(400)
    expect(answer.body.msg).toContain(text)
  })

  test('come from an address, which must answer well', async () => {
    const idp = createSamlIdentityProvider()
    let body = idp.metadata
    let location: string | undefined
    const host = http.createServer((_request, response) => {
      if (location) response.writeHead(302, { location })
      response.end(body)
    })
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void host.close())
    const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/metadata`
    const provider = { type: 'saml', metadata_url: url }
    const made = await call('POST', PATH, provider)
    expect(made).toMatchObject({ status: 201, body: { saml: { entity_id: idp.entityId, metadata_url: url } } })

    const refused = { status: 400, body: { code: 'saml_metadata_fetch_failed' } }
    expect(await call('POST', PATH, { ...provider, metadata_url: 'http://idp.example.test' })).toMatchObject(refused)
    // The same server, by an address of this machine that the operator does not allow.
    expect(
      await call('POST', PATH, { ...provider, metadata_url: url.replace('127.0.0.1', '127.0.0.2') }),
    ).toMatchObject({
      ...refused,
      body: { msg: expect.stringContaining('https://') },
    })
    location = `${url}/elsewhere`
    expect(await call('POST', PATH, provider)).toMatchObject(refused)
    location = undefined
    body = 'a'.repeat(600 * 1024)
    expect(await call('POST', PATH, provider)).toMatchObject(refused)
  })
})

test('our own metadata names our addresses, before there is any provider', async () => {
  const answer = await server.fetch('/auth/v1/sso/saml/metadata')
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml')
  expect(text).toContain(`entityID="${server.url}/auth/v1/sso/saml/metadata"`)
  expect(text).toContain(`Location="${server.url}/auth/v1/sso/saml/acs"`)
  expect(text).toContain('WantAssertionsSigned="true"')
})
