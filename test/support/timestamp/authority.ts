import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'

/** Whether this computer has the program that plays the authority. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

const CONFIG = `
[req]
distinguished_name = name
prompt = no
[name]
CN = Test Root
[root]
basicConstraints = critical, CA:TRUE
[stamping]
basicConstraints = critical, CA:FALSE
extendedKeyUsage = critical, timeStamping
[other]
basicConstraints = critical, CA:FALSE
extendedKeyUsage = critical, serverAuth
[tsa]
default_tsa = stamp
[stamp]
serial = $ENV::TSA/serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`

export type Authority = {
  readonly url: string
  /** Certificate that issued that of the authority. */
  readonly rootPem: string
  /** Answers to come; empty for that of the authority. */
  readonly answers: (() => { status: number; body: Uint8Array })[]
  readonly asked: number
  /** What `openssl ts` says of an answer: a check that is not ours. */
  verify: (stamped: Uint8Array, reply: Uint8Array) => boolean
  /** A token that is signed as it has to be, with a certificate for something else. */
  signAsWebServer: (info: Uint8Array) => Uint8Array
  stop: () => void
}

/** A time-stamping authority over HTTP, played by `openssl ts`. */
export async function startAuthority(): Promise<Authority> {
  const desk = openDesk()
  const state = { asked: 0 }
  const answers: Authority['answers'] = []
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      state.asked += 1
      const { status, body } = answers.shift()?.() ?? { status: 200, body: desk.stamp(Buffer.concat(chunks)) }
      response.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    rootPem: desk.rootPem,
    answers,
    get asked() {
      return state.asked
    },
    verify: (stamped, reply) => desk.verify(stamped, reply),
    signAsWebServer: (info) => desk.signAsWebServer(info),
    stop() {
      server.close()
      desk.close()
    },
  }
}

/** A folder with the keys and certificates of an authority, and the program that uses them. */
function openDesk() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-authority-'))
  const file = (name: string): string => path.join(folder, name)
  const settings = { cwd: folder, env: { ...process.env, TSA: folder } }
  const openssl = (command: string): Buffer =>
    execFileSync('openssl', command.split(' '), { ...settings, stdio: ['ignore', 'pipe', 'pipe'] })
  fs.writeFileSync(file('ca.cnf'), CONFIG)
  fs.writeFileSync(file('serial'), '01\n')
  const newKey = '-newkey rsa:2048 -nodes -config ca.cnf'
  openssl(`req -x509 ${newKey} -keyout root.key -out root.pem -days 30 -extensions root`)
  const issue = '-CA root.pem -CAkey root.key -CAcreateserial -days 20 -extfile ca.cnf'
  for (const [name, subject] of [
    ['stamping', '/CN=Authority'],
    ['other', '/CN=Web'],
  ] as const) {
    openssl(`req ${newKey} -keyout ${name}.key -out ${name}.csr -subj ${subject}`)
    openssl(`x509 -req -in ${name}.csr -out ${name}.pem ${issue} -extensions ${name}`)
  }
  return {
    rootPem: fs.readFileSync(file('root.pem'), 'utf8'),
    stamp(query: Uint8Array): Buffer {
      fs.writeFileSync(file('query.tsq'), query)
      openssl('ts -reply -config ca.cnf -queryfile query.tsq -signer stamping.pem -inkey stamping.key -out reply.tsr')
      return fs.readFileSync(file('reply.tsr'))
    },
    verify(stamped: Uint8Array, reply: Uint8Array): boolean {
      fs.writeFileSync(file('data'), stamped)
      fs.writeFileSync(file('checked.tsr'), reply)
      const command = 'ts -verify -data data -in checked.tsr -CAfile root.pem'
      return spawnSync('openssl', command.split(' '), settings).status === 0
    },
    signAsWebServer(info: Uint8Array): Uint8Array {
      fs.writeFileSync(file('info'), info)
      const type = '-econtent_type 1.2.840.113549.1.9.16.1.4 -binary -nodetach -md sha256'
      return openssl(`cms -sign ${type} -in info -signer other.pem -inkey other.key -outform DER`)
    },
    close: () => fs.rmSync(folder, { recursive: true, force: true }),
  }
}
