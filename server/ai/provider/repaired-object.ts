import type { z } from 'zod'
import { ModelError } from '../model-error.ts'
import { type ModelCall, objectFrom, objectInWordsFrom, type Usage } from './call-model.ts'
import { formInWords } from './object-form.ts'

type Heard = { onUsage: (usage: Usage) => void; onRepair?: () => void }

/** Statuses of a request that a provider does not take as it is. */
const NOT_TAKEN: ReadonlySet<string | undefined> = new Set(['400', '422'])

/**
 * One object in the form of `schema`. A provider that does not take a schema is asked in words; an answer that is not in its form is asked for once
 * more, with what was wrong. @throws {ModelError}
 */
export async function repairedObject<Schema extends z.ZodType>(
  call: ModelCall & { schema: Schema },
  { onUsage, onRepair }: Heard,
): Promise<z.output<Schema>> {
  let inWords = false
  const ask = async (prompt: string): Promise<z.output<Schema>> => {
    if (inWords) return objectInWordsFrom({ ...call, prompt }, onUsage)
    try {
      return await objectFrom({ ...call, prompt }, onUsage)
    } catch (error) {
      if (!(error instanceof ModelError && error.code === 'refused' && NOT_TAKEN.has(error.detail))) throw error
      inWords = true
      return objectInWordsFrom({ ...call, prompt }, onUsage)
    }
  }
  try {
    return await ask(call.prompt)
  } catch (error) {
    if (!(error instanceof ModelError) || error.code !== 'bad_object') throw error
    onRepair?.()
    const repair = repairPrompt(call.prompt, error)
    return ask(inWords ? repair : `${repair} ${formInWords(call.schema)}`)
  }
}

function repairPrompt(prompt: string, { detail = '', partial = '' }: ModelError): string {
  return `${prompt}\n\nYour last answer was not in the form that was asked for. It was:\n${partial.slice(0, 4000)}\n\nWhat is wrong with it:\n${detail}\n\nAnswer again, with the whole object.`
}
