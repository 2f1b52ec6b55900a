import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ModelEngine } from './model-engine.ts'

/** Loads at once, says a word and then nothing: what a process of llama.cpp does is tried by `test/ai/own-model-engine.test.ts`. */
const SLOW_ENGINE = `
const meter = { getState: () => 0, diff: () => ({ usedInputTokens: 1, usedOutputTokens: 1 }) }
const sequence = { clearHistory: async () => {}, tokenMeter: meter }
const context = { contextSize: 100, getSequence: () => sequence }
const model = { trainContextSize: 100, tokenize: () => [1], createContext: async () => context }
export const getLlama = async () => ({ loadModel: async () => model })
export class LlamaChatSession {
  promptWithMeta(_, { onTextChunk }) { onTextChunk('One'); return new Promise(() => {}) }
  dispose() {}
}
`

function slowEngine(): ModelEngine {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-engine-'))
  fs.mkdirSync(path.join(folder, 'dist'))
  fs.writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
  fs.writeFileSync(path.join(folder, 'dist/index.js'), SLOW_ENGINE)
  const engine = new ModelEngine({ folder, availableBytes: () => 1e9 })
  onTestFinished(async () => {
    await engine.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })
  return engine
}

test('an engine that stopped starts no process for a request that still waited', async () => {
  const engine = slowEngine()
  const ask = () =>
    engine.ask(
      { path: '/nothing.gguf', sizeBytes: 1 },
      { system: 'Be brief', prompt: 'One?', maxTokens: 10, temperature: undefined, schema: undefined },
      new AbortController().signal,
    )
  const first = ask()
  expect(await first.next()).toEqual({ done: false, value: 'One' })
  expect(engine.pid).toBeDefined()
  const end = expect(first.next()).rejects.toMatchObject({ code: 'engine_ended' })
  const waiting = expect(ask().next()).rejects.toMatchObject({ code: 'engine_ended' })
  await engine.stop()
  await end
  await waiting
  expect(engine.pid).toBeUndefined()
})
