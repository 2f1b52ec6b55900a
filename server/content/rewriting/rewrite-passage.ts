import { createHash } from 'node:crypto'
import type { RewriteWay } from '#contract/studio/rewriting.ts'
import type { Caller } from '../../db/database.ts'
import { ForeignText } from '../../ai/foreign-text.ts'
import { ModelError } from '../../ai/model-error.ts'
import type { TextModels } from '../../ai/text-models.ts'
import { KINDS } from '../write-article.ts'
import type { RewriteRequest } from './rewrite-request.ts'
import type { RewriteTickets } from './rewrite-tickets.ts'

/** News of a passage that is rewritten, as a page hears them. `ticket` proves which model wrote `passage`, and in the place of what. */
export type RewriteNews =
  | { kind: 'text'; text: string }
  | { kind: 'done'; passage: string; model: string; ticket: string }
  | { kind: 'failed'; code: string; message: string }

type Rewriting = {
  models: Pick<TextModels, 'chosen' | 'streamText'>
  tickets: RewriteTickets
  caller: Caller
  /** The caller's organisation. */
  tenant: string
  request: RewriteRequest
  signal: AbortSignal
}

const HOW: Readonly<Record<Exclude<RewriteWay, 'own'>, string>> = {
  clearer: 'Make it clearer: short sentences, common words, one thought in each sentence.',
  shorter: 'Make it about half as long, without losing a fact.',
  longer: 'Say more: explain and give reasons, at most twice as long, without a fact that is not there.',
  formal: 'Make it more formal.',
  friendly: 'Make it friendlier and more personal.',
}
/** A token has fewer bytes in other languages than the four of English; a character of Chinese or Japanese has three, and is about one. */
const BYTES_PER_TOKEN = 3
/** A longer passage is twice as long at most; the others may be a little longer than they were. */
const GROWTH: Readonly<Record<RewriteWay, number>> = {
  clearer: 1.5,
  shorter: 1,
  longer: 2,
  formal: 1.5,
  friendly: 1.5,
  own: 2,
}
const EXTRA_TOKENS = 200

/** Has a model rewrite a passage. Nothing is kept: what came before a failure is told by then. */
export async function* rewritePassage(rewriting: Rewriting): AsyncGenerator<RewriteNews> {
  const { models, tickets, caller, tenant, request, signal } = rewriting
  let text = ''
  try {
    const chosen = await models.chosen(caller)
    if (!chosen) throw new ModelError('no_model')
    const asked = { caller, endpoint: 'content.rewrite', ...rewritePrompt(request), signal, onLimit: tooMuch }
    for await (const piece of models.streamText({ ...asked, maxTokens: tokensOf(request) })) {
      text += piece
      yield { kind: 'text', text: piece }
    }
    const passage = answerOf(text)
    if (passage === '')
      return void (yield { kind: 'failed', code: 'empty', message: 'The language model wrote nothing' })
    const { model } = chosen
    const ticket = await tickets.issue({
      passage: sha256(passage),
      original: sha256(request.passage),
      model,
      prompt: sha256(JSON.stringify(request)),
      person: String(caller.claims['sub']),
      tenant,
    })
    yield { kind: 'done', passage, model, ticket }
  } catch (error) {
    const known = error instanceof ModelError ? error : undefined
    const message = known
      ? [known.message, known.detail].filter(Boolean).join(': ')
      : 'The server could not have it rewritten'
    yield { kind: 'failed', code: known?.code ?? 'internal', message }
    if (!known) throw error
  }
}

/** All that a model is told. The passage and what is around it are data; only the instruction of the person who asks is none. */
export function rewritePrompt(request: RewriteRequest): { system: string; prompt: string } {
  const { title, audience, content_type: type, way, instruction, passage, before, after } = request
  const foreign = new ForeignText()
  const around = [
    ['title', title],
    ['audience', audience],
    ['text before the passage', before],
    ['text after the passage', after],
    ['passage', passage],
  ] as const
  const blocks = around.filter(([, text]) => text.trim() !== '').map(([label, text]) => foreign.block(label, text))
  const how = way === 'own' ? instruction.replaceAll(/<<<|>>>/g, '« ') : HOW[way]
  return {
    system: `You rewrite one passage of ${KINDS[type]}. Answer with the rewritten passage alone, as plain Markdown: no introduction, no remark, no quotation
marks and no code fence around it. Keep its language and what it says, its headings, lists, links, quotations and numbers, unless the task says otherwise. Invent no
numbers, names, quotes, links or sources. ${foreign.rule}`,
    prompt: `${blocks.join('\n\n')}\n\nRewrite the block “passage” and nothing else. ${how}`,
  }
}

/** Half a passage takes no place of a whole one. */
function tooMuch(): never {
  throw new ModelError('too_much')
}

const tokensOf = ({ passage, way }: RewriteRequest): number =>
  Math.ceil((Buffer.byteLength(passage) / BYTES_PER_TOKEN) * GROWTH[way]) + EXTRA_TOKENS

/** The passage in an answer: without ends of lines around it, and without a fence that a model put around all of it. */
function answerOf(text: string): string {
  const plain = text.replaceAll(/\r\n?/g, '\n').trim()
  return (/^```(?:markdown|md)?\n([\s\S]*)\n```$/.exec(plain)?.[1] ?? plain).trim()
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
