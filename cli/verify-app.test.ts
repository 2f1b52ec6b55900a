import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { BuildList } from '#contract/delivery/build-list.ts'
import { filesIn } from '#web/build/build-list.ts'
import { type AlteringProxy, startAlteringProxy } from '../test/support/altering-proxy.ts'
import { CommandLine } from '../test/support/command-line.ts'
import { type TestServer, startServer } from '../test/support/server/test-server.ts'

const DIST = path.resolve(import.meta.dirname, '../web/dist')
const evil = (text: string) => `${text}//evil`

type Report = {
  is_same: boolean
  compared_with: string
  build: { version: string; files: number; sha256: string }
  log: { is_listed: boolean; leaf: string; index?: number; keys?: string[]; keys_from: string }
  problems: { file: string; kind: string; detail: string }[]
}

let server: TestServer
let proxy: AlteringProxy
const computer = new CommandLine()
beforeAll(async () => {
  // Words of an operator that would be markup, and one that is left out.
  server = await startServer({ OPERATOR_NAME: `Smith & <Sons> "O'Hara"`, GOVERNING_LAW: 'the law of Example' })
  proxy = await startAlteringProxy(server.url)
  await server.ledger.anchorAll()
  await server.ledger.signAll(0)
})
afterAll(async () => {
  await proxy.stop()
  await server.stop()
  computer.remove()
})
beforeEach(() => proxy.alter([]))

test('a server that delivers what was built passes, with its own words in the documents', async () => {
  for (const build of [[], ['--build', DIST]]) {
    const { status, report } = await verify(server.url, build)

    expect(report.problems).toEqual([])
    expect([status, report.is_same]).toEqual([0, true])
    expect(report.compared_with).toBe(build.length === 0 ? 'server' : 'build')
    expect(report.log).toMatchObject({ is_listed: true, index: 0, keys: [expect.any(String), expect.any(String)] })
  }
  const said = await computer.run(['verify-app', server.url])
  expect(said.stdout.toString()).toMatch(/Log {5}\S+: entry 0 of \d+, signed by the keys that the server names/)
})

test('whatever the server delivers of a build is in its list', async () => {
  const { files } = JSON.parse(fs.readFileSync(path.join(DIST, 'build.json'), 'utf8')) as BuildList
  const delivered: string[] = []
  for (const file of filesIn(DIST)) {
    const { status } = await server.fetch(`/${file}`, { headers: { accept: '*/*' } })
    if (status === 200) delivered.push(`/${file}`)
  }
  expect(delivered.length).toBeGreaterThan(200)
  expect(delivered.filter((file) => !Object.hasOwn(files, file))).toEqual(['/build.json'])
})

test('each file that was exchanged is named, and no other', async () => {
  const altered = [
    // A document, that of the app, and words of the operator that would be markup.
    { at: '/proof', body: (text: string) => text.replace('</main>', '<p>Send your password to us.</p></main>') },
    {
      at: '/login',
      body: (text: string) => text.replace('<script src', '<script src="/evil.js"></script><script src'),
    },
    { at: '/terms', body: (text: string) => text.replace('&lt;Sons&gt;', '<script>') },
    { at: asset(/^signed-in-.*\.js$/), body: evil },
    { at: asset(/^vault\.worker-.*\.js$/), body: evil },
    { at: asset(/^app-.*\.css$/), body: evil },
    { at: '/theme.js', body: evil },
    { at: '/sw.js', body: (text: string) => text.replace('410', '200') },
    // Where browsers ask for it compressed only.
    { at: '/favicon.svg', body: evil, only: 'br' as const },
  ]
  proxy.alter(altered)
  for (const build of [[], ['--build', DIST]]) {
    const { status, report } = await verify(proxy.url, build)

    expect(status).toBe(1)
    const named = (kind: string) => report.problems.filter((one) => one.kind === kind).map(({ file }) => file)
    expect(named('differs')).toEqual(altered.map(({ at }) => at).toSorted())
    expect(named('unlisted')).toEqual(['/evil.js'])
    expect(report.problems.filter(({ kind }) => kind !== 'differs' && kind !== 'unlisted')).toEqual([])
  }
})

test('a header that lets a document do more is named', async () => {
  proxy.alter([
    { at: '/login', headers: { 'content-security-policy': "script-src 'self' https://evil.example" } },
    { at: '/signup', headers: { 'integrity-policy': undefined } },
    { at: '/proof', headers: { refresh: '0; url=https://evil.example', link: '</evil.css>; rel=stylesheet' } },
    { at: '/sw.js', headers: { 'content-type': 'text/javascript; charset=iso-2022-jp' } },
  ])
  const { status, report } = await verify(proxy.url)

  expect(status).toBe(1)
  expect(report.problems.map(({ file, kind, detail }) => `${kind} ${file}: ${detail}`).toSorted()).toEqual([
    'header /login: content-security-policy is another',
    'header /proof: link is sent, and not part of the build',
    'header /proof: refresh is sent, and not part of the build',
    'header /signup: integrity-policy is missing',
    'header /sw.js: content-type is another',
  ])
})

test("a list that was exchanged together with a file is noticed by comparing with a build of one's own", async () => {
  const list = await (await server.fetch('/build.json')).text()
  const { files } = JSON.parse(list) as BuildList
  const added = JSON.stringify({
    ...JSON.parse(list),
    files: { ...files, '/theme.js': { ...files['/theme.js'], sha256: '0'.repeat(64) }, '/evil.js': files['/theme.js'] },
  })
  proxy.alter([{ at: '/build.json', body: () => added }])
  const { status, report } = await verify(proxy.url, ['--build', DIST])

  expect(status).toBe(1)
  expect(report.problems.map(({ kind, file }) => `${kind} ${file}`)).toEqual([
    'differs /build.json',
    'unlisted /evil.js',
  ])
})

test('the list for browsers has to say what the list of the build says', async () => {
  const address = /manifest="([^"]+)"/.exec(
    (await server.fetch('/')).headers.get('integrity-policy-waict-v1') ?? '',
  )?.[1]
  const answer = await server.fetch(address ?? '')
  expect(answer.headers.get('content-type')).toBe('application/waict-integrity-manifest')
  expect(answer.headers.get('cache-control')).toContain('immutable')
  const [manifest, proof, rest] = (await answer.text()).split('\n')
  expect([proof, rest]).toEqual(['', ''])
  const { url_hashes: hashes, wasm_hashes: modules } = JSON.parse(manifest ?? '') as {
    url_hashes: Record<string, string>
    wasm_hashes: string[]
  }
  // Of what is sent: with the words of the installation.
  const terms = await (await server.fetch('/terms', { headers: { accept: 'text/html' } })).arrayBuffer()
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', terms)).toString('base64url')
  expect(hashes[`${server.url}/terms`]).toBe(hash)
  // Argon2 in two workers, two decoders of PDFs, and the engine of grammar.
  expect(modules).toHaveLength(5)

  proxy.alter([{ at: address ?? '', body: (text) => text.replace(hash, 'A'.repeat(43)) }])
  const { report } = await verify(proxy.url)
  expect(report.problems).toEqual([{ file: address, kind: 'differs', detail: 'its address does not hold its hash' }])
})

test('what cannot be compared is reported, and is no success', async () => {
  const broken = computer.makeFile('build.json', Buffer.from('{"format":1,"files":{}}'))
  const said = async (words: string[]) => {
    const { status, stderr } = await computer.run(['verify-app', ...words])
    return { status, stderr }
  }
  expect(await said(['http://127.0.0.1:3'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('ECONNREFUSED'),
  })
  expect(await said([server.url, '--build', path.dirname(broken)])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('no list'),
  })
  expect(await said([server.url, '--build', '/no/such/folder'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('npm run build'),
  })
  expect(await said([])).toMatchObject({ status: 2, stderr: expect.stringContaining('Name one server') })
  proxy.alter([{ at: '/config.json', body: (text) => text.replace('"public_url":"http', '"public_url":"javascript') }])
  expect(await said([proxy.url])).toMatchObject({ status: 1, stderr: expect.stringContaining('does not answer like') })
})

test('an answer without end is not read to its end', async () => {
  proxy.alter([{ at: '/sw.js', body: (text) => text + ' '.repeat(4 * 1024 * 1024) }])
  const { report } = await verify(proxy.url)
  expect(report.problems).toEqual([
    { file: '/sw.js', kind: 'differs', detail: expect.stringMatching(/^is longer than \d+ bytes$/) },
  ])

  const endless = http.createServer((_, answer) => {
    const more = setInterval(() => answer.write('0'.repeat(1024 * 1024)), 1)
    answer.on('close', () => clearInterval(more))
  })
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    endless.closeAllConnections()
    endless.close()
  })
  const { port } = endless.address() as { port: number }
  const { status, stderr } = await computer.run(['verify-app', `http://127.0.0.1:${port}`])
  expect([status, stderr]).toEqual([1, expect.stringContaining('is longer than')])
})

async function verify(
  address: string,
  options: readonly string[] = [],
): Promise<{ status: number | null; report: Report }> {
  const { status, stdout, stderr } = await computer.run(['verify-app', address, ...options, '--json'])
  if (stdout.length === 0) throw new Error(stderr)
  return { status, report: JSON.parse(stdout.toString()) as Report }
}

function asset(name: RegExp): string {
  const file = fs.readdirSync(path.join(DIST, 'assets')).find((one) => name.test(one))
  if (!file) throw new Error(`the build has no ${name}`)
  return `/assets/${file}`
}

test('a build that no log lists is named, also where the list of the server was exchanged with it', async () => {
  proxy.alter([{ at: '/build.json', body: (text) => text.replace('"version"', ' "version"') }])
  const { status, report } = await verify(proxy.url, [])
  expect([status, report.log.is_listed]).toEqual([1, false])
  expect(report.problems).toEqual([
    { file: '/build.json', kind: 'log', detail: 'the log of the server does not list this build' },
  ])
})

test('a log under other keys is named by who keeps the keys, and an altered proof by everybody', async () => {
  const policy = path.join(computer.home, 'policy')
  fs.writeFileSync(policy, await (await server.fetch('/audit/v1/policy')).text())
  expect((await verify(server.url, ['--policy', policy])).report).toMatchObject({
    is_same: true,
    log: { is_listed: true, keys_from: 'policy' },
  })

  const other = await startServer({ OPERATOR_NAME: `Smith & <Sons> "O'Hara"`, GOVERNING_LAW: 'the law of Example' })
  onTestFinished(() => other.stop())
  await other.ledger.anchorAll()
  await other.ledger.signAll(0)
  const { problems } = (await verify(other.url, ['--policy', policy])).report
  expect(problems).toMatchObject([{ kind: 'log', detail: expect.stringContaining('not signed by the keys') }])

  for (const body of [
    (text: string) => text.replace(/\n(\d+)\n/, (_, size: string) => `\n${Number(size) + 1}\n`),
    (text: string) => text.replace('index 0', 'index 1'),
    (text: string) => text.slice(0, 40),
  ]) {
    proxy.alter([{ at: /^\/audit\/v1\/builds\//, body }])
    const { status, report } = await verify(proxy.url, [])
    expect([status, report.problems.map(({ kind }) => kind)]).toEqual([1, ['log']])
  }
})

test('a policy that is none is refused before anything is fetched', async () => {
  const file = path.join(computer.home, 'no-policy')
  fs.writeFileSync(file, 'keys')
  for (const [policy, sentence] of [
    [file, 'is no policy of a log'],
    [`${file}-missing`, 'cannot be read'],
  ] as const) {
    const { status, stderr } = await computer.run(['verify-app', 'http://127.0.0.1:1', '--policy', policy])
    expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)])
  }
})
