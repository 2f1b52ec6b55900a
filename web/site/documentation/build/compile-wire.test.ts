import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { documentation } from '#web/messages/site/documentation.ts'
import { textOf } from '../../blog/build/article-nodes.ts'
import { compileWire } from './compile-wire.ts'

test('every service of the wire is described, but the one that describes itself', () => {
  const services = compileWire(fs.readFileSync(path.join(import.meta.dirname, '../../../../docs/wire.md'), 'utf8'))

  expect(services.map((service) => service.path)).toEqual([
    '/auth/v1',
    '/storage/v1',
    '/realtime/v1',
    '/links/v1',
    '/requests/v1',
    '/devices/v1',
    '/statements/v1',
    '/audit/v1',
    '/streams/v1',
    '/functions/v1',
  ])
  expect(textOf(services[0]?.body ?? [])).toContain('POST /token?grant_type=password')
})

test('the reference has words for each service, and for no other', () => {
  const services = compileWire(fs.readFileSync(path.join(import.meta.dirname, '../../../../docs/wire.md'), 'utf8'))

  expect(Object.keys(documentation.reference.services).toSorted()).toEqual(
    services.map(({ path: at }) => at).toSorted(),
  )
})

test('what belongs to the server as a whole is no service, and links to files are words', () => {
  const services = compileWire('# Wire\n\n## Server\n\nText.\n\n## `/auth/v1`\n\nSee [decision 3](decisions/3.md).\n')
  expect(services).toEqual([{ path: '/auth/v1', body: [{ tag: 'p', children: ['See decision 3.'] }] }])
})
