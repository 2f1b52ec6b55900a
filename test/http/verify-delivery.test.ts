import { execFile } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startServer, type TestServer } from '../support/server/test-server.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const LIST = path.join(ROOT, 'web/dist/build.json')
const run = promisify(execFile)

let server: TestServer
beforeAll(async () => {
  // Words of an operator that would be markup, and one that is left out.
  server = await startServer({ OPERATOR_NAME: `Smith & <Sons> "O'Hara"`, GOVERNING_LAW: 'the law of Example' })
})
afterAll(() => server.stop())

test('a server that delivers what was built passes, with its own words in the documents', async () => {
  const { status, output } = await verify(server.url)

  expect(output).toContain('Same:')
  expect(status).toBe(0)
})

test('each file that was exchanged is named, and no other', async () => {
  const append = (text: string) => `${text}//evil`
  const altered = new Map([
    // A document, that of the app, and words of the operator that would be markup.
    ['/proof', (text: string) => text.replace('</main>', '<p>Send your password to us.</p></main>')],
    ['/login', (text: string) => text.replace('<script src', '<script src="/evil.js"></script><script src')],
    ['/terms', (text: string) => text.replace('&lt;Sons&gt;', '<script>')],
    [asset(/^signed-in-.*\.js$/), append],
    [asset(/^vault\.worker-.*\.js$/), append],
    [asset(/^app-.*\.css$/), append],
    ['/theme.js', append],
    ['/sw.js', (text: string) => text.replace('410', '200')],
  ])
  const { status, output } = await verify(await startAltering(altered))

  expect(status).toBe(1)
  const named = [...output.matchAll(/^DIFFERS (\S+): differs/gm)].map(([, file]) => file)
  expect(named).toEqual([...altered.keys()].toSorted())
  expect(output.match(/^DIFFERS/gm)).toHaveLength(altered.size)
})

test('content that is exchanged only where browsers ask for it compressed is named', async () => {
  const altered = new Map([['/theme.js', (text: string) => `${text}//evil`]])
  const { status, output } = await verify(await startAltering(altered, 'br'))

  expect([status, output]).toEqual([1, expect.stringContaining('DIFFERS /theme.js')])
})

test('what cannot be compared is reported, and is no success', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-verify-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const broken = path.join(folder, 'build.json')
  fs.writeFileSync(broken, '{"format":2,"files":{}}')

  expect(await verify('http://localhost:1')).toMatchObject({
    status: 2,
    output: expect.stringContaining('does not answer'),
  })
  expect(await verify(server.url, broken)).toMatchObject({ status: 2, output: expect.stringContaining('no list') })
  expect(await verify(server.url, '/no/such/list')).toMatchObject({
    status: 2,
    output: expect.stringContaining('npm run build'),
  })
  expect(await verify('')).toMatchObject({ status: 2, output: expect.stringContaining('usage') })
})

async function verify(address: string, list = LIST): Promise<{ status: number; output: string }> {
  try {
    const { stdout, stderr } = await run('node', ['scripts/verify-delivery.mjs', address, list], { cwd: ROOT })
    return { status: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { status: code, output: stdout + stderr }
  }
}

type Alter = (text: string) => string

/** The server with files exchanged on their way, in every encoding or in one; ends with the test. */
async function startAltering(altered: ReadonlyMap<string, Alter>, only?: 'br'): Promise<string> {
  const proxy = http.createServer((incoming, outgoing) => {
    const wanted = incoming.headers['accept-encoding'] ?? ''
    const alter = !only || wanted.includes(only) ? altered.get(incoming.url ?? '') : undefined
    // Asked without compression, so that it can be changed.
    const headers = { ...incoming.headers, ...(alter && { 'accept-encoding': 'identity' }) }
    http.get(`${server.url}${incoming.url ?? ''}`, { headers }, (answer) => {
      if (alter) void passAltered(answer, { outgoing, alter, only })
      else answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers))
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const address = proxy.address()
  if (!address || typeof address === 'string') throw new Error('the proxy has no port')
  return `http://127.0.0.1:${address.port}`
}

type Passing = { outgoing: http.ServerResponse; alter: Alter; only: 'br' | undefined }

async function passAltered(answer: http.IncomingMessage, { outgoing, alter, only }: Passing): Promise<void> {
  const changed = Buffer.from(alter(await text(answer)))
  const { 'content-length': _, ...headers } = answer.headers
  if (only) outgoing.writeHead(200, { ...headers, 'content-encoding': only }).end(zlib.brotliCompressSync(changed))
  else outgoing.writeHead(200, headers).end(changed)
}

function asset(name: RegExp): string {
  const file = fs.readdirSync(path.join(ROOT, 'web/dist/assets')).find((one) => name.test(one))
  if (!file) throw new Error(`the build has no ${name}`)
  return `/assets/${file}`
}
