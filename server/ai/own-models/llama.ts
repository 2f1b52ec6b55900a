import fs from 'node:fs'
import path from 'node:path'

/** Where `npm run studio` puts the engine. */
export const LLAMA_FOLDER = path.join(import.meta.dirname, 'engine/node_modules/node-llama-cpp')

/** Returns whether `npm run studio` was run here. */
export const isLlamaInstalled = (folder = LLAMA_FOLDER): boolean => fs.existsSync(path.join(folder, 'dist/index.js'))

/** Question to a model. `schema`: a JSON schema that the answer keeps to. */
export type LlamaQuestion = {
  system: string
  prompt: string
  maxTokens: number
  temperature: number | undefined
  schema: object | undefined
}
export type LlamaEnd = { reason: 'stop' | 'length'; tokensIn: number; tokensOut: number }

/** `memory`: it needs more than there is; `file`: llama.cpp does not load it; `too_long`: the question has more tokens than the model reads. */
export type LlamaProblem = 'memory' | 'file' | 'too_long' | 'failed'

/** To the process of the engine, after the file that its first argument names. */
export type ToLlama = { ask: LlamaQuestion } | { stop: true }
export type FromLlama = { ready: true } | { text: string } | { end: LlamaEnd } | { problem: LlamaProblem }

/** Parts of node-llama-cpp that we use, whose types are not installed with the program. */
export type LlamaModule = {
  getLlama: (options: object) => Promise<LlamaRuntime>
  LlamaChatSession: new (options: object) => LlamaSession
  InsufficientMemoryError: new (...words: never[]) => Error
}
type LlamaRuntime = {
  loadModel: (options: object) => Promise<LlamaModel>
  createGrammarForJsonSchema: (schema: object) => Promise<unknown>
}
export type LlamaModel = {
  trainContextSize: number
  tokenize: (text: string) => readonly unknown[]
  createContext: (options: object) => Promise<{ contextSize: number; getSequence: () => LlamaSequence }>
}
type Meter = { usedInputTokens: number; usedOutputTokens: number }
export type LlamaSequence = {
  clearHistory: () => Promise<void>
  tokenMeter: { getState: () => Meter; diff: (since: Meter) => Meter }
}
type LlamaSession = {
  promptWithMeta: (prompt: string, options: object) => Promise<{ responseText: string; stopReason: string }>
  dispose: (options: object) => void
}
export type Llama = LlamaRuntime
