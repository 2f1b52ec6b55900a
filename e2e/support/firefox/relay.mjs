#!/usr/bin/env -S node
// Starts Firefox in the place of Playwright's executable and passes WebDriver BiDi through. Playwright asks at the start for features that an
// extended support release may not know yet and that the tests do not need; where it answers so, Playwright reads that they are there.
import { spawn } from 'node:child_process'
import { WebSocket, WebSocketServer } from 'ws'
import { findFirefox } from '../../../scripts/firefox.mjs'

const NOT_NEEDED = new Set(['emulation.setMediaFeaturesOverride'])
const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/

const firefox = spawn(findFirefox() ?? 'firefox', process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] })
const relay = new WebSocketServer({ host: '127.0.0.1', port: 0 })
let address = ''

firefox.stderr.setEncoding('utf8').on('data', (text) => {
  address = LISTENING.exec(text)?.[1] ?? address
  process.stderr.write(text.replace(LISTENING, `WebDriver BiDi listening on ws://127.0.0.1:${relay.address().port}`))
})

// Nobody connects before the line above was written.
relay.on('connection', (near, { url }) => {
  const far = new WebSocket(address + url)
  const opened = new Promise((resolve) => far.once('open', resolve))
  const notNeeded = new Set()
  far.on('message', (data) => {
    const { id, error } = notNeeded.size ? JSON.parse(data) : {}
    const isUnknown = notNeeded.delete(id) && error === 'unknown command'
    near.send(isUnknown ? JSON.stringify({ type: 'success', id, result: {} }) : data, { binary: false })
  })
  far.on('close', () => near.close())
  far.on('error', () => near.close())
  near.on('close', () => far.close())
  near.on('message', (data) => {
    const { id, method } = JSON.parse(data)
    if (NOT_NEEDED.has(method)) notNeeded.add(id)
    void opened.then(() => far.send(data, { binary: false }))
  })
})

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal))
firefox.on('exit', (code) => process.exit(code ?? 1))
