import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DatabaseBusyError } from '#server/db/database-busy-error.ts'
import { Refusal, refusalsOf, refuseWith } from './refusal.ts'

class KnownError extends Error {}
const refused = refusalsOf({ gone: [410, 'It was ended by its owner'] })
const errors: Record<string, () => Error> = {
  gone: () => refused('gone'),
  busy: () => new DatabaseBusyError('No connection came free'),
  wait: () => new Refusal(429, 'over_request_rate_limit', 'Wait', { retryAfterSeconds: 7 }),
  known: () => new KnownError('known to this service'),
  unforeseen: () => new Error('secret detail'),
}
const lines: string[] = []
let app: FastifyInstance

beforeAll(async () => {
  app = Fastify({ logger: { level: 'error', stream: { write: (line) => void lines.push(line) } } })
  app.setErrorHandler(
    refuseWith('the work failed', {
      translate: (error) => (error instanceof KnownError ? new Refusal(422, 'known', 'Known') : undefined),
      unforeseen: () => new Refusal(500, 'internal', 'Nothing was changed; try again.'),
    }),
  )
  app.get('/:error', async (request) => {
    throw errors[(request.params as { error: string }).error]?.()
  })
  app.post('/', { bodyLimit: 10 }, async () => 'stored')
  await app.ready()
})
beforeEach(() => void lines.splice(0))
afterAll(() => app.close())

describe('a service refuses', () => {
  test.each([
    ['gone', 410, { code: 'gone', message: 'It was ended by its owner' }],
    ['known', 422, { code: 'known', message: 'Known' }],
    ['wait', 429, { code: 'over_request_rate_limit', message: 'Wait' }],
    ['busy', 503, { code: 'busy', message: 'No connection came free' }],
  ])('%s with its status and code, and logs nothing', async (name, status, body) => {
    const answer = await app.inject(`/${name}`)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual(body)
    expect(lines).toEqual([])
  })

  test('with the seconds to wait where waiting helps', async () => {
    const retryAfter = async (name: string) => (await app.inject(`/${name}`)).headers['retry-after']
    expect(await retryAfter('wait')).toBe('7')
    expect(await retryAfter('busy')).toBe('2')
    expect(await retryAfter('gone')).toBeUndefined()
  })

  test('a request that Fastify cannot read, with the same form', async () => {
    const answer = await app.inject({ method: 'POST', url: '/', payload: { text: 'longer than ten bytes' } })
    expect(answer.statusCode).toBe(413)
    expect(answer.json()).toEqual({ code: 'bad_request', message: 'The request cannot be read' })
  })

  test('a failure that nobody foresaw without its details, which the log has', async () => {
    const answer = await app.inject('/unforeseen')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('secret detail')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('the work failed')
    expect(lines[0]).toContain('secret detail')
  })
})
