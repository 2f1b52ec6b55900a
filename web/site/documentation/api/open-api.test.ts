import { expect, test } from 'vitest'
import { endpointsOf, type OpenApi } from './open-api.ts'

const document: OpenApi = {
  paths: {
    '/': { get: {} },
    '/rpc/add': {
      post: {
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
      get: { summary: 'Notes', parameters: [{ name: 'select', in: 'query' }] },
      post: { parameters: [{ name: 'body', in: 'body', schema: { $ref: '#/definitions/notes' } }] },
    },
  },
  definitions: {
    notes: { properties: { id: { type: 'string', format: 'uuid' }, text: { type: 'string' } }, required: ['text'] },
  },
}

test('tables come before functions, the root is left out', () => {
  expect(endpointsOf(document).map(({ id, kind }) => [kind, id])).toEqual([
    ['table', 'get /notes'],
    ['table', 'post /notes'],
    ['function', 'post /rpc/add'],
  ])
})

test('a body is described by its definition and begins with what is required', () => {
  const [, post] = endpointsOf(document)
  expect(post?.parameters).toEqual([
    { name: 'id', place: 'body', type: 'uuid', isRequired: false, text: '' },
    { name: 'text', place: 'body', type: 'string', isRequired: true, text: '' },
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
