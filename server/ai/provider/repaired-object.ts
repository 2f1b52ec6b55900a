import type { z } from 'zod'
import { ModelError } from '../model-error.ts'
import { type ModelCall, objectFrom, type Usage } from './call-model.ts'

type Heard = { onUsage: (usage: Usage) => void; onRepair?: () => void }

/** One object in the form of `schema`. An answer that is not in its form is asked for once more, with what was wrong. @throws {ModelError} */
export async function repairedObject<Schema extends z.ZodType>(
  call: ModelCall & { schema: Schema },
  { onUsage, onRepair }: Heard,
): Promise<z.output<Schema>> {
  try {
    return await objectFrom(call, onUsage)
  } catch (error) {
    if (!(error instanceof ModelError) || error.code !== 'bad_object') throw error
    onRepair?.()
    return objectFrom({ ...call, prompt: repairPrompt(call.prompt, error) }, onUsage)
  }
}

function repairPrompt(prompt: string, { detail = '', partial = '' }: ModelError): string {
  return `${prompt}\n\nYour last answer was not in the form that was asked for. It was:\n${partial.slice(0, 4000)}\n\nWhat is wrong with it:\n${detail}\n\nAnswer again, with the whole object and nothing else.`
}
