// Plain JavaScript for Node >= 20.10, as `prepare.mjs`, which imports it.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A later release of Debian, whose programs tests use beside those of this one. */
const SUITE = 'trixie'
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'
const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'quantumshield')

/** Where the starter of a program lies once it was unpacked. */
export const laterProgram = (name) => path.join(cache, `${name}-${SUITE}`, name)

/**
 * Unpacks a program of a later Debian beside this one, from where apt gets its packages and checked by the keyring of Debian. Nothing is
 * installed: it runs with the C library that came with it. Elsewhere than on Debian it does nothing.
 *
 * @param program `name`, its `file` in the packages, and `settings` of its environment, as lines of a shell script that know `$here`.
 */
export function unpackLater({ name, file, packages, settings = [] }) {
  const source = laterSource()
  if (!source) return
  fs.mkdirSync(cache, { recursive: true })
  const folder = fs.mkdtempSync(path.join(cache, `${name}-`))
  const unpacked = path.dirname(laterProgram(name))
  try {
    download(folder, source, packages)
    const root = path.join(folder, 'root')
    for (const archive of fs.readdirSync(folder).filter((one) => one.endsWith('.deb'))) {
      spawnSync('dpkg-deb', ['-x', path.join(folder, archive), root], { stdio: 'ignore' })
      fs.rmSync(path.join(folder, archive))
    }
    if (!writeStarter(folder, { name, file, settings })) return
    // A program that runs as another user has to get in.
    fs.chmodSync(folder, 0o755)
    fs.rmSync(unpacked, { recursive: true, force: true })
    fs.renameSync(folder, unpacked)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** A line for apt: the place that this Debian is installed from, and the later release there. */
function laterSource() {
  if (!fs.existsSync(KEYRING)) return undefined
  const codename = /^VERSION_CODENAME=(.+)$/m.exec(fs.readFileSync('/etc/os-release', 'utf8'))?.[1]
  const args = ['indextargets', '--format', '$(ORIGIN) $(RELEASE) $(SITE)', 'Created-By: Packages']
  const known = spawnSync('apt-get', args, { encoding: 'utf8' }).stdout ?? ''
  const [, site] = new RegExp(`^Debian ${codename} (\\S+)$`, 'm').exec(known) ?? []
  return site && `deb [signed-by=${KEYRING}] ${site} ${SUITE} main\n`
}

/** With lists of its own: what this Debian knows and installs stays as it is. */
function download(folder, source, packages) {
  fs.writeFileSync(path.join(folder, 'sources.list'), source)
  for (const name of ['lists/partial', 'cache/archives/partial'])
    fs.mkdirSync(path.join(folder, name), { recursive: true })
  const settings = {
    'Dir::Etc::SourceList': path.join(folder, 'sources.list'),
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::State::Lists': path.join(folder, 'lists'),
    'Dir::State::Status': '/dev/null',
    'Dir::Cache': path.join(folder, 'cache'),
    'APT::Sandbox::User': '',
    'APT::Get::AllowUnauthenticated': 'false',
    'Acquire::AllowInsecureRepositories': 'false',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }
  spawnSync('apt-get', [...flags, 'update', '-q'], options)
  spawnSync('apt-get', [...flags, 'download', '-q', ...packages], options)
  for (const name of ['lists', 'cache']) fs.rmSync(path.join(folder, name), { recursive: true, force: true })
}

/** A script that starts it through the loader of its own C library, with its own settings. @returns whether everything is there. */
function writeStarter(folder, { name, file, settings }) {
  const libraries = path.join(folder, 'root/usr/lib')
  const loader = (
    fs.existsSync(libraries) ? fs.readdirSync(libraries, { recursive: true, encoding: 'utf8' }) : []
  ).find((one) => /^[\w-]+-linux-gnu\w*\/ld-linux[\w.-]*$/.test(one))
  if (!loader || !fs.existsSync(path.join(folder, 'root', file))) return false
  const lines = [
    '#!/bin/sh',
    'here="$(dirname "$0")"',
    ...settings,
    `exec "$here/root/usr/lib/${loader}" --library-path "$here/root/usr/lib/${path.dirname(loader)}" "$here/root/${file}" "$@"`,
  ]
  fs.writeFileSync(path.join(folder, name), `${lines.join('\n')}\n`, { mode: 0o755 })
  return true
}
