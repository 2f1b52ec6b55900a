import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import https from 'node:https'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { needs } from '#crypto/testing/needs.ts'
import { findProxy, type ProxyName } from '../../scripts/proxies.mjs'
import { createAuthority, hasOpenssl } from '../support/counterparts/test-authority.ts'
import { signedInPerson } from '../support/people/people.ts'
import { textOf } from '../support/raw-realtime.ts'
import { freePort, ROOT } from '../support/server/server-process.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'
import { shortLivedFolder } from '../support/short-lived.ts'

const authority = hasOpenssl ? createAuthority() : undefined
const STARTS_MS = 30_000
const METRICS_TOKEN = 'a token for the tests'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: 'true', METRICS_TOKEN })
})
afterAll(async () => {
  await server.stop()
  if (authority) fs.rmSync(authority.folder, { recursive: true, force: true })
})

const example = (name: string): string => fs.readFileSync(path.join(ROOT, 'examples/proxies', name), 'utf8')

/** Replaces what every operator does, and nothing else. */
function filled(text: string, values: Record<string, string>): string {
  let result = text
  for (const [from, to] of Object.entries(values)) {
    if (!result.includes(from)) throw new Error(`the example has no ${from}`)
    result = result.replaceAll(from, to)
  }
  return result
}

type Setup = { folder: string; port: number; backend: string; cert: string; key: string }

const setups: Record<ProxyName, (setup: Setup) => string[]> = {
  nginx({ folder, port, backend, cert, key }) {
    const site = filled(example('nginx.conf'), {
      'listen 443 ': `listen 127.0.0.1:${port} `,
      '127.0.0.1:3000': backend,
      '/etc/ssl/files.pem': cert,
      '/etc/ssl/private/files.key': key,
    })
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder};`)
    const around = `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${temporary.join(' ')}\n${site}\n}`
    fs.writeFileSync(path.join(folder, 'conf'), around)
    return ['-p', folder, '-c', path.join(folder, 'conf'), '-g', 'daemon off; master_process off;']
  },
  haproxy({ folder, port, backend, cert, key }) {
    const both = path.join(folder, 'both.pem')
    fs.writeFileSync(both, fs.readFileSync(cert, 'utf8') + fs.readFileSync(key, 'utf8'))
    const values = {
      'bind :443 ': `bind 127.0.0.1:${port} `,
      '127.0.0.1:3000': backend,
      '/etc/ssl/private/files.pem': both,
    }
    fs.writeFileSync(path.join(folder, 'conf'), filled(example('haproxy.cfg'), values))
    return ['-db', '-f', path.join(folder, 'conf')]
  },
  caddy({ folder, port, backend, cert, key }) {
    const values = {
      'files.example.org {': `https://localhost:${port} {\n\ttls ${cert} ${key}`,
      '127.0.0.1:3000': backend,
    }
    const text = `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${filled(example('Caddyfile'), values)}`
    fs.writeFileSync(path.join(folder, 'Caddyfile'), text)
    return ['run', '--config', path.join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  },
}

describe.each<ProxyName>(['nginx', 'haproxy', 'caddy'])('%s, by its example', (name) => {
  const program = findProxy(name)
  describe('in front of a server', needs(program && authority, `${name} and openssl`), () => {
    const folder = fs.mkdtempSync(path.join(shortLivedFolder(), `quantumshield-${name}-`))
    let proxy: ChildProcess
    let port: number
    let log = ''

    beforeAll(async () => {
      if (!program || !authority) throw new Error('nothing to start')
      port = await freePort()
      const { cert, key } = authority.files
      const words = setups[name]({ folder, port, backend: new URL(server.url).host, cert, key })
      const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, LD_LIBRARY_PATH: program.libraries }
      proxy = spawn(program.command, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
      for (const output of [proxy.stdout, proxy.stderr])
        output?.on('data', (chunk: Buffer) => (log += chunk.toString()))
      for (const until = Date.now() + STARTS_MS; !(await isUp()); await sleep(50))
        if (Date.now() > until || proxy.exitCode !== null) throw new Error(`${name} did not start:\n${log}`)
    })
    const isUp = () =>
      ask('/livez').then(
        ({ status }) => status === 200,
        () => false,
      )
    afterAll(async () => {
      if (proxy.exitCode === null && proxy.kill('SIGTERM')) await once(proxy, 'exit')
      fs.rmSync(folder, { recursive: true, force: true })
    })

    type Answer = { status: number; headers: Record<string, unknown>; body: Buffer }
    async function ask(
      to: string,
      options: { method?: string; headers?: object; body?: Buffer } = {},
    ): Promise<Answer> {
      const { method = 'GET', body } = options
      const headers = { apikey: server.secrets.publishableKeys[0], ...options.headers }
      const request = https.request({
        host: 'localhost',
        port,
        path: to,
        method,
        headers,
        ca: authority?.ca,
        agent: false,
      })
      request.end(body)
      const [response] = await new Promise<[import('node:http').IncomingMessage]>((resolve, reject) =>
        request.once('response', (found) => resolve([found])).once('error', reject),
      )
      return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }
    }

    test('the site comes through', async () => {
      const page = await ask('/')
      expect(page.status).toBe(200)
      expect(page.body.toString()).toContain('QuantumShield')
    })

    test.each(['/metrics', '/metrics?', '/%6Detrics', '//metrics', '/x/../metrics'])(
      'the metrics do not, as %s',
      async (address) => {
        const { body } = await ask(address, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
        expect(body.toString()).not.toContain('quantumshield_http_requests_total')
      },
    )

    test('content is stored and comes back byte for byte, and nothing of it is compressed', async () => {
      const person = await signedInPerson(server)
      const token = person.session.access_token
      const body = randomBytes(12_000_000)
      const to = `/storage/v1/object/encrypted-files/${person.session.user.id}/${randomBytes(4).toString('hex')}`
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
      const stored = await ask(to, { method: 'POST', headers: { ...headers, 'content-length': body.length }, body })
      expect(stored.status, stored.body.toString()).toBe(200)
      const back = await ask(to, { headers: { ...headers, 'accept-encoding': 'gzip, br' } })
      expect(back.headers['content-encoding']).toBeUndefined()
      const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
      expect(hash(back.body)).toBe(hash(body))
    })

    test('what a caller claims about its address does not count', async () => {
      const { email, password, session } = await signedInPerson(server)
      const answer = await ask('/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers: { 'x-forwarded-for': '203.0.113.9', 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify({ email, password })),
      })
      expect(answer.status).toBe(200)
      const { rows } = await server.database.owner<{ ip: string }>(
        'select host(ip) as ip from auth.sessions where user_id = $1 order by created_at desc limit 1',
        [session.user.id],
      )
      expect(rows[0]?.ip).toBe('127.0.0.1')
    })

    test('a WebSocket is opened and answers', async () => {
      const key = server.secrets.publishableKeys[0]
      const address = `wss://localhost:${port}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`
      const socket = new WebSocket(address, { ca: authority?.ca })
      const answered = new Promise<string>((resolve, reject) =>
        socket.once('message', (data) => resolve(textOf(data))).once('error', reject),
      )
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
      socket.send(JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '1' }))
      expect(await answered).toContain('"ok"')
      socket.close()
    })
  })
})
