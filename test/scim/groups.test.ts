import { expect, test } from 'vitest'
import { signedInPerson } from '../support/people/people.ts'
import {
  DOMAIN,
  eventsOf,
  GROUP,
  home,
  makeToken,
  newAddress,
  organisationOf,
  owner,
  patch,
  proveDomain,
  provisioned,
  send,
  server,
  stageScim,
  userOf,
} from './scim-stage.ts'

stageScim()

let count = 0
const newName = () => `Group ${(count += 1)}`
const groupOf = (displayName: string, more: Record<string, unknown> = {}) => ({
  schemas: [GROUP],
  displayName,
  members: [],
  ...more,
})
const members = (...ids: string[]) => ids.map((value) => ({ value }))
const idsIn = async (group: string) =>
  (await send('GET', `/Groups/${group}`)).body.members.map(({ value }) => value).toSorted()

test('a group is a team that its members see, and that only the provider changes', async () => {
  const [ada, eve] = [await provisioned(), await provisioned()]
  const name = newName()
  const made = await send(
    'POST',
    '/Groups',
    groupOf(name, { externalId: `e-${name}`, members: members(ada.id, eve.id) }),
  )
  expect(made.status).toBe(201)
  const { id } = made.body
  expect(await idsIn(id)).toEqual([ada.id, eve.id].toSorted())
  expect((await send('GET', `/Users/${ada.id}`)).body['groups']).toMatchObject([{ value: id, display: name }])
  const { data } = await owner.client.from('teams').select('name,source,external_id').eq('id', id).single()
  expect(data).toEqual({ name, source: 'scim', external_id: `e-${name}` })
  for (const filter of [
    `displayName eq "${name.toUpperCase()}"`,
    `externalId eq "e-${name}"`,
    `members.value eq "${eve.id}" and displayName eq "${name}"`,
  ]) {
    const { body } = await send('GET', `/Groups?excludedAttributes=members&filter=${encodeURIComponent(filter)}`)
    expect([filter, body.Resources]).toEqual([
      filter,
      [expect.not.objectContaining({ members: expect.anything() as unknown })],
    ])
  }

  expect((await patch(`/Groups/${id}`, [{ op: 'remove', path: `members[value eq "${ada.id}"]` }])).status).toBe(204)
  expect(await idsIn(id)).toEqual([eve.id])
  const renamed = `${name} b`
  await send('PUT', `/Groups/${id}`, groupOf(renamed, { members: members(ada.id) }))
  expect(await idsIn(id)).toEqual([ada.id])
  expect((await send('DELETE', `/Groups/${id}`)).status).toBe(204)
  expect((await send('GET', `/Groups/${id}`)).status).toBe(404)
  const events = (await eventsOf(home, 'team.%')).filter(({ details }) => details['id'] === id)
  expect(new Set(events.map(({ event_type }) => event_type))).toEqual(
    new Set(['team.created', 'team.member_added', 'team.member_removed', 'team.renamed', 'team.deleted']),
  )
})

test('names that are taken, strangers as members and too many of them change nothing', async () => {
  const { id } = (await send('POST', '/Groups', groupOf(newName()))).body
  const other = (await send('POST', '/Groups', groupOf(newName()))).body
  await server.database.owner('insert into public.teams (tenant_id, name) values ($1, $2)', [home, 'By hand'])
  const rename = (displayName: string) => [{ op: 'replace', value: { id, displayName } }]
  for (const name of [String(other['displayName']).toUpperCase(), 'by hand']) {
    const { status, body } = await patch(`/Groups/${id}`, rename(name))
    expect([status, body.scimType]).toEqual([409, 'uniqueness'])
  }
  expect((await send('POST', '/Groups', groupOf('By hand'))).status).toBe(409)
  expect((await send('GET', '/Groups?filter=displayName%20eq%20%22By%20hand%22')).body.totalResults).toBe(0)

  const ada = await provisioned()
  const stranger = await signedInPerson(server)
  const add = (...ids: string[]) => [...rename('Renamed'), { op: 'add', path: 'members', value: members(...ids) }]
  const foreign = await patch(`/Groups/${id}`, add(ada.id, stranger.session.user.id))
  expect([foreign.status, foreign.body.scimType]).toEqual([400, 'invalidValue'])
  const many = await patch(`/Groups/${id}`, add(...Array.from({ length: 10_000 }, () => crypto.randomUUID())))
  expect([many.status, many.body.scimType]).toEqual([400, 'tooMany'])
  const { body } = await send('GET', `/Groups/${id}`)
  expect([body['displayName'] === 'Renamed', body.members]).toEqual([false, []])
})

test('who leaves the organisation leaves its groups, who is suspended stays', async () => {
  const [ada, eve] = [await provisioned(), await provisioned()]
  const { id } = (await send('POST', '/Groups', groupOf(newName(), { members: members(ada.id, eve.id) }))).body
  await patch(`/Users/${ada.id}`, [{ op: 'replace', path: 'active', value: false }])
  await send('DELETE', `/Users/${eve.id}`)
  expect(await idsIn(id)).toEqual([ada.id])
})

test('nothing of another organisation is there', async () => {
  const stranger = await signedInPerson(server)
  await proveDomain(await organisationOf(stranger), `other.${DOMAIN}`)
  const theirs = { as: await makeToken(stranger) }
  const user = (await send('POST', '/Users', userOf(newAddress(`other.${DOMAIN}`)), theirs)).body
  const group = (await send('POST', '/Groups', groupOf('Theirs', { members: members(user.id) }), theirs)).body
  const off = [{ op: 'replace', path: 'active', value: false }]
  const rename = [{ op: 'replace', path: 'displayName', value: 'Mine' }]
  for (const answer of [
    await send('GET', `/Users/${user.id}`),
    await send('PUT', `/Users/${user.id}`, userOf(newAddress())),
    await patch(`/Users/${user.id}`, off),
    await send('DELETE', `/Users/${user.id}`),
    await send('GET', `/Groups/${group.id}`),
    await patch(`/Groups/${group.id}`, rename),
    await send('DELETE', `/Groups/${group.id}`),
  ])
    expect([answer.status, answer.body['schemas']]).toEqual([404, ['urn:ietf:params:scim:api:messages:2.0:Error']])
  const all = { schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'], count: 200 }
  const { body } = await send('POST', '/.search', all)
  const kinds = new Set(body.Resources.map(({ meta }) => (meta as unknown as { resourceType: string }).resourceType))
  expect([kinds.size, body.totalResults]).toEqual([2, body.Resources.length])
  expect(body.Resources.map(({ id }) => id)).not.toContain(user.id)
  const named = {
    ...all,
    filter: `displayName eq "${String(body.Resources.at(-1)?.['displayName'])}"`,
    attributes: ['displayName'],
  }
  expect((await send('POST', '/.search', named)).body.Resources).toHaveLength(1)
  expect((await send('POST', '/Groups/.search', { ...all, startIndex: 2 })).body['startIndex']).toBe(2)
  expect((await send('POST', '/.search', { ...all, filter: 'nothing eq "x"' })).body.scimType).toBe('invalidFilter')
  expect((await send('GET', `/Users/${user.id}`, undefined, theirs)).body.active).toBe(true)
})
