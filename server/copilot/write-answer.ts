import type { AnswerNews, FoundPassage } from '#contract/copilot/copilot.ts'
import { ForeignText } from '../ai/foreign-text.ts'
import { ModelError } from '../ai/model-error.ts'
import type { TextModels } from '../ai/text-models.ts'
import type { Caller } from '../db/database.ts'
import { CitedSentences } from './cited-sentences.ts'

/** Name in the log of requests, and in the rule who may ask: `studio.asks`. */
export const ANSWER_ENDPOINT = 'copilot.answer'
/** About 350 words: an answer is read next to the passages. */
const MAX_ANSWER_TOKENS = 500

type Asked = {
  models: Pick<TextModels, 'streamRead'>
  caller: Caller
  question: string
  passages: readonly FoundPassage[]
  signal: AbortSignal
}

/** An answer in the words of a model, sentence by sentence. What came before a failure has been told by then, and stays. */
export async function* writeAnswer({ models, question, passages, ...asked }: Asked): AsyncGenerator<AnswerNews> {
  yield { kind: 'passages', passages: [...passages] }
  const sentences = new CitedSentences(passages.length)
  try {
    const prompts = answerPrompt(question, passages)
    const request = { ...asked, ...prompts, endpoint: ANSWER_ENDPOINT, maxTokens: MAX_ANSWER_TOKENS }
    for await (const one of models.streamRead(request, sentences)) yield { kind: 'sentence', ...one }
    yield { kind: 'done', left_out: sentences.leftOut }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    // A claim that the organisation does not allow is in its settings, which not everybody sees.
    const { code, message } = error
    yield { kind: 'failed', code, message }
  }
}

/** All that a model is told: these rules, the passages, and the question as data. */
export function answerPrompt(
  question: string,
  passages: readonly Pick<FoundPassage, 'title' | 'heading' | 'text'>[],
): { system: string; prompt: string } {
  const foreign = new ForeignText()
  const blocks = passages.map(({ title, heading, text }, at) =>
    foreign.block(`passage ${at + 1}`, `${[title, heading].filter(Boolean).join(': ')}\n${text}`),
  )
  return {
    system: `You answer a question about the product QuantumShield from passages of its documentation, and from nothing else. ${foreign.rule}`,
    prompt: `${blocks.join('\n\n')}\n\n${foreign.block('question', question)}

Answer the question in at most six short sentences of plain text. End every sentence with the number of the passage that says so, in square brackets,
such as [1]. Where the passages do not answer the question, write only: The passages do not say.`,
  }
}
