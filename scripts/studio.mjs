// Plain JavaScript for Node >= 20.10: installs what the studio has besides the program, as the lock files of its parts say.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Parts by the word that chooses one: `npm run studio -- embeddings`. */
const PARTS = {
  grammar: { folder: 'server/grammar/engine', what: 'the engine that checks grammar, 73 MB' },
  embeddings: { folder: 'server/embeddings/engine', what: 'the embeddings, 48 MB' },
  models: { folder: 'server/ai/own-models/engine', what: 'the engine for uploaded models, 105 MB' },
}
const NAMES = Object.keys(PARTS)
const FLAGS = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']

const folderOf = (name) => path.resolve(import.meta.dirname, '..', PARTS[name].folder)

/** Whether what the lock files say is there. */
export const hasStudio = (names = NAMES) => names.every(hasPart)

/** @returns whether all of it is there now */
export function installStudio(names = NAMES) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  for (const name of names) {
    if (hasPart(name)) continue
    const options = { cwd: folderOf(name), stdio: ['ignore', 'ignore', 'inherit'], shell: npm === 'npm.cmd' }
    spawnSync(npm, ['ci', ...FLAGS], options)
  }
  return hasStudio(names)
}

function hasPart(name) {
  const stamp = path.join(folderOf(name), 'node_modules/.package-lock.json')
  if (!fs.existsSync(stamp)) return false
  const wanted = packagesOf(path.join(folderOf(name), 'package-lock.json'))
  const found = new Map(packagesOf(stamp))
  // Packages of other platforms are in the lock file alone.
  return wanted.every(([place, { integrity, optional }]) =>
    found.has(place) ? found.get(place).integrity === integrity : optional === true,
  )
}

/** Packages by their place, without the program itself. */
function packagesOf(file) {
  const { packages } = JSON.parse(fs.readFileSync(file, 'utf8'))
  return Object.entries(packages).filter(([place]) => place !== '')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const given = process.argv.slice(2)
  const unknown = given.filter((name) => !NAMES.includes(name))
  if (unknown.length > 0) {
    console.error(`There is no part ${unknown.join(', ')}: the parts are ${NAMES.join(', ')}.`)
    process.exit(1)
  }
  const names = given.length === 0 ? NAMES : given
  for (const name of names) {
    console.log(`Installing ${PARTS[name].what} ...`)
    if (installStudio([name])) continue
    console.error(`npm ci failed in ${PARTS[name].folder}. Check the connection to the package registry and run again.`)
    process.exit(1)
  }
  console.log('The parts of the studio are installed. A server that runs finds them by itself.')
}
