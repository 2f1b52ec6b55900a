import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { linkIn } from '../support/server/test-mailbox.ts'
import {
  call,
  contactOf,
  eventsOf,
  importContacts,
  listContacts,
  manager,
  member,
  server,
  stageGrowth,
  stranger,
} from './growth-stage.ts'

stageGrowth()

const FIELDS = {
  title: 'News of engines',
  lead: 'Once a month.',
  consent_text: 'I agree to <b>newsletters</b> of Engines Ltd.',
  tag: 'site',
  is_open: true,
}
const newForm = async (fields: Partial<typeof FIELDS> = {}) =>
  String((await call(manager, 'POST', '/forms', { ...FIELDS, ...fields })).body['id'])
const newAddress = () => `${randomUUID()}@example.org`

const fill = (form: string, fields: Record<string, string>) =>
  server.fetch(`/growth/form/${form}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
const post = (url: string) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '' })
/** The link in the next mail to the address. */
const confirmation = async (email: string) => linkIn(await server.mailbox.next(email))
const formOf = async (id: string) =>
  ((await call(manager, 'GET', '/forms')).body['forms'] as { id: string; asked: number; confirmed: number }[]).find(
    (one) => one.id === id,
  )

test('who does not manage growth is refused; another organisation finds nothing', async () => {
  const id = await newForm()
  for (const [method, path, body] of [
    ['GET', ''],
    ['POST', '', FIELDS],
    ['PUT', `/${id}`, FIELDS],
    ['DELETE', `/${id}`],
  ] as const) {
    expect((await call(undefined, method, `/forms${path}`, body)).status).toBe(401)
    expect(await call(member, method, `/forms${path}`, body)).toMatchObject({ status: 403 })
    if (path !== '') expect(await call(stranger, method, `/forms${path}`, body)).toMatchObject({ status: 404 })
  }
  expect((await call(stranger, 'GET', '/forms')).body).toEqual({ forms: [] })
  expect(await call(manager, 'POST', '/forms', { ...FIELDS, title: 'two\nlines' })).toMatchObject({ status: 400 })
})

test('the form may be framed, has no script and no cookie, and escapes what it says', async () => {
  const page = await server.fetch(`/growth/form/${await newForm()}`)
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors \*/)
  expect([page.headers.get('x-frame-options'), page.headers.get('set-cookie')]).toEqual([null, null])
  const html = await page.text()
  expect(html).toContain('I agree to &lt;b&gt;newsletters&lt;/b&gt;')
  expect(html).not.toContain('<script')
})

test('an address is confirmed from its mailbox, with the evidence of what was agreed to', async () => {
  const [form, email] = [await newForm(), newAddress()]
  expect((await fill(form, { email, name: 'Grace' })).status).toBe(422)
  expect(await listContacts(`?search=${email}`)).toEqual([])
  expect((await fill(form, { email, name: 'Grace\r\nBcc: x', agreed: 'yes' })).status).toBe(202)
  expect(await contactOf(email)).toMatchObject({
    consent: 'pending',
    source: 'landing_form',
    name: 'Grace Bcc: x',
    tags: [],
  })
  const url = await confirmation(email)
  expect(await (await fetch(url)).text()).toContain('<button type="submit">Confirm</button>')
  expect(await contactOf(email)).toMatchObject({ consent: 'pending' })
  expect((await post(url)).status).toBe(200)
  expect((await post(url)).status).toBe(200)
  const contact = await contactOf(email)
  expect(contact).toMatchObject({ consent: 'confirmed', tags: ['site'] })
  expect((await call(manager, 'GET', `/contacts/${contact.id}`)).body['contact']).toMatchObject({
    consent_from: 'form: News of engines',
    consent_text: FIELDS.consent_text,
    consent_address_hash: expect.stringMatching(/^[\w-]{22}$/) as string,
  })
  expect(await formOf(form)).toMatchObject({ asked: 1, confirmed: 1 })
  // Somebody else who types the address changes nothing, and reads the same.
  expect((await fill(form, { email, agreed: 'yes' })).status).toBe(202)
  expect(await contactOf(email)).toMatchObject({ consent: 'confirmed' })
})

test('who withdrew comes back by their own mailbox alone; an old link does not bring them back', async () => {
  const [form, email] = [await newForm(), newAddress()]
  await fill(form, { email, agreed: 'yes' })
  const old = await confirmation(email)
  await post(old)
  const { id } = await contactOf(email)
  await call(manager, 'POST', `/contacts/${id}/consent`, { state: 'withdrawn', ground: 'Wrote to us' })
  expect((await post(old)).status).toBe(410)
  expect(await contactOf(email)).toMatchObject({ consent: 'withdrawn' })
  await fill(form, { email, agreed: 'yes' })
  expect(await call(manager, 'POST', `/contacts/${id}/consent`, { state: 'confirmed', ground: 'x' })).toMatchObject({
    status: 409,
  })
  expect((await post(await confirmation(email))).status).toBe(200)
  expect(await contactOf(email)).toMatchObject({ consent: 'confirmed' })
  await importContacts(`email\n${email}`, { ground: 'Again' })
  expect(await contactOf(email)).toMatchObject({ consent: 'confirmed' })
})

test('a closed or deleted form takes nobody; its changes are in the audit log', async () => {
  const form = await newForm()
  await call(manager, 'PUT', `/forms/${form}`, { ...FIELDS, is_open: false })
  expect((await fill(form, { email: newAddress(), agreed: 'yes' })).status).toBe(404)
  expect((await server.fetch(`/growth/form/${form}`)).status).toBe(404)
  expect((await eventsOf('growth_forms.update'))[0]).toMatchObject({
    user_id: manager.session.user.id,
    details: { id: form },
  })
  expect(await call(manager, 'DELETE', `/forms/${form}`)).toMatchObject({ status: 204 })
  expect((await eventsOf('growth_forms.delete'))[0]).toMatchObject({ details: { id: form } })
})

test('a link ends after a week', async () => {
  const [form, email] = [await newForm(), newAddress()]
  await fill(form, { email, agreed: 'yes' })
  const url = await confirmation(email)
  server.clock.advance(7 * 24 * 3600 + 1)
  expect((await fetch(url)).status).toBe(410)
  expect((await post(url)).status).toBe(410)
  expect((await post(`${url}x`)).status).toBe(410)
  // Sessions of people have ended as well by then.
  const { rows } = await server.database.owner('select consent from growth.contacts where email = $1', [email])
  expect(rows).toEqual([{ consent: 'pending' }])
})
