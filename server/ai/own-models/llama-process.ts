import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { schemaForGrammar } from './grammar-schema.ts'
import type {
  FromLlama,
  Llama,
  LlamaModel,
  LlamaModule,
  LlamaProblem,
  LlamaQuestion,
  LlamaSequence,
  ToLlama,
} from './llama.ts'

/** Tokens of a question and its answer together. More take more memory for each request. */
const MAX_CONTEXT_TOKENS = 8192
/** The processor is of the server first. */
const NICENESS = 10

type Engine = { llama: Llama; library: LlamaModule; model: LlamaModel; sequence: LlamaSequence; contextTokens: number }

const [folder = '', file = ''] = process.argv.slice(2)
const say = (message: FromLlama): void => void process.send?.(message)

/** Where memory ends, this process ends before the server. */
function giveWay(): void {
  os.setPriority(NICENESS)
  if (process.platform === 'linux') fs.writeFileSync('/proc/self/oom_score_adj', '1000')
}

async function load(): Promise<Engine> {
  const library = (await import(pathToFileURL(path.join(folder, 'dist/index.js')).href)) as LlamaModule
  // One core stays free: threads of llama.cpp that wait for each other keep theirs busy.
  const threads = Math.max(1, os.availableParallelism() - 1)
  const llama = await library.getLlama({ gpu: false, build: 'never', logLevel: 'disabled', maxThreads: threads })
  const model = await llama.loadModel({ modelPath: file })
  const contextSize = Math.min(MAX_CONTEXT_TOKENS, model.trainContextSize)
  const context = await model.createContext({ contextSize, threads })
  return { llama, library, model, sequence: context.getSequence(), contextTokens: context.contextSize }
}

let stopping: AbortController | undefined

async function answer(
  { llama, library, model, sequence, contextTokens }: Engine,
  { system, prompt, schema, maxTokens, temperature }: LlamaQuestion,
): Promise<void> {
  const asked = model.tokenize(`${system}\n${prompt}`).length
  if (asked >= contextTokens) return say({ problem: 'too_long' })
  await sequence.clearHistory()
  const before = sequence.tokenMeter.getState()
  const session = new library.LlamaChatSession({ contextSequence: sequence, systemPrompt: system })
  const { signal } = (stopping = new AbortController())
  const { stopReason } = await session.promptWithMeta(prompt, {
    maxTokens: Math.min(maxTokens, contextTokens - asked),
    ...(temperature !== undefined && { temperature }),
    ...(schema !== undefined && { grammar: await llama.createGrammarForJsonSchema(schemaForGrammar(schema)) }),
    // Thoughts are not shown, and would be a minute of silence.
    budgets: { thoughtTokens: 0 },
    onTextChunk: (text: string) => say({ text }),
    signal,
    stopOnAbortSignal: true,
  })
  session.dispose({ disposeSequence: false })
  const { usedInputTokens, usedOutputTokens } = sequence.tokenMeter.diff(before)
  const reason = stopReason === 'maxTokens' ? 'length' : 'stop'
  say({ end: { reason, tokensIn: usedInputTokens, tokensOut: usedOutputTokens } })
}

/** By its kind alone: the words of an error may hold those of a question. */
function problemOf(error: unknown, otherwise: LlamaProblem): LlamaProblem {
  const name = error instanceof Error ? error.constructor.name : ''
  return name === 'InsufficientMemoryError' ? 'memory' : otherwise
}

process.once('disconnect', () => process.exit())
giveWay()
const loading = load()
loading.then(
  () => say({ ready: true }),
  (error: unknown) => say({ problem: problemOf(error, 'file') }),
)
process.on('message', (message: ToLlama) => {
  if ('stop' in message) return stopping?.abort()
  loading
    .then((engine) => answer(engine, message.ask))
    .catch((error: unknown) => say({ problem: problemOf(error, 'failed') }))
})
