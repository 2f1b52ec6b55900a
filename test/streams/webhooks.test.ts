import { createHash, createHmac } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js'
import { describe, expect, test } from 'vitest'
import { ageRows } from '../support/server/age-rows.ts'
import { ROOT } from '../support/server/server-process.ts'
import { call, deliver, makeEvents, owner, server, stageStreams, stateOf } from './stream-stage.ts'
import { address, addWebhook, answerWith, eventsOf, lastOf, marksOf, receiver, stageReceiver } from './webhook-stage.ts'

stageStreams()
stageReceiver()

type Check = (request: { url: string; headers: object; body: string }, secret: string) => Promise<boolean>

/** The code as it is printed. */
async function checkOfGuide(): Promise<Check> {
  const guide = fs.readFileSync(path.join(ROOT, 'web/site/documentation/guides/event-streams.md'), 'utf8')
  const [, code = ''] = /```js verify\n([^]*?)```/.exec(guide) ?? []
  const file = path.join(server.config.dataDir, 'check.mjs')
  fs.writeFileSync(file, code.replaceAll('http://localhost:3000', server.url))
  const { isAuthentic } = (await import(/* @vite-ignore */ file)) as { isAuthentic: Check }
  return isAuthentic
}

describe('a webhook', () => {
  test('gets events in the order of the log, in batches, each once', async () => {
    const { id } = await addWebhook()
    const marks = await makeEvents(230)
    await deliver()
    expect(marksOf(receiver.received)).toEqual(marks)
    expect(receiver.received.map((one) => eventsOf(one).length)).toEqual([100, 100, 30])
    const indexes = receiver.received.flatMap((one) => eventsOf(one).map(({ leaf_index: index }) => index))
    expect(indexes).toEqual(Array.from(indexes, (_, at) => (indexes[0] ?? 0) + at))
    await deliver()
    expect(receiver.received).toHaveLength(3)
    expect(await stateOf(id)).toMatchObject({ sent: 230, filtered: 0, failed_tries: 0, waiting: 0, last_error: null })
  })

  test('gets what the filter lets through', async () => {
    const { id } = await addWebhook({ categories: ['data_access'], least_risk: 'high' })
    await makeEvents(2, { category: 'auth', risk: 'critical' })
    const [wanted] = await makeEvents(1, { category: 'data_access', risk: 'high' })
    await makeEvents(2, { category: 'data_access', risk: 'medium' })
    await deliver()
    expect(marksOf(receiver.received)).toEqual([wanted])
    expect(await stateOf(id)).toMatchObject({ sent: 1, filtered: 4, waiting: 0 })
  })

  test('is signed twice: as Standard Webhooks has it, and against quantum computers', async () => {
    const { secret } = await addWebhook()
    await makeEvents(1)
    await deliver()
    const { headers, body } = lastOf(receiver)
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const text = `${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(text).digest('base64')}`)

    const { keys } = (await (await fetch(`${server.url}/streams/v1/keys`)).json()) as {
      keys: { kid: string; pub: string }[]
    }
    const [, names = '', parameters = ''] = /^qs=((?:\(.*?\)))(.*)$/.exec(String(headers['signature-input'])) ?? []
    expect(parameters).toContain(`keyid="${keys[0]?.kid}";alg="ml-dsa-65"`)
    expect(headers['content-digest']).toBe(`sha-256=:${createHash('sha256').update(body).digest('base64')}:`)
    const derived: Record<string, string> = { '@method': 'POST', '@target-uri': address() }
    const covered = [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name)
    expect(covered).toEqual([
      '@method',
      '@target-uri',
      'content-digest',
      'content-type',
      'webhook-id',
      'webhook-timestamp',
    ])
    const lines = covered.map((name) => `"${name}": ${derived[name] ?? String(headers[name])}`)
    const base = Buffer.from([...lines, `"@signature-params": ${names}${parameters}`].join('\n'))
    const signature = Buffer.from(String(headers['signature']).slice(4, -1), 'base64')
    const publicKey = Buffer.from(keys[0]?.pub ?? '', 'base64url')
    expect(ml_dsa65.verify(signature, base, publicKey)).toBe(true)
    expect(ml_dsa65.verify(signature, Buffer.concat([base, Buffer.from(' ')]), publicKey)).toBe(false)
  })

  test('is checked by the program in the guide', async () => {
    const { secret } = await addWebhook()
    await makeEvents(2)
    await deliver()
    const { headers, body } = lastOf(receiver)
    const isAuthentic = await checkOfGuide()
    const arrived = { url: address(), headers, body }
    const signature = String(headers['signature'])
    expect(await isAuthentic(arrived, secret)).toBe(true)
    expect(await isAuthentic({ ...arrived, body: `${body} ` }, secret)).toBe(false)
    expect(await isAuthentic({ ...arrived, url: `${address()}/other` }, secret)).toBe(false)
    expect(await isAuthentic(arrived, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false)
    const forged = signature.replace(/^qs=:..../, (start) => (start === 'qs=:AAAA' ? 'qs=:BBBB' : 'qs=:AAAA'))
    expect(await isAuthentic({ ...arrived, headers: { ...headers, signature: forged } }, secret)).toBe(false)
    const old = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 301) }
    expect(await isAuthentic({ ...arrived, headers: old }, secret)).toBe(false)
  })

  test('is signed with both secrets for a day after they changed', async () => {
    const { id, secret } = await addWebhook()
    const rotated = (await call<{ secret: string }>(owner, 'POST', `/${id}/secret`)).body.secret
    expect(rotated).not.toBe(secret)
    const signaturesOf = async () => {
      await makeEvents(1)
      await deliver()
      return String(receiver.received.at(-1)?.headers['webhook-signature']).split(' ')
    }
    expect(await signaturesOf()).toHaveLength(2)
    await ageRows(
      server.database,
      { table: 'streams.states', where: 'r.stream_id = $1', values: [id], columns: ['earlier_until'] },
      '23 hours 59 minutes',
    )
    expect(await signaturesOf()).toHaveLength(2)
    await ageRows(
      server.database,
      { table: 'streams.states', where: 'r.stream_id = $1', values: [id], columns: ['earlier_until'] },
      '2 minutes',
    )
    const [signature, ...others] = await signaturesOf()
    expect(others).toEqual([])
    const { headers, body } = lastOf(receiver)
    const text = `${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`
    const key = Buffer.from(rotated.replace('whsec_', ''), 'base64')
    expect(signature).toBe(`v1,${createHmac('sha256', key).update(text).digest('base64')}`)
  })

  test('in OCSF names class and place', async () => {
    await addWebhook({ format: 'ocsf' })
    await makeEvents(1)
    await deliver()
    const { data } = JSON.parse(receiver.received[0]?.body ?? '') as { data: unknown[] }
    expect(data).toMatchObject([{ class_uid: 3002, metadata: { sequence: expect.any(Number) } }])
  })
})

test('an event that was removed from the database is sent as what the log holds of it', async () => {
  const { id } = await addWebhook()
  const [mark] = await makeEvents(1)
  await server.database.asOwner(async (db) => {
    await db.query({ text: `set local session_replication_role = replica` })
    await db.query({ text: `delete from public.system_audit_log where details ->> 'mark' = $1`, values: [mark] })
  })
  await deliver()
  expect(receiver.received.flatMap(eventsOf)).toMatchObject([{ event_type: 'login.failed', details: {} }])
  expect(await stateOf(id)).toMatchObject({ sent: 1 })
})

test('a very long event is shortened, and those behind it come', async () => {
  await addWebhook()
  const [long] = await makeEvents(1, { details: { text: 'ä'.repeat(40_000) } })
  const [next] = await makeEvents(1)
  await deliver()
  const [shortened, whole] = receiver.received.flatMap(eventsOf)
  expect(shortened?.details).toEqual({ shortened: true })
  expect([long, whole?.details.mark]).toEqual([long, next])
})

test('"Send test" shows what was sent and what was answered, and nothing that the receiver wrote', async () => {
  const { id, secret } = await addWebhook()
  const sent = await call(owner, 'POST', `/${id}/test`)
  expect(sent.body).toMatchObject({ status: 204, failure: null, shown: expect.stringContaining('event_streams.test') })
  expect(receiver.received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([{ type: 'audit.events' }])
  receiver.answer = answerWith(418)
  const refused = await call(owner, 'POST', `/${id}/test`)
  expect(refused.body).toMatchObject({ status: 418, failure: { problem: 'answered', number: 418 } })
  expect(JSON.stringify(refused.body)).not.toContain('inner service')
  expect(JSON.stringify(refused.body)).not.toContain(secret)
  expect(await stateOf(id)).toMatchObject({ sent: 0, failed_tries: 0 })
})
