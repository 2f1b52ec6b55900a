import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { filesIn } from '#web/build/build-list.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** What a checkout does not have, or what the other folder makes for itself. */
const LEFT_OUT = new Set(['.git', '.data', 'node_modules', 'web/dist', 'web/dist-prerender'])
const run = promisify(execFile)
/** Ends a build that hangs; one takes a minute and more where much else runs. */
const TWO_BUILDS_MS = 400_000

// Whoever builds the source has to get what the server delivers, or comparing the two says nothing.
test(
  'the same source gives the same bytes in another folder, another time zone and another language',
  async () => {
    // What lies in the folder of the repository, built again where the source is newer.
    await run(process.execPath, ['scripts/prepare.mjs', '--build'], { cwd: ROOT })
    const copy = copySource()
    const environment = { PATH: '/bin', TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8', NODE_ENV: 'development' }
    await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', 'web'], { cwd: copy, env: environment })

    const here = hashesBelow(path.join(ROOT, 'web/dist'))
    const there = hashesBelow(path.join(copy, 'web/dist'))
    expect(Object.keys(there).filter((file) => file.endsWith('.br')).length).toBeGreaterThan(100)
    expect(there).toEqual(here)
  },
  TWO_BUILDS_MS,
)

/** Longer and deeper than the folder of the repository, so that an address of a file that got into the build would be seen. */
function copySource(): string {
  fs.mkdirSync(path.join(ROOT, '.data'), { recursive: true })
  // Packages are linked, not copied, so it lies on the same disk.
  const outer = fs.mkdtempSync(path.join(ROOT, '.data/another-folder-'))
  onTestFinished(() => fs.rmSync(outer, { recursive: true }))
  const copy = path.join(outer, 'deeper', 'quantumshield')
  const isSource = (file: string) => !LEFT_OUT.has(path.relative(ROOT, file))
  for (const entry of fs.readdirSync(ROOT)) {
    const from = path.join(ROOT, entry)
    // Not the whole folder at once: the copy lies within it.
    if (isSource(from)) fs.cpSync(from, path.join(copy, entry), { recursive: true, filter: isSource })
  }
  linkAll(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'))
  return copy
}

/** Packages under their own paths: a symbolic link to the whole folder would be resolved to where it points. */
function linkAll(from: string, to: string): void {
  fs.mkdirSync(to)
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    // Remnants of builds and tests that run meanwhile come and go.
    if (/^\.(?:vite|cache|vitest)/.test(entry.name)) continue
    if (entry.isDirectory()) linkAll(source, target)
    else if (entry.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target)
    else fs.linkSync(source, target)
  }
}

/** Of everything that a build leaves behind, compressed copies as well; hidden files are notes of the tools. */
function hashesBelow(folder: string): Record<string, string> {
  const files = filesIn(folder).filter((file) => !file.startsWith('.'))
  return Object.fromEntries(
    files.map((file) => {
      const content = fs.readFileSync(path.join(folder, file))
      return [file, createHash('sha256').update(content).digest('hex')]
    }),
  )
}
