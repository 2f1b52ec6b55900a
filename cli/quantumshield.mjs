#!/usr/bin/env node
// Plain JavaScript for Node >= 20.10: hands over to the Node 24 runtime that `npm install` brought along.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const runtime = path.join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
if (!fs.existsSync(runtime)) {
  console.error(`quantumshield: run \`npm install\` in ${root} first`)
  process.exit(1)
}
const main = path.join(root, 'cli/main.ts')
const child = spawn(runtime, ['--disable-warning=ExperimentalWarning', main, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node') },
  shell: process.platform === 'win32',
})
// The terminal sends Ctrl+C to both; the child decides what it means.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 130 : 1)))
