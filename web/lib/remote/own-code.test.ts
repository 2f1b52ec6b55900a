import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { lookAtOwnCode } from './own-code.ts'

const hex = (text: string) => createHash('sha256').update(text).digest('hex')
const sri = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const built = 'Of https://origin.invalid by {{operator.name}}.'
const sent = 'Of https://vault.example by Smith &amp; Sons.'
const headers = { 'content-security-policy': "default-src 'none'" }
const list = {
  format: 2,
  version: '1.2.3',
  headers: [headers],
  files: {
    '/app.js': { sha256: hex('app'), headers: 0 },
    '/sw.js': { sha256: hex('worker'), headers: 0 },
    '/terms': {
      sha256: hex(built),
      headers: 0,
      places: [
        [3, 'https://origin.invalid'],
        [29, '{{operator.name}}'],
      ],
    },
  },
}
const config = { public_url: 'https://vault.example', operator: { name: 'Smith & Sons' } }
const map = { '/app.js': sri('app') }

/** A server that answers these things, with the headers of the list. */
const serving = (others: Record<string, string> = {}, sentHeaders: Record<string, string> = headers) => {
  const answers: Record<string, string> = {
    '/build.json': JSON.stringify(list),
    '/config.json': JSON.stringify(config),
    '/sw.js': 'worker',
    '/terms': sent,
    ...others,
  }
  return async (address: string) => {
    const body = answers[address]
    return new Response(body ?? null, { status: body === undefined ? 404 : 200, headers: sentHeaders })
  }
}

test('a page whose scripts and documents are as listed passes, with the words of the installation in them', async () => {
  expect(await lookAtOwnCode(['/terms'], { map, ask: serving() })).toEqual({
    version: '1.2.3',
    sha256: hex(JSON.stringify(list)),
    list: JSON.stringify(list),
    compared: 2,
    differing: [],
  })
})

test.each([
  ['a script that the page vouches for', {}, { '/app.js': sri('other') }, ['/app.js']],
  ['a script that no list has', {}, { ...map, '/added.js': sri('added') }, ['/added.js']],
  ['the service worker', { '/sw.js': 'worker //' }, map, ['/sw.js']],
  ['a document', { '/terms': `${sent}!` }, map, ['/terms']],
  ['a word of the installation', { '/terms': sent.replace('&amp;', '<script>') }, map, ['/terms']],
])('%s is named when it differs', async (_, answers, map, differing) => {
  expect(await lookAtOwnCode(['/terms'], { map, ask: serving(answers) })).toMatchObject({ differing })
})

test('other headers are a difference, and a list that does not come is no result', async () => {
  const open = { 'content-security-policy': "script-src 'unsafe-inline'" }
  expect(await lookAtOwnCode([], { map, ask: serving({}, open) })).toMatchObject({ differing: ['/sw.js'] })
  await expect(lookAtOwnCode(['/gone'], { map, ask: serving() })).rejects.toThrow('/gone answered 404')
})
