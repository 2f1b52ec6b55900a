import os from 'node:os'
import path from 'node:path'
import { cleanUp, cleanUpOnSignal } from './lib/cleanup.ts'
import type { Entry } from './lib/entry.ts'
import { makeFolder } from './lib/files.ts'
import { describeCommit, describeMachine } from './lib/machine.ts'
import { renderSection, writeResults } from './lib/results.ts'
import { SUITES } from './suites.ts'

const RESULTS = path.join(import.meta.dirname, 'results.md')

/** `npm run bench -- SUITE [b01 b05 …] [--quick]` */
async function main(): Promise<void> {
  const words = process.argv.slice(2)
  const isQuick = words.includes('--quick')
  const [suite = '', ...chosen] = words.filter((word) => word !== '--quick')
  const load = SUITES[suite]
  if (!load) {
    console.error(`usage: npm run bench -- (${Object.keys(SUITES).join('|')}) [entry ...] [--quick]`)
    process.exitCode = 2
    return
  }
  const all = await load()
  const entries = chosen.length ? all.filter(({ name }) => chosen.some((word) => name.startsWith(word))) : all
  if (entries.length === 0) throw new Error(`there is no such entry; known: ${all.map(({ name }) => name).join(' ')}`)

  cleanUpOnSignal()
  const sections = new Map<string, string>()
  for (const entry of entries) {
    const reason = entry.skips?.()
    if (reason !== undefined) {
      console.log(`${entry.name}: skipped, ${reason}`)
      continue
    }
    const text = await runEntry(entry, isQuick)
    console.log(`\n${text}\n`)
    sections.set(entry.name, text)
    // Written after each entry: an interrupted run keeps what it has. A smoke run's figures are worth nothing.
    if (!isQuick) writeResults(RESULTS, describeMachine(), sections)
  }
}

async function runEntry(entry: Entry, isQuick: boolean): Promise<string> {
  const started = performance.now()
  const loadBefore = os.loadavg()[0] ?? 0
  process.stderr.write(`${entry.name}\n`)
  try {
    const section = await entry.run({ isQuick, folder: makeFolder(entry.name) })
    const seconds = Math.round((performance.now() - started) / 1000)
    const when = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
    const stamp = `${when}, commit ${describeCommit()}, ${seconds} s, load average before ${loadBefore.toFixed(1)}`
    return renderSection(entry, section, isQuick ? `${stamp}, **quick: not a measurement**` : stamp)
  } finally {
    await cleanUp()
  }
}

try {
  await main()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await cleanUp()
}
