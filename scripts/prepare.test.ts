import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-prepare-'))
afterAll(() => fs.rmSync(base, { recursive: true, force: true }))

let root: string
beforeEach(() => {
  root = fs.mkdtempSync(path.join(base, 'source '))
  for (const script of [
    'prepare.mjs',
    'chromium.mjs',
    'debian-packages.mjs',
    'firefox.mjs',
    'later-debian.mjs',
    'openssl.mjs',
    'pgbouncer.mjs',
    'promtool.mjs',
    'proxies.mjs',
    'python.mjs',
    'studio.mjs',
    'syslog-servers.mjs',
  ]) {
    write(`scripts/${script}`, fs.readFileSync(path.join(import.meta.dirname, script), 'utf8'))
  }
  write('package-lock.json', '{}')
  write('package.json', '{}')
  write('docs/wire.md', '')
  write('web/main.ts', '')
  // What `npm ci` would leave: Node itself, and a Vite that says one step.
  write('bin/npm', `#!/bin/sh\n`)
  fs.chmodSync(path.join(root, 'bin/npm'), 0o755)
  write('node_modules/vite/bin/vite.js', `console.log('  a step of the build')`)
  fs.mkdirSync(path.join(root, 'node_modules/.bin'))
  fs.symlinkSync(process.execPath, path.join(root, 'node_modules/.bin/node'))
  fs.mkdirSync(path.join(root, 'web/dist'))
})

test('the first start says each long step before it begins, and how long it takes', () => {
  expect(prepare()).toEqual([
    'Installing dependencies: the first time they are downloaded, which takes one to three minutes ...',
    expect.stringMatching(/^Dependencies are ready after \d+ s\.$/),
    'Building the web app: three steps, less than a minute together ...',
    '  a step of the build',
    expect.stringMatching(/^The web app is ready after \d+ s\.$/),
  ])
})

test('an installation that takes long reports every ten seconds that it is still running, in whole lines', () => {
  fs.appendFileSync(path.join(root, 'bin/npm'), 'sleep 0.5\n')
  const hurried = 'const { setInterval: real } = globalThis; globalThis.setInterval = (f, ms) => real(f, ms / 100)'
  const [first, ...lines] = prepare({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hurried)}` })
  expect(first).toContain('Installing dependencies')
  const waiting = lines.filter((line) => /^ {2}still installing after \d+ s$/.test(line))
  expect(waiting.length).toBeGreaterThan(0)
  expect(waiting.length).toBeLessThan(10)
  expect(lines[waiting.length]).toContain('Dependencies are ready')
})

test('npm that fails is tried three times, and the start ends with a sentence', () => {
  write('bin/npm', '#!/bin/sh\nexit 1\n')
  const { status, stdout, stderr } = start()
  expect([status, stderr]).toEqual([1, expect.stringContaining('npm ci failed. Check the connection')])
  expect(stdout).toContain('(try 3)')
})

test('an older npm that leaves Node without its link is no hindrance', () => {
  const program = `node_modules/node-${process.platform}-${process.arch}/bin/node`
  write('bin/npm', '#!/bin/sh\nrm node_modules/.bin/node\n')
  write(program, '')
  fs.rmSync(path.join(root, program))
  fs.symlinkSync(process.execPath, path.join(root, program))
  expect(prepare()[1]).toContain('Dependencies are ready')
  expect(fs.readlinkSync(path.join(root, 'node_modules/.bin/node'))).toBe(
    `../node-${process.platform}-${process.arch}/bin/node`,
  )
})

test('a start that has nothing to do says nothing', () => {
  prepare()
  expect(prepare()).toEqual([])
  write('web/main.ts', '// changed')
  expect(prepare()[0]).toContain('Building the web app')
  // Guides are made of it.
  write('docs/wire.md', 'changed')
  expect(prepare()[0]).toContain('Building the web app')
})

/** @returns the lines that it printed */
function prepare(environment: Record<string, string> = {}): string[] {
  const { status, stdout, stderr } = start(environment)
  expect([status, stderr]).toEqual([0, ''])
  return stdout.split('\n').slice(0, -1)
}

function start(environment: Record<string, string> = {}) {
  return spawnSync(process.execPath, ['scripts/prepare.mjs', '--build'], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      ...environment,
      PATH: `${path.join(root, 'bin')}${path.delimiter}${process.env['PATH'] ?? ''}`,
    },
  })
}

function write(file: string, content: string): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  fs.writeFileSync(path.join(root, file), content)
}
