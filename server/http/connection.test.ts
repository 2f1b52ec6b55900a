import fs from 'node:fs'
import https from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { execFileSync } from 'node:child_process'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Connection, connectionFacts } from './connection.ts'
import { tlsGroup } from './tls.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-tls-'))
const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]

describe('what a visitor learns about their connection', () => {
  let close: () => Promise<void>
  let port = 0
  beforeAll(async () => {
    const subject = ['-subj', '/CN=localhost', '-days', '2']
    const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', cert]
    execFileSync('openssl', ['req', '-x509', ...made, ...subject], { stdio: 'ignore' })
    const app = Fastify({ https: { key: fs.readFileSync(key), cert: fs.readFileSync(cert) } })
    connectionFacts(app)
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
    close = () => app.close()
  })
  afterAll(async () => {
    await close()
    fs.rmSync(folder, { recursive: true })
  })

  test.each(['X25519MLKEM768', 'X25519', 'secp256r1'])(
    'names the group that a client offering only %s gets',
    async (group) => {
      const { tls } = await ask(port, group)
      expect(tls).toMatchObject({ version: 'TLSv1.3', group })
    },
  )

  test('says nothing of TLS over plain HTTP', async () => {
    const app = Fastify()
    connectionFacts(app)
    expect((await app.inject('/connection.json')).json()).toEqual({ tls: null })
  })
})

test.each([
  ['nothing', undefined],
  ['no bytes', new Uint8Array()],
  ['no sequence', Uint8Array.of(2, 1, 5)],
  ['a length over the end', Uint8Array.of(0x30, 0x82, 0xff, 0xff, 1)],
  ['a session without a group', Uint8Array.of(0x30, 3, 2, 1, 1)],
])('%s names no group', (_, session) => {
  expect(tlsGroup(session)).toBeNull()
})

function ask(port: number, ecdhCurve: string): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const options = { port, path: '/connection.json', rejectUnauthorized: false, ecdhCurve, agent: false }
    https
      .get(options, (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
        answer.on('end', () => resolve(JSON.parse(text) as Connection))
      })
      .on('error', reject)
  })
}
