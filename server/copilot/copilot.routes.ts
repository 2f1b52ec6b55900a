import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { COPILOT_LIMITS, type CopilotAnswer, type CopilotState } from '#contract/copilot/copilot.ts'
import { createTextModels } from '../ai/create-text-models.ts'
import { EmbeddingsUnavailableError, embeddingsOf } from '../embeddings/embeddings.ts'
import type { FeatureServices } from '../feature.ts'
import { readersOf, sendEvents } from '../http/event-stream.ts'
import { copilotLimits } from './copilot-limits.ts'
import { copilotError, parse, personOf, sendCopilotError } from './copilot-requests.ts'
import { type Found, ProductTexts } from './product-texts.ts'
import { TextsUnavailableError } from './read-texts.ts'
import { ANSWER_ENDPOINT, writeAnswer } from './write-answer.ts'

const asked = z.strictObject({ question: z.string().trim().min(1).max(COPILOT_LIMITS.questionCharacters) })

/** Questions about this product, answered from its own documentation. What is asked comes here as it was typed; names of a vault are compared in the browser. */
export function copilotRoutes(app: FastifyInstance, services: FeatureServices): void {
  const { database, config } = services
  const embeddings = embeddingsOf(database)
  const texts = new ProductTexts({ embeddings, dataDir: config.dataDir, log: app.log })
  const models = createTextModels(services)
  const readers = readersOf(app)
  app.setErrorHandler(sendCopilotError)

  const find = async (question: string, signal: AbortSignal): Promise<Found> => {
    try {
      return await texts.find(question, signal)
    } catch (error) {
      if (error instanceof EmbeddingsUnavailableError) throw copilotError('no_embeddings', { cause: error })
      throw error instanceof TextsUnavailableError ? copilotError('no_texts', { cause: error }) : error
    }
  }

  app.get('/state', async (request): Promise<CopilotState> => {
    await personOf(services, request, copilotLimits.copilotByUser)
    const state = embeddings.state()
    if (state !== 'ready') return { isActive: false, problem: new EmbeddingsUnavailableError(state).message }
    return texts.prepare()
  })
  app.post('/questions', async (request, reply): Promise<CopilotAnswer> => {
    const caller = await personOf(services, request, copilotLimits.questionByUser)
    const { question } = parse(asked, request.body)
    const found = await find(question, readers.signalOf(reply))
    // Nothing to write from: a model would only invent.
    const writer = found.passages.length === 0 ? undefined : await models.writer(caller, ANSWER_ENDPOINT)
    return { ...found, writer: writer ?? null }
  })
  // Asked for by itself: only then does a question leave this server. Closing the connection stops the model.
  app.post('/answers', async (request, reply) => {
    const caller = await personOf(services, request, copilotLimits.answerByUser)
    const { question } = parse(asked, request.body)
    if (!(await models.writer(caller, ANSWER_ENDPOINT))) throw copilotError('no_writer')
    const signal = readers.signalOf(reply)
    const { passages } = await find(question, signal)
    if (passages.length === 0) throw copilotError('no_passages')
    return sendEvents(reply, writeAnswer({ models, caller, question, passages, signal }))
  })
}
