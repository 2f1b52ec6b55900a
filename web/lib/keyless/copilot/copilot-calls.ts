import { z } from 'zod'
import type { AnswerNews, CopilotAnswer } from '#contract/copilot/copilot.ts'
import { type Permission, PERMISSIONS, ROLES } from '#contract/permissions.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { follow } from '../studio/follow.ts'

const passages = z.array(
  z.object({ address: z.string(), title: z.string(), heading: z.string(), text: z.string(), likeness: z.number() }),
)
const places = z.array(
  z.object({
    address: z.string(),
    title: z.string(),
    permission: z.enum(Object.keys(PERMISSIONS) as Permission[]).nullable(),
    role: z.enum(ROLES).nullable(),
    isOfOperator: z.boolean(),
    opensAdmin: z.boolean(),
    likeness: z.number(),
  }),
)
const answer = z.object({
  passages,
  places,
  writer: z.object({ provider: z.string(), model: z.string(), keepsTexts: z.boolean() }).nullable(),
})
const news = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('passages'), passages }),
  z.object({ kind: z.literal('sentence'), text: z.string(), sources: z.array(z.number()) }),
  z.object({ kind: z.literal('done'), left_out: z.number() }),
  z.object({ kind: z.literal('failed'), code: z.string(), message: z.string() }),
])

export type AnswerOrder = { signal: AbortSignal; onNews: (heard: AnswerNews) => void }

/** Questions about the product itself. What is asked leaves for the server; no name of a file does. */
export const copilotCalls = {
  /** @throws {VaultError} where nothing on the server answers by meaning, or too much is asked */
  ask: async (api: VaultApi, question: string): Promise<CopilotAnswer> =>
    answer.parse(await api.post('/copilot/v1/questions', { question })),

  /** Has the model of the organisation write an answer, and hears it as it comes. Ending `signal` stops the model. @throws {VaultError} */
  write: async (api: VaultApi, question: string, { signal, onNews }: AnswerOrder): Promise<void> => {
    for await (const heard of follow(api, '/copilot/v1/answers', { question }, signal)) onNews(news.parse(heard))
  },
}
