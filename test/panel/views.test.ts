import { expect, test } from 'vitest'
import { VIEW_LIMITS } from '#contract/panel/views.ts'
import { ada, bob, inOtherOrganisation, server, stageTeam } from '../organisation/team-stage.ts'
import type { VaultPerson } from '../support/people/vault-person.ts'

stageTeam()

type View = { id: string; name: string; query: string }
type Answer = { status: number; body: { code?: string; views?: View[] } & Partial<View> }

async function call(person: VaultPerson, line: string, body?: object): Promise<Answer> {
  const [method = '', path = ''] = line.split(' ')
  const answer = await server.fetch(`/panel/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${person.accessToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Answer['body']) }
}
const view = (name: string, query = 'state=open') => ({ list: 'contacts', name, query })
const namesOf = async (person: VaultPerson, list = 'contacts') =>
  (await call(person, `GET /views?list=${list}`)).body.views?.map(({ name }) => name)

test('a view is saved, renamed, given other filters and deleted, by its person', async () => {
  const made = await call(bob, 'POST /views', view('  Open '))
  expect(made).toMatchObject({ status: 201, body: { name: 'Open', query: 'state=open' } })
  await call(bob, 'POST /views', view('From forms', 'source=landing_form'))
  expect(await namesOf(bob)).toEqual(['Open', 'From forms'])
  expect(await namesOf(bob, 'deals')).toEqual([])

  const path = `/views/${made.body.id}`
  expect((await call(bob, `PUT ${path}`, { name: 'Done', query: 'state=done' })).status).toBe(204)
  expect((await call(bob, 'GET /views?list=contacts')).body.views?.[0]).toMatchObject({
    name: 'Done',
    query: 'state=done',
  })
  expect((await call(bob, `DELETE ${path}`)).status).toBe(204)
  expect(await namesOf(bob)).toEqual(['From forms'])
})

test('nobody sees, changes or deletes the views of other people', async () => {
  const { body } = await call(bob, 'POST /views', view('Mine'))
  expect(await namesOf(ada)).toEqual([])
  const gone = { status: 404, body: { code: 'view_not_found' } }
  expect(await call(ada, `PUT /views/${body.id}`, { name: 'Theirs', query: '' })).toMatchObject(gone)
  expect(await call(ada, `DELETE /views/${body.id}`)).toMatchObject(gone)
  expect(await namesOf(bob)).toEqual(['Mine'])
  expect((await call(ada, 'POST /views', view('Mine'))).status).toBe(201)
  await call(ada, `DELETE /views/${(await call(ada, 'GET /views?list=contacts')).body.views?.[0]?.id}`)
})

test('a person who is in another organisation by now has none of the views of the one before', async () => {
  await call(bob, 'POST /views', view('Before'))
  await inOtherOrganisation(bob)
  expect(await namesOf(bob)).toEqual([])
  expect((await call(bob, 'POST /views', view('Before'))).status).toBe(201)
})

test('a name is used once in a list', async () => {
  await call(bob, 'POST /views', view('Open'))
  const other = await call(bob, 'POST /views', view('Other'))
  const taken = { status: 409, body: { code: 'view_name_taken' } }
  expect(await call(bob, 'POST /views', view('Open'))).toMatchObject(taken)
  expect(await call(bob, `PUT /views/${other.body.id}`, { name: 'Open', query: '' })).toMatchObject(taken)
  expect((await call(bob, 'POST /views', { ...view('Open'), list: 'deals' })).status).toBe(201)
})

test.each([
  ['no name', view('  ')],
  ['a line break in the name', view('a\nb')],
  ['a name that is too long', view('x'.repeat(VIEW_LIMITS.nameCharacters + 1))],
  ['filters that are too long', view('A', 'x'.repeat(VIEW_LIMITS.queryCharacters + 1))],
  ['an address for filters', view('A', '/other?state=open')],
  ['a list of another form', { ...view('A'), list: 'Contacts/1' }],
])('%s is refused', async (_, body) => {
  expect(await call(bob, 'POST /views', body)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
})

test('there are so many at most', async () => {
  await server.database.owner(
    `insert into panel.views (tenant_id, user_id, list, name, query)
     select tenant_id, user_id, 'deals', n::text, '' from profiles, generate_series(1, $2::integer) n where user_id = $1`,
    [bob.userId, VIEW_LIMITS.views],
  )
  expect(await call(bob, 'POST /views', view('One more'))).toMatchObject({ status: 413, body: { code: 'views_full' } })
})
