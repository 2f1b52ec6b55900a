import { expect, test } from 'vitest'
import { refusalOf } from '#vault/session/api.ts'
import { VaultError } from '#web/lib/remote/vault-client.ts'
import { said } from './said.ts'

const TOO_LONG = 'The text is longer than the server takes at once. It is still here: shorten it and try again.'
const AWAY = 'The server cannot be reached now. What you typed is still here: try again in a moment.'

test.each([
  [
    'a model that is away',
    { status: 502, code: 'unreachable', message: 'The language model cannot be reached.' },
    'The language model cannot be reached.',
  ],
  [
    'a model that reads less',
    { status: 413, code: 'too_long', message: 'The question is longer than the uploaded model reads.' },
    'The question is longer than the uploaded model reads.',
  ],
  [
    'no more room',
    { status: 413, code: 'studio_limit', message: 'There are as many of these as there may be.' },
    'There are as many of these as there may be.',
  ],
  [
    'a request that is too large',
    { status: 413, code: 'bad_request', message: 'The request cannot be read' },
    TOO_LONG,
  ],
  ['a proxy that takes less', { status: 413, message: 'Request Entity Too Large' }, TOO_LONG],
  ['a proxy without a server', { status: 502, message: 'Bad Gateway' }, AWAY],
  ['a gateway that gave up', { status: 504 }, AWAY],
])('%s is told in words of the studio', (_name, refusal, sentence) => {
  expect(said(refusalOf(refusal))).toBe(sentence)
})

test('a line that is cut loses nothing, and files are named nowhere', () => {
  expect(said(new VaultError('offline', 'The server could not be reached.'))).toBe(AWAY)
})
