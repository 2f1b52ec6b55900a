import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { startFauxqs } from 'fauxqs'
import { expect, onTestFinished, test } from 'vitest'
import { startOwnWitness } from '../support/own-witness.ts'
import { freePort } from '../support/server/server-process.ts'
import { DoctorStage, wrongIn } from './doctor-stage.ts'

/** What the gate in front of the S3 server does with a request; undefined lets it through. */
type Gate = (request: http.IncomingMessage) => { status: number; body: string } | undefined

/** A server with a bucket and a database elsewhere should have one. */
const SECRETS_KEY = randomBytes(32).toString('base64')
const REFUSED = { status: 403, body: '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>' }
const isObject = ({ url = '' }: http.IncomingMessage) => url.startsWith('/vault/blobs/')

const versions =
  (rule: string | undefined): Gate =>
  ({ method, url = '' }) => {
    const { searchParams } = new URL(url, 'http://localhost')
    if (method !== 'GET') return undefined
    if (searchParams.has('versioning'))
      return { status: 200, body: '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>' }
    if (!searchParams.has('lifecycle')) return undefined
    if (rule === undefined) return { status: 404, body: '<Error><Code>NoSuchLifecycleConfiguration</Code></Error>' }
    return { status: 200, body: `<LifecycleConfiguration><Rule>${rule}</Rule></LifecycleConfiguration>` }
  }

test.each<[check: string, saw: string, gate: Gate]>([
  [
    'problem content-store',
    'not used to write content',
    (r) => (r.method === 'PUT' && isObject(r) ? REFUSED : undefined),
  ],
  [
    'problem content-store',
    'not used to read content',
    (r) => (r.method === 'GET' && isObject(r) ? REFUSED : undefined),
  ],
  ['problem content-store', 'not used to remove content', (r) => (r.method === 'DELETE' ? REFUSED : undefined)],
  ['problem content-store', 'HTTP 403', (r) => (r.method === 'HEAD' && !isObject(r) ? REFUSED : undefined)],
  ['warning bucket-versions', 'keeps old versions for good', versions(undefined)],
  [
    'warning bucket-versions',
    'keeps old versions for good',
    versions('<Status>Enabled</Status><Expiration><Days>9</Days></Expiration>'),
  ],
  [
    'ok bucket-versions',
    'after some days',
    versions(
      '<Status>Enabled</Status><NoncurrentVersionExpiration><NoncurrentDays>9</NoncurrentDays></NoncurrentVersionExpiration>',
    ),
  ],
  ['ok content-store', 'read and removed', () => undefined],
  ['skipped bucket-versions', 'does not say', (r) => (/[?&]versioning/.test(r.url ?? '') ? REFUSED : undefined)],
])('%s: a bucket of which this is said: %s', async (outcome, saw, gate) => {
  const stage = await new DoctorStage().prepare()
  const endpoint = await startGate(gate)

  const results = await stage.examine({ ...bucketAt(endpoint), SECRETS_KEY })

  const isWrong = /^(problem|warning)/.test(outcome)
  expect(wrongIn(results)).toEqual(isWrong ? [outcome] : [])
  const found = results.find(({ check }) => outcome.endsWith(` ${check}`))
  expect(found).toMatchObject({ state: outcome.split(' ')[0], saw: expect.stringContaining(saw) })
  expect(JSON.stringify(results)).not.toContain('geheim')
})

test('a bucket that is not there, or a server that is not, is found', async () => {
  const stage = await new DoctorStage().prepare()
  const endpoint = await startGate(() => undefined)

  const lost = await stage.examine({ ...bucketAt(endpoint), SECRETS_KEY, S3_BUCKET: 'lost' })
  const away = await stage.examine({ ...bucketAt(`http://127.0.0.1:${await freePort()}`), SECRETS_KEY })

  expect([wrongIn(lost), wrongIn(away)]).toEqual([['problem content-store'], ['problem content-store']])
  expect(lost.find(({ check }) => check === 'content-store')?.saw).toContain('The bucket lost at')
})

test('a witness that does not answer is found', async () => {
  const stage = await new DoctorStage().prepare()
  const witness = await startOwnWitness()
  const settings = { LEDGER_WITNESSES: witness.setting }

  const [answered] = (await stage.examine(settings)).filter(({ check }) => check === 'witnesses')
  witness.stop()
  const results = await stage.examine(settings)

  expect(answered).toEqual({ check: 'witnesses', state: 'ok', saw: 'Every witness answers.' })
  expect(wrongIn(results)).toEqual(['warning witnesses'])
})

const bucketAt = (endpoint: string): Record<string, string> => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: 'vault',
  S3_ACCESS_KEY_ID: 'test',
  S3_SECRET_ACCESS_KEY: 'geheim',
})

/** An S3 server from npm, which checks no rights, behind a gate that does. @returns its address. */
async function startGate(gate: Gate): Promise<string> {
  const s3 = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  const behind = `http://127.0.0.1:${s3.port}`
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: behind,
    forcePathStyle: true,
    credentials: { accessKeyId: 'test', secretAccessKey: 'geheim' },
  })
  await client.send(new CreateBucketCommand({ Bucket: 'vault' }))
  const server = http.createServer((incoming, outgoing) => {
    const answer = gate(incoming)
    if (answer) {
      incoming.resume()
      incoming.once('end', () =>
        outgoing.writeHead(answer.status, { 'content-type': 'application/xml' }).end(answer.body),
      )
      return
    }
    const asking = http.request(behind + incoming.url, { method: incoming.method, headers: incoming.headers })
    asking.on('response', (given) => {
      outgoing.writeHead(given.statusCode ?? 500, given.headers)
      given.pipe(outgoing)
    })
    incoming.pipe(asking)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await s3.stop()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
