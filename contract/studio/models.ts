/** How a model is reached: what runs on an own machine, and providers that speak the protocol of OpenAI. */
export const CONNECTED_PRESETS = [
  'ollama',
  'openai-compatible',
  'openai',
  'mistral',
  'groq',
  'openrouter',
  'google',
  'anthropic',
] as const
export type ConnectedPreset = (typeof CONNECTED_PRESETS)[number]

/** `own`: a file that somebody uploaded, which runs on this server. */
export const MODEL_PRESETS = [...CONNECTED_PRESETS, 'own'] as const
export type ModelPreset = (typeof MODEL_PRESETS)[number]

/**
 * Names, and where the protocol begins; people may type another address. `needsKey`: without one nothing is asked.
 * Addresses are those that the providers document; none of them was asked from our tests.
 */
export const PRESET_FACTS: Readonly<Record<ModelPreset, { label: string; address: string; needsKey: boolean }>> = {
  ollama: { label: 'Ollama', address: 'http://127.0.0.1:11434/v1', needsKey: false },
  'openai-compatible': { label: 'OpenAI-compatible server', address: '', needsKey: false },
  openai: { label: 'OpenAI', address: 'https://api.openai.com/v1', needsKey: true },
  mistral: { label: 'Mistral', address: 'https://api.mistral.ai/v1', needsKey: true },
  groq: { label: 'Groq', address: 'https://api.groq.com/openai/v1', needsKey: true },
  openrouter: { label: 'OpenRouter', address: 'https://openrouter.ai/api/v1', needsKey: true },
  google: {
    label: 'Google Gemini',
    address: 'https://generativelanguage.googleapis.com/v1beta/openai',
    needsKey: true,
  },
  anthropic: { label: 'Anthropic', address: 'https://api.anthropic.com/v1', needsKey: true },
  own: { label: 'Uploaded model', address: '', needsKey: false },
}

export const CONNECTION_STATES = ['active', 'unreachable', 'not_configured'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]

/** Bytes of a piece of a model that is uploaded. */
export const MODEL_PIECE_BYTES = 8 * 1024 * 1024

export const MODEL_LIMITS = {
  connections: 20,
  nameCharacters: 60,
  addressCharacters: 500,
  keyCharacters: 1000,
  models: 500,
  modelCharacters: 200,
  prices: 500,
  claims: 200,
  claimCharacters: 100,
} as const

/** How requests to models end. */
export const AI_REQUEST_STATUSES = ['running', 'ok', 'error', 'blocked', 'aborted', 'over_budget'] as const
export type AiRequestStatus = (typeof AI_REQUEST_STATUSES)[number]

/** What is replaced before a text goes to a model. */
export type RedactionKind = 'EMAIL' | 'PHONE' | 'CARD' | 'IBAN' | 'SSN' | 'IP' | 'SECRET' | 'CONTACT'

/** Settings of an organisation that has saved none. */
export const UNSAVED_SETTINGS = {
  connection_id: null,
  model: null,
  org_micros: null,
  org_tokens: null,
  person_micros: null,
  person_tokens: null,
  redacts_private: true,
  keeps_bodies: false,
  body_days: 7,
  log_days: 400,
  banned_claims: [] as string[],
  copilot_for_all: false,
  copilot_tokens: 100_000 as number | null,
  version: 1,
}
