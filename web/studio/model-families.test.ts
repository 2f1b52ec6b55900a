import { expect, test } from 'vitest'
import { modelFamilies } from './model-families.ts'

const own = { id: 'a', preset: 'ollama', state: 'active' } as const
const hosted = { id: 'b', preset: 'openrouter', state: 'active' } as const
const NONE = { connection_id: null, model: null }

test('models on own machines are named by their open families, each once', () => {
  const models = [
    'qwen3:8b',
    'qwen3:0.6b',
    'llama3.3:70b',
    'meta-llama/Llama-3.1-8B-Instruct',
    'mistral-nemo',
    'tiny-1',
  ]
  expect(modelFamilies([{ ...own, models }], NONE)).toEqual(['Llama 3.1', 'Llama 3.3', 'Mistral', 'Qwen 3'])
})

test('of a provider, only the chosen model is named', () => {
  const connection = { ...hosted, models: ['google/gemma-3-27b-it', 'deepseek/deepseek-r1'] }
  expect(modelFamilies([connection], NONE)).toEqual([])
  expect(modelFamilies([connection], { connection_id: 'b', model: 'google/gemma-3-27b-it' })).toEqual(['Gemma 3'])
})

test('a model without open weights, or one that does not answer, is not named', () => {
  const connection = { ...hosted, models: ['openai/gpt-5', 'qwen/qwen3-8b'] }
  expect(modelFamilies([connection], { connection_id: 'b', model: 'openai/gpt-5' })).toEqual([])
  const away = { ...connection, state: 'unreachable' }
  expect(modelFamilies([away], { connection_id: 'b', model: 'qwen/qwen3-8b' })).toEqual([])
  expect(modelFamilies([{ ...own, state: 'unreachable', models: ['qwen3:8b'] }], NONE)).toEqual([])
})
