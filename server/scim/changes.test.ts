import { expect, test } from 'vitest'
import { changesOfGroup, changesOfOperations as groupOperations } from './group-changes.ts'
import { readOperations, readResource } from './read-body.ts'
import { PATCH_OP } from './schema-names.ts'
import { addressOf, changesOfOperations, changesOfUser } from './user-changes.ts'

const operations = (...Operations: unknown[]) => readOperations({ schemas: [PATCH_OP], Operations })
const refusal = (scimType: string) => expect.objectContaining({ status: 400, code: scimType })
const ID = '11111111-1111-4111-8111-111111111111'
const OTHER = '22222222-2222-4222-8222-222222222222'

test('attributes are known by any case, and those that nobody needs here are left out', () => {
  const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
  const changes = changesOfUser({
    username: ' ada ',
    password: 'secret',
    title: 'Head',
    [enterprise]: { department: 'Finance' },
    name: { FORMATTED: 'Ada Khan', givenname: 'Ada', familyName: '' },
    emails: [
      { value: 'home@x.example', type: 'home' },
      { value: 'Ada@X.example', type: 'work' },
    ],
  })
  expect(changes).toEqual({ userName: 'ada', givenName: 'Ada', familyName: null, address: 'ada@x.example' })
})

test('the address of a new account may be its userName, and has to be there', () => {
  expect(addressOf({ userName: 'Ada@X.example' })).toBe('ada@x.example')
  expect(() => addressOf({ userName: 'ada' })).toThrow(refusal('invalidValue'))
})

test('operations of both kinds of providers mean the same', () => {
  const wanted = { active: false, givenName: 'Eve', externalId: 'e' }
  expect(
    changesOfOperations(
      operations(
        { op: 'Replace', path: 'active', value: 'False' },
        { op: 'Add', path: 'name.givenName', value: 'Eve' },
        { op: 'Add', path: 'externalId', value: 'e' },
        { op: 'Replace', path: 'emails[type eq "home"].value', value: 'eve@x.example' },
      ),
    ),
  ).toEqual(wanted)
  const whole = { active: false, 'name.givenName': 'Eve', externalId: 'e', id: ID }
  expect(changesOfOperations(operations({ op: 'replace', value: whole }))).toEqual(wanted)
})

test.each([
  [{ op: 'replace', path: 'salary', value: 1 }, 'invalidPath'],
  [{ op: 'replace', path: 'name.salary', value: 'x' }, 'invalidPath'],
  [{ op: 'replace', path: 'urn:other:2.0:User:x', value: 'x' }, 'invalidPath'],
  [{ op: 'replace', path: '__proto__.polluted', value: 'x' }, 'invalidPath'],
  [{ op: 'replace', path: 'emails[type eq].value', value: 'x' }, 'invalidFilter'],
  [{ op: 'remove' }, 'noTarget'],
  [{ op: 'remove', path: 'userName' }, 'invalidValue'],
  [{ op: 'replace', path: 'id', value: ID }, 'mutability'],
  [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
  [{ op: 'replace', path: 'displayName', value: 'Ada\r\nBcc: eve@x.example' }, 'invalidValue'],
  [{ op: 'replace', path: 'name.givenName', value: 'x'.repeat(101) }, 'invalidValue'],
  [{ op: 'replace', path: 'emails', value: 'nobody' }, 'invalidValue'],
])('a user refuses %j as %s', (operation, scimType) => {
  expect(() => changesOfOperations(operations(operation))).toThrow(refusal(scimType))
})

test.each([
  [{ schemas: [PATCH_OP] }],
  [{ schemas: [PATCH_OP], Operations: [] }],
  [{ schemas: [PATCH_OP], Operations: [{ op: 'move', path: 'active' }] }],
  [
    {
      schemas: [PATCH_OP],
      Operations: Array.from({ length: 101 }, () => ({ op: 'add', path: 'active', value: true })),
    },
  ],
  [{ Operations: [{ op: 'add', path: 'active', value: true }] }],
  [[]],
])('a PATCH of %j is no PATCH', (body) => {
  expect(() => readOperations(body)).toThrow(refusal('invalidSyntax'))
})

test('a resource names its schema', () => {
  expect(() => readResource({ userName: 'ada' }, 'urn:x')).toThrow(refusal('invalidSyntax'))
})

test('members are added and removed one after the other', () => {
  const members = (...given: unknown[]) => {
    const found = groupOperations(operations(...given)).members
    return found && { coming: [...found.coming], gone: found.gone && [...found.gone] }
  }
  const add = { op: 'Add', path: 'members', value: [{ $ref: null, value: ID }] }
  expect(members(add)).toEqual({ coming: [ID], gone: [] })
  expect(members(add, { op: 'remove', path: `members[value eq "${ID}"]` })).toEqual({ coming: [], gone: [ID] })
  expect(members({ op: 'Remove', path: 'members', value: [{ value: ID }, { value: 'gone' }] })).toEqual({
    coming: [],
    gone: [ID],
  })
  expect(members({ op: 'remove', path: 'members' }, add)).toEqual({ coming: [ID], gone: undefined })
  expect(members(add, { op: 'replace', path: 'members', value: [{ value: OTHER }] })).toEqual({
    coming: [OTHER],
    gone: undefined,
  })
  expect(members({ op: 'replace', value: { id: ID, displayName: 'Finance' } })).toBeUndefined()
})

test('a group has no more members than a team, and each is named by an id', () => {
  const many = Array.from({ length: 10_000 }, () => ({ value: crypto.randomUUID() }))
  expect(() => groupOperations(operations({ op: 'add', path: 'members', value: many }))).toThrow(refusal('tooMany'))
  expect(() => changesOfGroup({ displayname: 'x', members: [{ value: 'ada' }] })).toThrow(refusal('invalidValue'))
  expect(() => changesOfGroup({ members: [] })).toThrow(refusal('invalidValue'))
  const filter = { op: 'remove', path: 'members[display eq "Ada"]' }
  expect(() => groupOperations(operations(filter))).toThrow(refusal('invalidFilter'))
})
