import { expect, test } from 'vitest'
import { readPublicCheckpoint } from './public-checkpoint.ts'

const answering = (text: string, status = 200) => readPublicCheckpoint(async () => new Response(text, { status }))
const ROOT = Buffer.alloc(32, 10)

test('the state of the log is read from its checkpoint', async () => {
  expect(await answering(`a/log\n12\n${ROOT.toString('base64')}\n\n— a/log x\n`)).toEqual({
    size: 12,
    root: ROOT.toString('hex'),
  })
})

test.each([
  ['', 200],
  ['<!doctype html>', 200],
  [`a/log\n12\n${ROOT.toString('base64').slice(4)}\n`, 200],
  [`a/log\n-1\n${ROOT.toString('base64')}\n`, 200],
  [`a/log\n12\n${ROOT.toString('base64')}\n`, 409],
])('%j with status %i is none', async (text, status) => {
  await expect(answering(text, status)).rejects.toThrow('checkpoint')
})
