import { expect, test } from 'vitest'
import { curlOf } from './curl.ts'
import { endpointsOf, type OpenApi } from './open-api.ts'

const document: OpenApi = {
  paths: {
    '/': { get: {} },
    '/rpc/add': {
      get: { parameters: [{ name: 'a', in: 'query', type: 'string' }] },
      post: {
        responses: { 200: { schema: { type: 'integer', format: 'bigint' } } },
        parameters: [
          {
            name: 'args',
            in: 'body',
            schema: { properties: { a: { type: 'integer' }, b: { type: 'integer' } }, required: ['a'] },
          },
        ],
      },
    },
    '/notes': {
      get: {
        summary: 'Notes',
        parameters: [
          { name: 'select', in: 'query' },
          { name: 'tags', in: 'query', type: 'string' },
          { name: 'id', in: 'query', type: 'string' },
        ],
        responses: { 200: { schema: { type: 'array', items: { $ref: '#/definitions/notes' } } } },
      },
      post: { parameters: [{ name: 'body', in: 'body', schema: { $ref: '#/definitions/notes' } }] },
    },
  },
  definitions: {
    notes: {
      properties: {
        id: { type: 'string', format: 'uuid', description: 'Note: This is a Primary Key.<pk/>' },
        text: { type: 'string' },
        tags: { type: 'array', format: 'text[]' },
      },
      required: ['text'],
    },
  },
}

test('tables come before functions, the root is left out', () => {
  expect(endpointsOf(document).map(({ id, kind }) => [kind, id])).toEqual([
    ['table', 'get /notes'],
    ['table', 'post /notes'],
    ['function', 'get /rpc/add'],
    ['function', 'post /rpc/add'],
  ])
})

test('a body is described by its definition and begins with what is required', () => {
  const [, post] = endpointsOf(document)
  expect(post?.parameters).toEqual([
    { name: 'id', place: 'body', type: 'uuid', isRequired: false, text: 'Note: This is a Primary Key.' },
    { name: 'text', place: 'body', type: 'string', isRequired: true, text: '' },
    { name: 'tags', place: 'body', type: 'text[]', isRequired: false, text: '' },
  ])
  expect(JSON.parse(post?.body ?? '')).toEqual({ text: '' })
})

test('arguments of a function are those of its body', () => {
  const add = endpointsOf(document).at(-1)
  expect(add?.parameters.map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['a', true],
    ['b', false],
  ])
  expect(JSON.parse(add?.body ?? '')).toEqual({ a: 0 })
})

test('what only reads sends no body', () => {
  expect(endpointsOf(document)[0]?.body).toBeNull()
})

test('what stands in an address has the type of its column or argument', () => {
  const [get, , call] = endpointsOf(document)
  expect(get?.parameters.map(({ name, type }) => [name, type])).toEqual([
    ['select', 'string'],
    ['tags', 'text[]'],
    ['id', 'uuid'],
  ])
  expect(call?.parameters).toMatchObject([{ name: 'a', place: 'query', type: 'integer' }])
})

test('an answer is rows with their columns, one value, or nothing', () => {
  const [get, post, , call] = endpointsOf(document)
  expect(get?.answer).toMatchObject({ isList: true, type: 'object', fields: [{ name: 'id' }, {}, { type: 'text[]' }] })
  expect(post?.answer).toBeNull()
  expect(call?.answer).toEqual({ isList: false, type: 'bigint', fields: [] })
})

test('a command names the token by a variable and survives quotes', () => {
  const [get, post] = endpointsOf(document)
  if (!get || !post) throw new Error('no endpoints')
  expect(curlOf(get, 'https://vault.example')).toBe(
    `curl 'https://vault.example/rest/v1/notes?limit=5' \\\n  -H "apikey: $KEY" \\\n  -H "Authorization: Bearer $TOKEN"`,
  )
  expect(curlOf({ ...get, path: '/x$(id)`id`' }, 'https://vault.example')).toContain(
    "'https://vault.example/rest/v1/x$(id)`id`?limit=5'",
  )
  expect(curlOf({ ...post, body: `{ "text": "it's" }` }, 'https://vault.example')).toContain(
    String.raw`-d '{ "text": "it'\''s" }'`,
  )
})
