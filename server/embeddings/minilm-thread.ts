import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { damagedFile, DIMENSIONS, FILES, MAX_TOKENS } from './minilm.ts'

/** Texts for the thread. */
export type ThreadRequest = { texts: readonly string[] }
/** One vector after the other, or the name of a file that is not the one that was tried. */
export type ThreadAnswer = { vectors: Float32Array<ArrayBuffer> } | { damaged: string }

type Engine = { embed: (texts: string[]) => (readonly number[])[] }
type EngineModule = {
  Embedder: new (weights: Uint8Array, tokenizer: Uint8Array, config: Uint8Array, maxTokens: number) => Engine
}

const { folder } = workerData as { folder: string }

/** Reads the weights after they were compared: what is not ours is never run. */
function loadEngine(): Engine {
  const read = (name: keyof typeof FILES): Buffer => fs.readFileSync(path.join(folder, FILES[name]))
  const { Embedder } = createRequire(import.meta.url)(path.join(folder, FILES.engine)) as EngineModule
  return new Embedder(read('weights'), read('tokenizer'), read('config'), MAX_TOKENS)
}

function embed(engine: Engine, texts: readonly string[]): Float32Array<ArrayBuffer> {
  const vectors = new Float32Array(texts.length * DIMENSIONS)
  // One text at a time: texts of one pass are padded to the longest, which takes longer.
  for (const [at, text] of texts.entries()) {
    const [vector] = engine.embed([text])
    if (vector?.length !== DIMENSIONS) throw new Error('the engine answered a vector of another length')
    vectors.set(vector, at * DIMENSIONS)
  }
  return vectors
}

const damaged = damagedFile(folder)
const engine = damaged === undefined ? loadEngine() : undefined
parentPort?.on('message', ({ texts }: ThreadRequest) => {
  if (!engine) return parentPort?.postMessage({ damaged: damaged ?? '' } satisfies ThreadAnswer)
  const vectors = embed(engine, texts)
  parentPort?.postMessage({ vectors } satisfies ThreadAnswer, [vectors.buffer])
})
