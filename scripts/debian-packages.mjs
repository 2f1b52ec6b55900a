// Plain JavaScript for Node >= 20.10, as `prepare.mjs`, which imports it.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const packages = path.resolve(import.meta.dirname, '../.data/packages')

/** Folder where packages of Debian lie that tests use: nothing of them is installed or started. */
export const unpackedAt = (name) => path.join(packages, name)

/** Unpacks packages of Debian beside the ones of this machine. Where apt does not have them, the folder stays empty. */
export function unpackPackages(name, ...names) {
  const folder = unpackedAt(name)
  fs.mkdirSync(folder, { recursive: true })
  const options = { cwd: folder, stdio: 'ignore' }
  spawnSync('apt-get', ['-o', 'APT::Sandbox::User=root', 'download', ...names], options)
  for (const file of fs.readdirSync(folder).filter((one) => one.endsWith('.deb'))) {
    spawnSync('dpkg-deb', ['-x', file, '.'], options)
    fs.rmSync(path.join(folder, file))
  }
}
