/**
 * What two identity providers send, put together from their public documentation: Microsoft's "Develop and plan provisioning for a SCIM
 * endpoint in Microsoft Entra ID", and Okta's "SCIM 2.0 protocol reference". No request was recorded from the services themselves.
 */
import { expect, test } from 'vitest'
import { type Answer, GROUP, newAddress, patch, PATCH, provisioned, send, stageScim, USER } from './scim-stage.ts'

stageScim()

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const MICROSOFT_GROUP = 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'
const filtered = (path: string, filter: string, more = '') =>
  send('GET', `${path}?filter=${encodeURIComponent(filter)}${more}`)
const statusOf = ({ status }: Answer) => status

test('Entra ID: a user is looked for, made, changed, disabled in both spellings, enabled and deleted', async () => {
  const email = newAddress()
  const [objectId, nickname] = [crypto.randomUUID(), email.split('@')[0]]
  // "Test connection" asks for somebody who is not there.
  const nobody = await filtered('/Users', `userName eq "${crypto.randomUUID()}"`)
  expect([nobody.status, nobody.body.totalResults, nobody.body.Resources]).toEqual([200, 0, []])
  expect((await filtered('/Users', `externalId eq "${objectId}"`)).body.totalResults).toBe(0)

  const made = await send('POST', '/Users', {
    schemas: [USER, ENTERPRISE],
    externalId: objectId,
    userName: email,
    active: true,
    displayName: 'Ada Khan',
    emails: [{ primary: true, type: 'work', value: email }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Ada Khan', familyName: 'Khan', givenName: 'Ada' },
    addresses: [{ type: 'work', formatted: '1 Road', primary: true }],
    phoneNumbers: [{ type: 'work', value: '+1 555' }],
    roles: [],
    title: 'Engineer',
    [ENTERPRISE]: { department: 'Research', manager: nickname },
  })
  expect(made.status).toBe(201)
  const { id } = made.body
  const found = await filtered('/Users', `externalId eq "${objectId}"`)
  expect(found.body.Resources.map((one) => one.id)).toEqual([id])

  const changed = await patch(`/Users/${id}`, [
    { op: 'Replace', path: 'emails[type eq "work"].value', value: email },
    { op: 'Replace', path: 'name.familyName', value: 'Lovelace' },
    { op: 'Add', path: 'displayName', value: 'Ada Lovelace' },
    { op: 'Add', path: 'title', value: 'Head of Research' },
    { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Mathematics' },
    { op: 'Replace', path: 'phoneNumbers[type eq "work"].value', value: '+1 556' },
    { op: 'Remove', path: 'addresses[type eq "work"].formatted' },
  ])
  expect([changed.status, changed.body['displayName'], changed.body['name']]).toEqual([
    200,
    'Ada Lovelace',
    { formatted: 'Ada Lovelace', givenName: 'Ada', familyName: 'Lovelace' },
  ])
  const renamed = newAddress()
  expect((await patch(`/Users/${id}`, [{ op: 'Replace', path: 'userName', value: renamed }])).body.userName).toBe(
    renamed,
  )

  const active = async (op: string, value: unknown) =>
    (await patch(`/Users/${id}`, [{ op, path: 'active', value }])).body.active
  expect([await active('Replace', 'False'), await active('Replace', 'True')]).toEqual([false, true])
  expect([await active('Add', false), await active('Replace', true)]).toEqual([false, true])
  expect(statusOf(await send('DELETE', `/Users/${id}`))).toBe(204)
  expect(statusOf(await send('GET', `/Users/${id}`))).toBe(404)
})

test('Entra ID: a group is made empty, filled and emptied by lists of values, renamed and deleted', async () => {
  const [ada, eve] = [await provisioned(), await provisioned()]
  const [objectId, name] = [crypto.randomUUID(), `Entra ${crypto.randomUUID()}`]
  const made = await send('POST', '/Groups', {
    schemas: [GROUP, MICROSOFT_GROUP],
    externalId: objectId,
    displayName: name,
    members: [],
    meta: { resourceType: 'Group' },
  })
  expect(made.status).toBe(201)
  const path = `/Groups/${made.body.id}`
  const found = await filtered('/Groups', `displayName eq "${name}"`, '&excludedAttributes=members')
  expect(found.body.Resources.map((one) => one.id)).toEqual([made.body.id])
  const fill = [{ op: 'Add', path: 'members', value: [ada, eve].map(({ id }) => ({ $ref: null, value: id })) }]
  expect(statusOf(await patch(path, fill))).toBe(204)
  // It sends the same again when an answer was lost.
  expect(statusOf(await patch(path, fill))).toBe(204)
  expect(statusOf(await patch(path, [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: ada.id }] }]))).toBe(
    204,
  )
  expect((await send('GET', path)).body.members).toMatchObject([{ value: eve.id }])
  expect(statusOf(await patch(path, [{ op: 'Replace', path: 'displayName', value: `${name} 2` }]))).toBe(204)
  expect((await send('GET', `${path}?excludedAttributes=members`)).body).toMatchObject({
    displayName: `${name} 2`,
    externalId: objectId,
  })
  expect(statusOf(await send('DELETE', path))).toBe(204)
})

test('Okta: a user is looked for, made with a password that nobody keeps, written whole, deactivated and activated', async () => {
  const email = newAddress()
  const nobody = await filtered('/Users', `userName eq "${email}"`, '&startIndex=1&count=100')
  expect([nobody.status, nobody.body.totalResults]).toEqual([200, 0])
  const whole = {
    schemas: [USER],
    userName: email,
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: email, type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: `00u${crypto.randomUUID()}`,
    groups: [],
    password: '1mz050nq',
    active: true,
  }
  const made = await send('POST', '/Users', whole)
  expect([made.status, 'password' in made.body]).toEqual([201, false])
  const path = `/Users/${made.body.id}`
  const read = (await send('GET', path)).body

  const written = await send('PUT', path, { ...read, name: { ...whole.name, givenName: 'Another' } })
  expect([written.status, written.body['name']]).toEqual([
    200,
    { formatted: 'Another User', givenName: 'Another', familyName: 'User' },
  ])
  expect((await send('PUT', path, { ...written.body, active: false })).body.active).toBe(false)
  const off = { op: 'replace', value: { active: false } }
  const on = { op: 'replace', value: { active: true } }
  expect([(await patch(path, [off])).body.active, (await patch(path, [on])).body.active]).toEqual([false, true])
  const all = await send('GET', '/Users?startIndex=1&count=2')
  expect(all.body).toMatchObject({ startIndex: 1, itemsPerPage: all.body.Resources.length })
})

test('Okta: a group is renamed by one object, and its members by a filter and a list', async () => {
  const [ada, eve] = [await provisioned(), await provisioned()]
  const name = `Okta ${crypto.randomUUID()}`
  const made = await send('POST', '/Groups', { schemas: [GROUP], displayName: name, members: [] })
  const path = `/Groups/${made.body.id}`
  expect(statusOf(await patch(path, [{ op: 'replace', value: { id: made.body.id, displayName: `${name} 2` } }]))).toBe(
    204,
  )
  await patch(path, [{ op: 'add', path: 'members', value: [{ value: ada.id, display: ada.userName }] }])
  const both = {
    schemas: [PATCH],
    Operations: [
      { op: 'remove', path: `members[value eq "${ada.id}"]` },
      { op: 'add', path: 'members', value: [{ value: eve.id, display: eve.userName }] },
    ],
  }
  expect(statusOf(await send('PATCH', path, both, { headers: { 'content-type': 'application/json' } }))).toBe(204)
  expect((await send('GET', path)).body).toMatchObject({ displayName: `${name} 2`, members: [{ value: eve.id }] })
  const replaced = [{ op: 'replace', path: 'members', value: [ada, eve].map(({ id }) => ({ value: id })) }]
  await patch(path, replaced)
  expect((await send('GET', path)).body.members).toHaveLength(2)
  const list = await send('GET', '/Groups?startIndex=1&count=100')
  expect(list.body.Resources.map(({ id }) => id)).toContain(made.body.id)
  expect(statusOf(await send('DELETE', path))).toBe(204)
})
