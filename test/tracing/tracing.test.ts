import { randomBytes } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { beforeAll, afterAll, expect, onTestFinished, test } from 'vitest'
import { environmentOf, startS3 } from '../support/counterparts/s3-server.ts'
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../support/counterparts/otlp-receiver.ts'
import { newEmail, PASSWORD } from '../support/people/people.ts'
import { type PlainNode, startPlainNode } from '../support/server/plain-node.ts'
import { createTestDatabase, type TestDatabase } from '../support/server/test-database.ts'

/** Prints which modules of OpenTelemetry a process resolves, but its API, which prom-client loads. */
const WATCH_IMPORTS = `data:text/javascript,${encodeURIComponent(
  `import { registerHooks } from 'node:module'
   registerHooks({ resolve(name, context, next) {
     if (name.startsWith('@opentelemetry/') && name !== '@opentelemetry/api') process.stderr.write('loads ' + name + '\\n')
     return next(name, context)
   } })`,
)}`
const SECRETS_KEY = randomBytes(32).toString('base64')
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const traceparent = `00-${TRACE}-${PARENT}-01`

let db: TestDatabase
let receiver: OtlpReceiver
beforeAll(async () => {
  db = await createTestDatabase()
  receiver = await startOtlpReceiver()
})
afterAll(async () => {
  await receiver.stop()
  await db.drop()
})

async function startTraced(settings: Record<string, string>): Promise<PlainNode> {
  return startPlainNode(db, {
    MAILER_AUTOCONFIRM: 'true',
    SECRETS_KEY,
    NODE_OPTIONS: `--import=${WATCH_IMPORTS}`,
    ...settings,
  })
}

async function keyOf(url: string): Promise<string> {
  const config: { publishable_key: string } = JSON.parse(await (await fetch(`${url}/config.json`)).text())
  return config.publishable_key
}

const childrenOf = (spans: ReceivedSpan[], { traceId, spanId }: ReceivedSpan) =>
  spans.filter((one) => one.traceId === traceId && one.parentId === spanId)

test('spans tell of requests, transactions, the bucket and jobs, and of nobody', async () => {
  const s3 = await startS3()
  onTestFinished(() => s3.stop())
  const secret = `planted-${randomBytes(12).toString('hex')}`
  const node = await startTraced({
    ...environmentOf(s3.settings),
    OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=of%20the%20collector',
    OTEL_SERVICE_NAME: 'vault of a test',
  })
  const key = await keyOf(node.url)
  const email = newEmail().replace('@', `-${secret}@`)
  const client = createClient(node.url, key, { auth: { autoRefreshToken: false } })
  const { data } = await client.auth.signUp({
    email,
    password: `${PASSWORD} ${secret}`,
    options: { data: { first_name: secret } },
  })
  expect(data.user?.email).toBe(email)
  const files = client.storage.from('encrypted-files')
  const name = `${data.user?.id}/${secret}`
  expect((await files.upload(name, randomBytes(5000))).error).toBeNull()
  expect((await files.download(name)).error).toBeNull()
  await client.from('profiles').select('user_id').eq('first_name', secret)
  await client.auth.resetPasswordForEmail(email)
  await client.auth.signInWithPassword({ email, password: secret })
  const headers = {
    traceparent,
    cookie: secret,
    authorization: `Bearer ${secret}`,
    'user-agent': secret,
    'x-forwarded-for': secret,
  }
  await fetch(`${node.url}/rest/v1/${secret}?apikey=${secret}`, { headers })
  await fetch(`${node.url}/${secret}?token=${secret}`, { headers })
  await expect.poll(() => receiver.spans().some((span) => span.name.startsWith('job '))).toBe(true)
  await node.stop()

  const spans = receiver.spans()
  const find = (wanted: string) => spans.find((span) => span.name === wanted)
  const signUp = find('POST /auth/v1/signup')
  expect(signUp?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/auth/v1/signup',
    'http.response.status_code': 200,
  })
  expect(signUp && childrenOf(spans, signUp).map(({ attributes }) => attributes['db.system.name'])).toContain(
    'postgresql',
  )
  const uploaded = spans.find(({ attributes }) => attributes['quantumshield.bucket.call'] === 'commit')
  const ofUpload = spans.find(({ spanId }) => spanId === uploaded?.parentId)
  expect(ofUpload?.name).toMatch(/^(POST|PUT) \/storage\/v1\/object/)
  expect(spans.some(({ attributes }) => attributes['quantumshield.bucket.call'] === 'read')).toBe(true)
  expect(spans.find(({ name: one }) => one.startsWith('job '))?.parentId).toBe('')
  expect(receiver.resources()[0]).toEqual({ 'service.name': 'vault of a test' })
  expect(receiver.raw().includes('"x-collector-key":"of the collector"')).toBe(true)

  // Nobody vouches for what the caller said of a trace.
  expect(spans.map(({ traceId }) => traceId)).not.toContain(TRACE)
  for (const planted of [secret, email, data.user?.id ?? '', db.connection.database ?? '', process.cwd(), key])
    expect(receiver.raw().includes(planted), planted).toBe(false)
})

test('a trace continues where the proxy in front is trusted, and what it decided is kept', async () => {
  const node = await startTraced({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    TRUST_PROXY: 'true',
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  const before = receiver.spans().length
  const ask = (parent: string) => fetch(`${node.url}/config.json`, { headers: { traceparent: parent } })
  await ask(traceparent)
  await ask(`00-${TRACE}-${PARENT}-00`)
  await ask('00-not-a-trace-01')
  await node.stop()

  const requests = receiver
    .spans()
    .slice(before)
    .filter(({ name }) => name.startsWith('GET '))
  expect(requests).toMatchObject([{ name: 'GET /config.json', traceId: TRACE, parentId: PARENT }])
})

test('a collector that is away is no matter for requests, nor for a stop', async () => {
  const node = await startTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  expect((await fetch(`${node.url}/config.json`)).status).toBe(200)
  node.process.kill('SIGTERM')
  expect(await node.process.ended).toBe(0)
  expect(node.process.log().match(/Traces cannot be sent to 127\.0\.0\.1:9 /g)).toHaveLength(1)
})

test('without the setting nothing of OpenTelemetry is loaded', async () => {
  const off = await startTraced({})
  expect((await fetch(`${off.url}/config.json`)).status).toBe(200)
  expect(off.process.log()).not.toContain('loads @opentelemetry/')

  const on = await startTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url })
  expect(on.process.log()).toContain('loads @opentelemetry/')
})
