import type { ModelPreset } from '#contract/studio/models.ts'

type Connection = { id: string; preset: ModelPreset; state: string; models: readonly string[] }
type Chosen = { connection_id: string | null; model: string | null }

/** Families whose weights anybody can download, by how the names of their models begin. A version is part of the name only where it is written there. */
const OPEN_FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^(?:qwen|qwq)[-_]?(\d+(?:\.\d+)?)?/, 'Qwen'],
  [/^(?:meta-)?llama[-_]?(\d+(?:\.\d+)?)?/, 'Llama'],
  [/^(?:open-)?(?:mistral|mixtral|ministral|codestral|devstral|magistral)()/, 'Mistral'],
  [/^gemma[-_]?(\d+)?/, 'Gemma'],
  [/^phi[-_]?(\d+(?:\.\d+)?)?/, 'Phi'],
  [/^deepseek()/, 'DeepSeek'],
  [/^gpt-oss()/, 'gpt-oss'],
  [/^granite[-_]?(\d+(?:\.\d+)?)?/, 'Granite'],
  [/^olmo[-_]?(\d+)?/, 'OLMo'],
  [/^smollm[-_]?(\d+)?/, 'SmolLM'],
  [/^(?:command-r|aya|c4ai)()/, 'Command R and Aya'],
  [/^(?:nomic-embed|mxbai-embed|bge|all-minilm)()/, 'Embeddings'],
]

/** Presets of what runs on machines of the organisation: every model there is one that somebody installed. */
const OWN_MACHINES: readonly ModelPreset[] = ['ollama', 'openai-compatible', 'own']

/**
 * Open families of the models that answer: those on machines of the organisation, and the chosen one wherever it runs. Models of a provider that
 * nobody chose are not named, nor is a model whose weights are not open.
 *
 * @returns names in their order, each once
 */
export function modelFamilies(connections: readonly Connection[], chosen: Chosen): string[] {
  const active = connections.filter(({ state }) => state === 'active')
  const installed = active.filter(({ preset }) => OWN_MACHINES.includes(preset)).flatMap(({ models }) => models)
  const isReached = active.some(({ id }) => id === chosen.connection_id)
  const names = isReached && chosen.model !== null ? [...installed, chosen.model] : installed
  const families = names.map(familyOf).filter((family) => family !== undefined)
  return [...new Set(families)].toSorted((one, other) => one.localeCompare(other, 'en'))
}

/** @param model such as "qwen3:8b", "meta-llama/Llama-3.3-70B-Instruct" or "models/gemma-3-27b-it" */
function familyOf(model: string): string | undefined {
  const name = model.toLowerCase().split('/').at(-1) ?? ''
  for (const [beginning, family] of OPEN_FAMILIES) {
    const found = beginning.exec(name)
    if (found) return found[1] ? `${family} ${found[1]}` : family
  }
  return undefined
}
